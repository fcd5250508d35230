import type { Money } from '../../kernel/money.ts';
import {
  amountOf,
  compactIban,
  dayOf,
  requireComplete,
  requireFew,
  type Statement,
  signed,
  unreadable,
  withIds,
} from './statement.ts';

type Field = { readonly tag: string; readonly text: string };

const LINE =
  /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?:(?<bookedMonth>\d{2})(?<bookedDay>\d{2}))?(?<mark>R?[CD])[A-Z]?(?<amount>\d[\d,]*)[A-Z][A-Z0-9]{3}(?<reference>[^\n]*?)(?:\/\/(?<bankReference>[^\n]{0,16}))?(?:\n[^\n]*)?$/;
const BALANCE = /^(?<mark>[CD])\d{6}(?<currency>[A-Z]{3})(?<amount>\d[\d,]*)$/;
/** Characters of a field with all its lines: SWIFT allows 390. */
const MAX_FIELD = 10_000;
const CENTURY = 2_000;
/** Banks write these when the payer gave no reference. */
const NO_REFERENCE = new Set(['NONREF', 'NOTPROVIDED']);

/** The statements of an MT940 file, with or without SWIFT's envelope. @throws DomainError invalid_value */
export function readMt940(text: string): Statement[] {
  const messages: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') messages.push([]);
    messages.at(-1)?.push(field);
  }
  if (messages.length === 0) throw unreadable('The file holds no statement of an account (MT940).');
  const lines = messages.reduce((sum, fields) => sum + fields.filter(({ tag }) => tag === '61').length, 0);
  requireFew({ lines, statements: messages.length });
  return messages.map(readMessage);
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (Math.max(line.length, fields.at(-1)?.text.length ?? 0) > MAX_FIELD) {
      throw unreadable(`A field says more than ${MAX_FIELD} characters.`);
    }
    const [, tag, rest] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined && rest !== undefined) fields.push({ tag, text: rest });
    else if (last && !/^(-\}?|\{.*)?$/.test(line)) last.text += `\n${line}`;
  }
  return fields;
}

function readMessage(fields: readonly Field[]): Statement {
  const find = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.text ?? '';
  const opening = balanceOf(find('60F', '60M'));
  const closing = balanceOf(find('62F', '62M'));
  if (!opening) throw unreadable('A statement has no opening balance (:60F:), which tells its currency.');
  if (!closing) throw unreadable('A statement has no closing balance (:62F:): the file is cut off.');
  const account = compactIban(find('25').replace(/^\w*\//, ''));
  const drafts = fields.flatMap((field, index) => {
    if (field.tag !== '61') return [];
    const next = fields[index + 1];
    return [readLine(field.text, opening.currency, next?.tag === '86' ? next.text : '')];
  });
  requireComplete(opening, closing, drafts);
  return { format: 'MT940', number: find('28C', '28'), account, lines: withIds(account, drafts) };
}

function readLine(text: string, currency: string, details: string) {
  const parts = LINE.exec(text)?.groups;
  if (!parts) throw unreadable(`The line ":61:${text.slice(0, 40)}" cannot be read.`);
  const { year, month, day, mark, amount = '', reference = '', bankReference = '' } = parts;
  const valueDate = dayOf(CENTURY + Number(year), month ?? '', day ?? '');
  const { reference: named, ...others } = readDetails(details);
  const own = named || reference;
  return {
    bookedOn: bookingOf(valueDate, parts.bookedMonth, parts.bookedDay),
    valueDate,
    // RC reverses a credit.
    amount: signed(mark === 'D' || mark === 'RC', amountOf(amount, currency)),
    reference: NO_REFERENCE.has(own) ? '' : own,
    ...others,
    bankReference,
  };
}

/** The booking date has no year: it gets the one that puts it nearest to the value date. */
function bookingOf(valueDate: string, month: string | undefined, day: string | undefined): string {
  if (month === undefined || day === undefined) return valueDate;
  const [year = 0, valueMonth = 0] = valueDate.split('-').map(Number);
  const turn = Number(month) - valueMonth;
  return dayOf(year + (turn < -6 ? 1 : turn > 6 ? -1 : 0), month, day);
}

/** The content of :86: in any of its three forms: `?20…?32…`, `/EREF/…/REMI/…`, or plain text. */
function readDetails(text: string) {
  const [joined, spaced] = [text.replace(/\n/g, ''), text.replace(/\n/g, ' ').trim()];
  if (/^\d{0,3}\?\d{2}/.test(joined)) {
    const parts = new Map([...joined.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code = '', value = '']) => [code, value]));
    const from = (...codes: number[]) => codes.map((code) => parts.get(`${code}`) ?? '').join('');
    const purpose = from(20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63);
    const reference = /EREF\+(.*?)(?=[A-Z]{4}\+|$)/.exec(purpose)?.[1]?.trim() ?? '';
    const written = /SVWZ\+(.*)$/.exec(purpose)?.[1] ?? purpose;
    return { reference, text: written.trim(), name: from(32, 33).trim(), iban: compactIban(from(31)) };
  }
  if (/^\/[A-Z]{4}\//.test(joined)) {
    const part = (code: string) => new RegExp(`/${code}/(.*?)(?=/[A-Z]{4}/|/?$)`).exec(joined)?.[1]?.trim() ?? '';
    const written = part('REMI').replace(/^USTD\/\//, '');
    return { reference: part('EREF'), text: written || spaced, name: part('NAME'), iban: compactIban(part('IBAN')) };
  }
  return { reference: '', text: spaced, name: '', iban: '' };
}

function balanceOf(text: string): Money | undefined {
  const parts = BALANCE.exec(text.trim())?.groups;
  return parts && signed(parts.mark === 'D', amountOf(parts.amount ?? '', parts.currency ?? ''));
}
