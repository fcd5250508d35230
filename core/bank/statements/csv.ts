import { CsvError, parse } from 'csv-parse/sync';
import { CURRENCIES, isCurrency } from '../../kernel/currencies.ts';
import {
  amountOf,
  compactIban,
  dayOf,
  MAX_LINES,
  requireFew,
  type Statement,
  signed,
  unreadable,
  withIds,
} from './statement.ts';

/** Titles of columns, in any case and spacing. The first name is the documented one. */
const COLUMNS = {
  bookedOn: ['date', 'booking date', 'booked on', 'buchungstag', 'buchungsdatum'],
  valueDate: ['value date', 'valuta', 'valutadatum', 'wertstellung'],
  amount: ['amount', 'betrag', 'betrag (eur)'],
  currency: ['currency', 'währung', 'waehrung'],
  name: ['name', 'counterparty', 'payee', 'beguenstigter/zahlungspflichtiger', 'name zahlungsbeteiligter'],
  iban: ['iban', 'counterparty iban', 'kontonummer/iban', 'iban zahlungsbeteiligter'],
  reference: ['reference', 'end-to-end id', 'kundenreferenz (end-to-end)'],
  text: ['text', 'description', 'purpose', 'verwendungszweck'],
  bankReference: ['bank reference', 'transaction id', 'id'],
  account: ['account', 'own account', 'auftragskonto', 'iban auftragskonto'],
} as const;
type Column = keyof typeof COLUMNS;
/** Characters of a row. */
const MAX_ROW = 100_000;
/** Columns that give the sign of an amount. Without them, money that left would be read as money that came in. */
const SIDES = new Set(['s/h', 'soll/haben', 'debit/credit', 'credit/debit', 'd/c', 'c/d', 'dr/cr', 'cr/dr']);

/** A table of movements with a line of titles; amounts have a sign, days are 2026-10-31 or 31.10.2026. @throws DomainError invalid_value */
export function readCsv(text: string): Statement[] {
  const [titles = [], ...rows] = parsed(text);
  const names = titles.map((title) => title.trim().toLowerCase());
  const indexOf = (column: Column) => names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
  for (const column of ['bookedOn', 'amount', 'currency'] as const) {
    if (indexOf(column) < 0) throw unreadable(`The table has no column "${COLUMNS[column][0]}".`);
  }
  const side = names.find((name) => SIDES.has(name));
  if (side)
    throw unreadable(`The column "${side}" tells debits from credits: amounts have a sign here, and no such column.`);
  requireFew({ lines: rows.length });
  const byAccount = Map.groupBy(rows, (row) => compactIban(row[indexOf('account')] ?? ''));
  requireFew({ statements: byAccount.size });
  return [...byAccount].map(([account, own]) => ({
    format: 'CSV',
    number: '',
    account,
    lines: withIds(
      account,
      own.map((row) => draftOf((column) => (row[indexOf(column)] ?? '').trim())),
    ),
  }));
}

function parsed(text: string): string[][] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ',';
  try {
    return parse(text, { delimiter, bom: true, skip_empty_lines: true, to: MAX_LINES + 2, max_record_size: MAX_ROW });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The table cannot be read (${error.message.slice(0, 100)}).`);
    throw error;
  }
}

function draftOf(cell: (column: Column) => string) {
  const bookedOn = dateOf(cell('bookedOn'));
  const currency = cell('currency').toUpperCase();
  const [, sign = '', digits = ''] = /^([+-]?)\s*(.*)$/.exec(cell('amount').replace(/[\s'’]/g, '')) ?? [];
  return {
    bookedOn,
    valueDate: cell('valueDate') === '' ? bookedOn : dateOf(cell('valueDate')),
    amount: signed(sign === '-', amountOf(withPoint(digits, currency), currency)),
    reference: cell('reference'),
    text: cell('text'),
    name: cell('name'),
    iban: compactIban(cell('iban')),
    bankReference: cell('bankReference'),
  };
}

/**
 * `1.234,56` and `1,234.56` → `1234.56`: the last of the two marks is the decimal one. A mark that occurs twice
 * separates thousands.
 */
function withPoint(digits: string, currency: string): string {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return digits.replaceAll(point > comma ? ',' : '.', '').replace(',', '.');
  if (/^\d{1,3}([.,]\d{3}){2,}$/.test(digits)) return digits.replace(/[.,]/g, '');
  const hasThree = isCurrency(currency) && CURRENCIES[currency].digits === 3;
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !hasThree) {
    throw unreadable(`"${digits}" is not an amount in ${currency} that is clear: it may be a thousand or a fraction.`);
  }
  return digits;
}

function dateOf(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (year && month && day) return dayOf(year, month, day);
  const [, first, second, last] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text) ?? [];
  if (first && second && last) return dayOf(last.length === 2 ? `20${last}` : last, second, first);
  throw unreadable(`"${text.slice(0, 40)}" is not a day such as 2026-10-31.`);
}
