import { CliError, EXIT } from '#core/cli/output.ts';
import type { Log } from '#core/cli/replay.ts';
import { toDecimal } from '#core/kernel/money/money.ts';
import { kindOf } from './chart.ts';
import { type Entry, type Range, readEntries } from './entry.ts';
import { readSettings, type Settings } from './settings.ts';

const numbered = (count: number, name: (number: number) => string[]): string[] =>
  Array.from({ length: count }, (_, at) => name(at + 1)).flat();

/** All columns of a Buchungsstapel of version 13, with DATEV's names. */
const TITLES: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre'],
  'Beleglink',
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
];
/** DATEV reads a file without one as CP1252, and the titles have umlauts. */
const BYTE_ORDER_MARK = '\uFEFF';
const FORMAT_VERSION = 13;
const MOST_RECORDS = 99_999;

const quoted = (text: string): string => `"${text.replaceAll('"', '""').replace(/[^\x20-\x7e]/g, ' ')}"`;
const compact = (day: string): string => day.replaceAll('-', '');
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

/**
 * A Buchungsstapel (EXTF, header 700, category 21) of one currency within one year. It is UTF-8 with a byte order
 * mark, and its line ends are DATEV's.
 */
export async function* writeDatev(log: Log, range: Range): AsyncGenerator<string> {
  const settings = await readSettings(range.settings);
  const { from, to } = range;
  if (!settings.datev) throw new CliError('The settings have no "datev": consultant and client.', EXIT.usage);
  if (!from || !to || dayOf(from).slice(0, 4) !== dayOf(to).slice(0, 4)) {
    throw new CliError('DATEV takes --from and --to within one year.', EXIT.usage);
  }
  yield `${BYTE_ORDER_MARK}${headOf(settings, settings.datev, dayOf(from), dayOf(to))}\r`;
  yield `${TITLES.join(';')}\r`;
  let [records, others] = [0, 0];
  for await (const { entry } of readEntries(log, range)) {
    if (entry.postings[0]?.amount.currency !== settings.currency) {
      others += 1;
      continue;
    }
    for (const pair of pairsOf(entry)) {
      records += 1;
      if (records > MOST_RECORDS)
        throw new CliError(`DATEV takes ${MOST_RECORDS} records in one file: take fewer days.`);
      yield `${recordOf(entry, pair, settings)}\r`;
    }
  }
  if (others > 0) log.output.note(`${others} entries in other currencies than ${settings.currency} are left out.`);
}

function headOf(
  { accounts, currency }: Settings,
  datev: NonNullable<Settings['datev']>,
  from: string,
  to: string,
): string {
  const digits = accountLengthOf(accounts, datev.accountLength);
  const made = new Date().toISOString().replace(/\D/g, '');
  return [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', FORMAT_VERSION, made, '', '"GL"', '""', '""'],
    ...[datev.consultant, datev.client, `${from.slice(0, 4)}0101`, digits, compact(from), compact(to)],
    ...[quoted(`Giftledger ${from.slice(0, 7)}`), '""', 1, 0, 0, quoted(currency)],
    ...['', '""', '', '', '""', '', '', '""', '""'],
  ].join(';');
}

/**
 * DATEV reads every account in one length: 1200 among accounts of five digits is 01200 to it. A personal account has one digit more.
 * @throws CliError where the length is not clear
 */
function accountLengthOf(accounts: Settings['accounts'], given: number | undefined): number {
  const lengths = [...new Set(Object.values(accounts).map(({ length }) => length))].sort();
  const digits = given ?? (lengths.length === 1 ? lengths[0] : undefined);
  if (digits === undefined) {
    const words = new Intl.ListFormat('en').format(lengths.map(String));
    throw new CliError(
      `The accounts have ${words} digits, and DATEV takes general accounts of one length. Give it as "accountLength" under "datev": a personal account has one digit more.`,
      EXIT.usage,
    );
  }
  const strange = Object.values(accounts).find(({ length }) => length !== digits && !(given && length === digits + 1));
  if (digits < 4 || digits > 8 || strange !== undefined) {
    throw new CliError(
      `DATEV takes general accounts of four to eight digits, here ${digits}, and personal ones of one more: ${strange ?? Object.values(accounts)[0]} is neither.`,
      EXIT.usage,
    );
  }
  return digits;
}

type Pair = { readonly debit: string; readonly credit: string; readonly amount: Entry['postings'][number]['amount'] };

/**
 * An entry as pairs of two accounts. One side of our entries has a single line, so each line of the other side forms a
 * pair with it.
 */
function pairsOf({ postings, links }: Entry): Pair[] {
  const debits = postings.filter(({ amount }) => amount.amount > 0n);
  const credits = postings.filter(({ amount }) => amount.amount < 0n);
  const [debit, credit] = [debits[0], credits[0]];
  if (debit && debits.length === 1) {
    return credits.map(({ account, amount }) => ({
      debit: debit.account,
      credit: account,
      amount: { ...amount, amount: -amount.amount },
    }));
  }
  if (credit && credits.length === 1) {
    return debits.map(({ account, amount }) => ({ debit: account, credit: credit.account, amount }));
  }
  throw new CliError(`Event ${links[0]?.[1]} has several debits and several credits: DATEV cannot pair them.`);
}

function recordOf(
  { date, words, document, links }: Entry,
  { debit, credit, amount }: Pair,
  settings: Settings,
): string {
  const decimal = toDecimal(amount);
  if (!/^\d+(\.\d{2})?$/.test(decimal)) throw new CliError(`DATEV has two decimals: ${amount.currency} has more.`);
  const cells: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': decimal.includes('.') ? decimal.replace('.', ',') : `${decimal},00`,
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': quoted(amount.currency),
    Konto: settings.accounts[kindOf(debit)],
    'Gegenkonto (ohne BU-Schlüssel)': settings.accounts[kindOf(credit)],
    // DDMM: the year is in the header.
    Belegdatum: date.slice(8, 10) + date.slice(5, 7),
    'Belegfeld 1': quoted(document.replace(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36)),
    Buchungstext: quoted(words.slice(0, 60)),
    'Beleginfo - Art 1': '"Event"',
    'Beleginfo - Inhalt 1': quoted(links[0]?.[1] ?? ''),
  };
  return TITLES.map((title) => cells[title] ?? '').join(';');
}
