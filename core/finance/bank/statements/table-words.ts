// Words by which the tables of banks tell whether a row is booked, and whether its money came or left.

export type RowState = 'booked' | 'waiting' | 'failed';

const BOOKED = new Set([
  ...['booked', 'book', 'posted', 'completed', 'complete', 'settled', 'cleared', 'executed', 'done', 'success'],
  ...['successful', 'finished', 'umsatz gebucht', 'gebucht', 'verbucht', 'abgeschlossen', 'ausgeführt', 'erledigt'],
  ...[
    'geboekt',
    'verwerkt',
    'comptabilisé',
    'exécuté',
    'contabilizado',
    'contabilizzato',
    'zaksięgowana',
    'reconciled',
  ],
]);
const WAITING = new Set([
  ...[
    'pending',
    'pdng',
    'waiting',
    'reserved',
    'reservation',
    'authorised',
    'authorized',
    'authorisation',
    'processing',
  ],
  ...['in progress', 'on hold', 'hold', 'held', 'scheduled', 'planned', 'created', 'info', 'futr', 'unbooked'],
  ...['not booked', 'umsatz vorgemerkt', 'vorgemerkt', 'vorgemerkter umsatz', 'offen', 'in bearbeitung', 'geplant'],
  ...['vormerkung', 'gereserveerd', 'in behandeling', 'en attente', 'pendiente', 'in attesa', 'oczekująca'],
]);
const FAILED = new Set([
  ...['reverted', 'reversed', 'declined', 'failed', 'rejected', 'cancelled', 'canceled', 'refused', 'expired', 'error'],
  ...['void', 'voided', 'deleted', 'aborted', 'abgelehnt', 'fehlgeschlagen', 'storniert', 'abgebrochen', 'gelöscht'],
  ...['geweigerd', 'geannuleerd', 'refusé', 'annulé', 'rechazado', 'cancelado', 'rifiutato', 'annullato', 'odrzucona'],
]);

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ');

export function stateOf(text: string): RowState | undefined {
  const word = plain(text);
  return BOOKED.has(word) ? 'booked' : WAITING.has(word) ? 'waiting' : FAILED.has(word) ? 'failed' : undefined;
}

/** Words of a row that is not booked, wherever they stand; `info` or `created` alone says too little outside a column of states. */
export function unbookedWord(text: string): boolean {
  const word = plain(text);
  return (WAITING.has(word) && !['info', 'created', 'hold', 'held', 'done'].includes(word)) || FAILED.has(word);
}

const OUT = new Set([
  ...['d', 'dr', 'db', 'dbit', 'debit', 's', 'soll', 'out', 'outgoing', 'outflow', 'af', 'paid out', 'money out', '-'],
  ...['withdrawal', 'withdraw', 'sent', 'send', 'lastschrift', 'belastung', 'ausgang', 'débit', 'débito', 'debito'],
  ...['debet', 'addebito', 'uscita', 'sortie', 'obciążenie', 'debit transfer', 'debit card', 'payment out', 'expense'],
]);
const IN = new Set([
  ...['c', 'cr', 'crdt', 'credit', 'h', 'haben', 'in', 'incoming', 'inflow', 'bij', 'paid in', 'money in', '+'],
  ...['deposit', 'received', 'receive', 'gutschrift', 'eingang', 'crédit', 'crédito', 'credito', 'accredito'],
  ...['entrata', 'entrée', 'uznanie', 'payment in', 'income', 'topup', 'top-up'],
]);

export function directionOf(text: string): 'in' | 'out' | undefined {
  const word = plain(text).replace(/\.$/, '');
  return OUT.has(word) ? 'out' : IN.has(word) ? 'in' : undefined;
}

const DIRECTION_TITLE =
  /^(direction|sign|vorzeichen|af ?\/? ?bij|bij ?\/? ?af|d ?\/? ?c|c ?\/? ?d|dr ?\/? ?cr|cr ?\/? ?dr|s ?\/? ?h|h ?\/? ?s|in ?\/ ?out|sens|senso|richting|(soll|debit|debet|credit|dbit)[ /-]*(haben|credit|debit|debet|crdt)([ /-]*(kennzeichen|indicator|flag|mark|code))?|cdtdbtind|(debit|credit|dc|dr|sh)[ /-]*(indicator|kennzeichen|flag|mark))$/;

/** Titles of columns that tell whether money came or left. */
export const isDirectionTitle = (title: string): boolean => DIRECTION_TITLE.test(plain(title));
