import { isIban } from '#core/finance/bank/iban.ts';
import { isCurrency } from '#core/kernel/money/currencies.ts';
import {
  amountOf,
  compactIban,
  type DatedBalance,
  type Draft,
  type DraftStatement,
  dayOf,
  MAX_TEXT,
  requireFew,
  signed,
  unreadable,
} from './statement.ts';

type Field = { readonly tag: string; text: string };

/** Banks leave blanks for a booking day that they do not give, and before the kind of the movement. */
const LINE =
  /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?:(?<bookedMonth>\d{2})(?<bookedDay>\d{2})| {1,4})?(?<mark>R?[CD])[A-Z]?\s*(?<amount>\d[\d,]*)\s*[A-Z][A-Z0-9]{2}[A-Z0-9 ](?<reference>.*?)(?:\/\/(?<bankReference>.*))?$/;
const BALANCE =
  /^(?<mark>[CD])(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<currency>[A-Z]{3})\s*(?<amount>\d*,?\d*)\s*$/;
/** Characters of a field with all its lines: SWIFT allows 390. */
const MAX_FIELD = 10_000;
const CENTURY = 2_000;
/** Banks write these where the payer gave no reference, or where it is in the text. */
const NO_REFERENCE = /^(|NONREF|NOREF|NOTPROVIDED|NOT PROVIDED|NONE|[EKMP]REF\+?|MARF\+?|SVWZ\+?)$/i;
const referenceOf = (text: string): string => (NO_REFERENCE.test(text.trim()) ? '' : text.trim());

/** The statements of an MT940 file, with or without SWIFT's envelope. @throws DomainError invalid_value */
export function readMt940(text: string): DraftStatement[] {
  const messages = messagesOf(text);
  if (messages.length === 0) {
    throw unreadable('The file holds no statement of an account (MT940), or its beginning is missing.');
  }
  const lines = messages.reduce((sum, fields) => sum + fields.filter(({ tag }) => tag === '61').length, 0);
  requireFew({ lines, statements: messages.length });
  return messages.map(readMessage);
}

/** Tags with which a message may begin that has no `:20:`. */
const FIRST = new Set(['25', '25P', '28C', '60F', '60M', '61']);

/**
 * Between two messages stand headers and trailers, which belong to none: a message ends at the `-` after its closing balance and the next begins
 * at `:20:`. A `-` before that balance is a line of somebody's words.
 */
function messagesOf(text: string): Field[][] {
  const messages: Field[][] = [];
  let open: Field[] | undefined;
  for (const whole of text.split(/\r\n?|\n/)) {
    if (whole.length > MAX_FIELD) throw unreadable(`A field says more than ${MAX_FIELD} characters.`);
    const begins = whole.indexOf('{4:');
    if (begins >= 0) open = undefined;
    const line = begins >= 0 ? whole.slice(begins + '{4:'.length) : whole;
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(line) ?? [];
    const isOver = /^\s*-\s*(\}.*)?$/.test(line) && open?.some((field) => field.tag === '62F' || field.tag === '62M');
    if (tag === '20' || (!open && tag !== undefined && FIRST.has(tag))) {
      open = [];
      messages.push(open);
    }
    const last = open?.at(-1);
    if (tag !== undefined) open?.push({ tag, text: rest.replace(/-\}.*$/, '') });
    else if (isOver) open = undefined;
    else if (last && !/^\{.*\}\s*$/.test(line)) last.text += `\n${line}`;
    if ((last?.text.length ?? 0) > MAX_FIELD) throw unreadable(`A field says more than ${MAX_FIELD} characters.`);
  }
  return messages;
}

function readMessage(fields: readonly Field[]): DraftStatement {
  const find = (...tags: string[]) =>
    fields
      .find(({ tag }) => tags.includes(tag))
      ?.text.split('\n')[0]
      ?.trim() ?? '';
  const opening = balanceOf(find('60F', '60M'));
  const closing = balanceOf(fields.findLast(({ tag }) => tag === '62F' || tag === '62M')?.text.split('\n')[0] ?? '');
  if (!opening && fields.some(({ tag }) => ['34F', '13D', '90C', '90D'].includes(tag))) {
    throw unreadable(
      'It is an MT942, a report of movements during the day. Fetch the statement of booked ones: MT940.',
    );
  }
  if (!opening) throw unreadable('A statement has no opening balance (:60F:), which tells its currency.');
  if (!closing) throw unreadable('A statement has no closing balance (:62F:): the file is cut off.');
  const drafts: Draft[] = [];
  let empty = 0;
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    const rest = fields.slice(index + 1);
    const others = rest.findIndex(({ tag }) => tag !== '86');
    const details = rest.slice(0, others < 0 ? rest.length : others).map(({ text }) => text);
    const draft = readLine(field.text, opening.currency, details);
    if (draft.amount.amount !== 0n) {
      drafts.push(draft);
      continue;
    }
    // Some banks put more words of a movement into a line of its own, which moves nothing.
    empty += 1;
    const last = drafts.pop();
    if (last) drafts.push({ ...last, text: [last.text, draft.text].filter(Boolean).join(' ').slice(0, MAX_TEXT) });
  }
  return {
    format: 'MT940',
    number: find('28C', '28'),
    opening,
    closing,
    drafts,
    account: accountOf(find('25', '25P')),
    notes: empty === 0 ? [] : [`${empty} ${empty === 1 ? 'line moves' : 'lines move'} nothing`],
  };
}

/** `BANK/account/EUR`, where the bank and the currency may be missing. */
function accountOf(text: string): string {
  const parts = text.split('/').filter((part) => part !== '');
  const named = parts.length > 1 && isCurrency(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  return compactIban(named.at(-1) ?? '').replaceAll('.', '');
}

function readLine(text: string, currency: string, details: readonly string[]): Draft {
  const [first = '', ...more] = text.split('\n');
  const parts = LINE.exec(first.trimEnd())?.groups;
  if (!parts) throw unreadable(`The line ":61:${first.slice(0, 40)}" cannot be read.`);
  const { year, month, day, mark, amount = '', reference = '', bankReference = '' } = parts;
  const valueDate = valueDateOf(CENTURY + Number(year), month ?? '', day ?? '');
  const { reference: named, text: written, ...others } = readDetails(details);
  // What stands below the first line is free text, unless a bank's codes (`/TRCD/00100/`).
  const below = more.map((line) => line.trim()).filter((line) => line !== '' && !/^\/[A-Z]{2,8}\//.test(line));
  return {
    bookedOn: bookingOf(valueDate, parts.bookedMonth, parts.bookedDay),
    valueDate,
    // RC reverses a credit.
    amount: signed(mark === 'D' || mark === 'RC', amountOf(amount, currency)),
    reference: named || referenceOf(reference),
    text: [written, ...below.filter((line) => !written.includes(line))].filter(Boolean).join(' '),
    ...others,
    bankReference: referenceOf(bankReference),
  };
}

/** Banks that count thirty days a month for interest write 30 February: its last day. */
function valueDateOf(year: number, month: string, day: string): string {
  const isOfInterest = month === '02' && (day === '29' || day === '30');
  return isOfInterest
    ? new Date(Date.UTC(year, 2, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length)
    : dayOf(year, month, day);
}

/** The booking date has no year: it gets the one that puts it nearest to the value date. */
function bookingOf(valueDate: string, month: string | undefined, day: string | undefined): string {
  if (month === undefined || day === undefined) return valueDate;
  const [year = 0, valueMonth = 0] = valueDate.split('-').map(Number);
  const turn = Number(month) - valueMonth;
  return dayOf(year + (turn < -6 ? 1 : turn > 6 ? -1 : 0), month, day);
}

type Told = { reference: string; text: string; name: string; iban: string };

/** The content of :86: in any of its three forms: `?20…?32…`, `/EREF/…/REMI/…`, or plain text. */
function readDetails(fields: readonly string[]): Told {
  const text = fields.join('\n');
  const [joined, spaced] = [text.replace(/\n/g, ''), text.replace(/\n/g, ' ').trim()];
  const [, separator] = /^\d{0,3}([^\w\s/:.,;()'"+-])\d{2}/.exec(joined) ?? [];
  if (separator) return readSubfields(subfieldsOf(joined, separator));
  if (KEYED.test(joined)) return readKeyed(joined, spaced);
  return { reference: '', text: spaced, name: '', iban: '' };
}

/** Codes ascend, so what only looks like one stays in the text. */
function subfieldsOf(text: string, separator: string): Map<number, string> {
  const parts = new Map<number, string>();
  let last = -1;
  for (const piece of text.split(separator).slice(1)) {
    const code = /^\d{2}/.test(piece) ? Number(piece.slice(0, 2)) : -1;
    if (code > last && (code <= 38 || (code >= 60 && code <= 63))) {
      parts.set(code, piece.slice(2));
      last = code;
    } else parts.set(last, `${parts.get(last) ?? ''}${separator}${piece}`);
  }
  return parts;
}

const SEPA = /(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC|PURP|SVWZ)\+/;
const PURPOSE = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63];

function readSubfields(parts: ReadonlyMap<number, string>): Told {
  const from = (...codes: number[]) => codes.map((code) => parts.get(code) ?? '').join('');
  const purpose = from(...PURPOSE);
  const named = (key: string) =>
    new RegExp(`${key}\\+(.*?)(?=${SEPA.source}|$)`).exec(purpose)?.[1]?.trim() ?? undefined;
  const [first = '', other = ''] = [compactIban(from(38)), compactIban(from(31))];
  return {
    reference: referenceOf(named('EREF') ?? ''),
    text: (named('SVWZ') ?? purpose).trim(),
    name: from(32, 33).trim(),
    iban: first !== '' && (other === '' || isIban(first)) ? first : other,
  };
}

const KEYS =
  'TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|CNTP|ORDP|BENM|CSID|MARF|PREF|KREF|SVCL|ISDT|RTRN|ULTD|ULTC|ULTB|PURP|ADDR|CREF|AC';
const KEYED = new RegExp(`^/(?:${KEYS})/`);

/** `/EREF/…/REMI/…`, as the banks of the Netherlands write it. */
function readKeyed(joined: string, spaced: string): Told {
  const part = (code: string) =>
    (new RegExp(`/${code}/(.*?)(?=/(?:${KEYS})/|$)`).exec(joined)?.[1] ?? '').replace(/^\/+|\/+$/g, '').trim();
  const [account = '', , name = ''] = part('CNTP').split('/');
  return {
    reference: referenceOf(part('EREF')),
    text: part('REMI').replace(/^USTD\/\//, '') || spaced,
    name: part('NAME') || name.trim(),
    iban: compactIban(part('IBAN') || account || part('AC')),
  };
}

function balanceOf(text: string): DatedBalance | undefined {
  const parts = BALANCE.exec(text.trim())?.groups;
  if (!parts) return undefined;
  const { mark, year, month = '', day = '', amount = '', currency = '' } = parts;
  return {
    ...signed(mark === 'D', amountOf(amount, currency)),
    day: dayOf(CENTURY + Number(year), month, day),
  };
}
