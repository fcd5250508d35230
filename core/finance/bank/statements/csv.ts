import { CsvError, parse } from 'csv-parse/sync';
import { CURRENCIES, isCurrency } from '#core/kernel/money/currencies.ts';
import {
  amountOf,
  compactIban,
  type Draft,
  type DraftStatement,
  dayOf,
  MAX_LINES,
  requireFew,
  signed,
  unclear,
  unreadable,
} from './statement.ts';
import { type ColumnRole, DELIMITERS, MAX_SKIPPED, mappingProblem, type TableMapping } from './table-mapping.ts';
import { directionOf, isDirectionTitle, type RowState, stateOf, unbookedWord } from './table-words.ts';

/**
 * Titles of columns, in any case and spacing. The first name is the documented one, and wins where several columns fit.
 */
const TITLES: { readonly [Role in ColumnRole]?: readonly string[] } = {
  booked_on: ['date', 'booking date', 'booked on', 'buchungstag', 'buchungsdatum', 'completed date'],
  value_date: ['value date', 'valuta', 'valutadatum', 'wertstellung'],
  amount: ['amount', 'betrag'],
  money_in: ['money in', 'paid in', 'credit', 'haben', 'credit amount'],
  money_out: ['money out', 'paid out', 'debit', 'soll', 'debit amount'],
  currency: ['currency', 'währung', 'waehrung'],
  name: [
    'name',
    'counterparty',
    'payee',
    'beguenstigter/zahlungspflichtiger',
    'name zahlungsbeteiligter',
    'partner name',
  ],
  iban: ['iban', 'counterparty iban', 'kontonummer/iban', 'iban zahlungsbeteiligter', 'partner iban'],
  reference: ['reference', 'end-to-end id', 'kundenreferenz (end-to-end)'],
  text: ['text', 'description', 'purpose', 'verwendungszweck', 'payment reference', 'buchungstext'],
  bank_reference: ['bank reference', 'transaction id', 'id'],
  account: [
    'account',
    'own account',
    'auftragskonto',
    'iban auftragskonto',
    'iban auftraggeberkonto',
    'iban kontoinhaber',
  ],
  state: ['state', 'status', 'info', 'booking status', 'transaction status', 'buchungsstatus', 'umsatzstatus'],
};
const FEES = new Set(['fee', 'fees', 'gebühr', 'gebuehr', 'gebühren', 'commission', 'charges', 'total fees', 'kosten']);
/** Characters. */
const MAX_ROW = 100_000;
/** Rows in which the titles, or what a table looks like, are searched. */
const FIRST_ROWS = MAX_SKIPPED + 10;

/** A table of movements with a line of titles, or with columns that a person chose. @throws DomainError invalid_value */
export function readCsv(text: string, mapping?: TableMapping): DraftStatement[] {
  const used = mapping ?? mappingOfTitles(text);
  const problem = mappingProblem(used);
  if (problem) throw unreadable(problem);
  const [titles, rows] = rowsOf(text, used);
  requireFew({ lines: rows.length });
  const table: Table = { titles, rows, mapping: used, isChosen: mapping !== undefined, ...facts(rows, used) };
  requireUnderstood(table);
  const states = rows.map((row) => stateOfRow(table, row));
  const booked = rows.filter((_, index) => states[index] === 'booked');
  const byAccount = Map.groupBy(booked, (row) => compactIban(cellOf(table, row, 'account') || used.account));
  requireFew({ statements: byAccount.size });
  if (byAccount.size === 0) byAccount.set(compactIban(used.account), []);
  const notes = notesOf(table, states);
  return [...byAccount].map(([account, own]) => ({
    format: 'CSV',
    number: '',
    account,
    notes,
    drafts: own.map((row) => draftOf(table, row)).filter(({ amount }) => amount.amount !== 0n),
  }));
}

type Row = readonly string[];
type Table = {
  readonly titles: Row;
  readonly rows: readonly Row[];
  readonly mapping: TableMapping;
  /** Whether a person chose what the columns are. */
  readonly isChosen: boolean;
  readonly isSigned: boolean;
  readonly decimal: TableMapping['decimal'];
};

const columnOf = ({ mapping }: Pick<Table, 'mapping'>, role: ColumnRole): number => mapping.columns.indexOf(role);
const has = (table: Pick<Table, 'mapping'>, role: ColumnRole): boolean => columnOf(table, role) >= 0;
const cellOf = (table: Table, row: Row, role: ColumnRole): string => (row[columnOf(table, role)] ?? '').trim();
const valuesOf = (rows: readonly Row[], column: number): string[] =>
  rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');

const MONEY = new Set<ColumnRole>(['amount', 'money_in', 'money_out', 'fee']);

/** What follows from all rows together: one signed amount shows that amounts have signs, one clear amount which mark is that of decimals. */
function facts(rows: readonly Row[], mapping: TableMapping): Pick<Table, 'isSigned' | 'decimal'> {
  const cells = mapping.columns.flatMap((role, column) => (MONEY.has(role) ? valuesOf(rows, column) : []));
  const marks = new Set(cells.flatMap((cell) => decimalIn(cell) ?? []));
  const amounts = valuesOf(rows, mapping.columns.indexOf('amount'));
  const [mark] = marks.size === 1 ? marks : [];
  return {
    isSigned: amounts.some((cell) => signAndDigits(cell).isNegative),
    decimal: mapping.decimal === 'auto' ? (mark ?? 'auto') : mapping.decimal,
  };
}

/** The mark of decimals, where the amount can be read in one way only. */
function decimalIn(cell: string): '.' | ',' | undefined {
  const { digits } = signAndDigits(cell);
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  const mark = point > comma ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  if (point < 0 && comma < 0) return undefined;
  if (point >= 0 && comma >= 0) return mark;
  if (digits.split(mark).length > 2) return other;
  return /[.,]\d{1,2}$/.test(digits) ? mark : undefined;
}

/** `-1 234,50`, `1.234,50-`, `(1,234.50)`, `+5`, `€ 5`. */
function signAndDigits(cell: string): { isNegative: boolean; digits: string } {
  const text = cell.replace(/[\s'\u2019€$£]/g, '').replace(/\u2212/g, '-');
  const [, before = '', digits = text, after = ''] = /^([+(-]?)([\d.,]*)([)-]?)$/.exec(text) ?? [];
  const isNegative = before === '-' || (after === '-' && before === '') || (before === '(' && after === ')');
  const isOdd = (after !== '' && !isNegative) || (before === '-' && after !== '') || (before === '(' && after !== ')');
  return isOdd ? { isNegative: false, digits: text } : { isNegative, digits };
}

/** The rows of a text at the first of its lines that have any, cut by the mark that parts them. */
function parsed(text: string, delimiter: string, most: number, isSearch = false): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_quotes: isSearch,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      to: most,
      max_record_size: MAX_ROW,
    });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The table cannot be read (${error.message.slice(0, 100)}).`);
    throw error;
  }
}

/** How the table begins, whatever stands before its titles. */
function firstRows(text: string, delimiter: string): string[][] {
  const first = text.split(/\r\n?|\n/, FIRST_ROWS).join('\n');
  return parsed(first, delimiter, FIRST_ROWS, true);
}

function rowsOf(text: string, { delimiter, skip, titles, columns }: TableMapping): [string[], string[][]] {
  const all = parsed(text, delimiter, MAX_LINES + FIRST_ROWS + 1);
  const named = titles.length > 0 ? (all[skip] ?? []) : [];
  if (titles.length > 0 && normal(named).join('\n') !== normal(titles).join('\n')) {
    throw unreadable('The titles of the table are not those for which its columns were chosen.');
  }
  const first = skip + (titles.length > 0 ? 1 : 0);
  const rows = all.slice(first).filter((row) => row.some((cell) => cell.trim() !== ''));
  for (const [index, row] of rows.entries()) {
    const isLonger = row.slice(columns.length).some((cell) => cell.trim() !== '');
    if (isLonger || row.length < columns.length - columns.toReversed().findIndex((role) => role !== 'none')) {
      throw unreadable(
        `Row ${first + index + 1} has ${row.length} cells where ${columns.length} are expected: "${row.join(' ').trim().slice(0, 40)}".`,
      );
    }
  }
  return [named, rows];
}

const normal = (titles: readonly string[]): string[] =>
  titles.map((title) => title.trim().toLowerCase().replace(/\s+/g, ' '));

/** `betrag (eur)` is an amount in euros. */
const bare = (title: string): string => title.replace(/\s*\((?:[a-z]{3}|€|\$|£)\)$/, '').trim();
const currencyIn = (title: string): string =>
  ({ '€': 'EUR', $: 'USD', '£': 'GBP' })[/\(([€$£])\)$/.exec(title)?.[1] ?? ''] ??
  (/\(([a-z]{3})\)$/.exec(title)?.[1] ?? '').toUpperCase();

/** Finds the line of titles and what each column is. @throws DomainError invalid_value */
function mappingOfTitles(text: string): TableMapping {
  let most: string[] = [];
  for (const delimiter of DELIMITERS) {
    const rows = firstRows(text, delimiter);
    for (const [skip, titles] of rows.slice(0, MAX_SKIPPED).entries()) {
      const columns = rolesOf(titles);
      const hasOne = (...roles: ColumnRole[]) => roles.some((role) => columns.includes(role));
      if (hasOne('booked_on') && hasOne('amount', 'money_in', 'money_out')) {
        const currency = currencyIn(normal(titles)[columns.indexOf('amount')] ?? '');
        if (!hasOne('currency') && !isCurrency(currency)) throw unclear('The table has no column "currency".');
        return {
          delimiter,
          skip,
          titles,
          columns,
          days: 'auto',
          decimal: 'auto',
          account: '',
          currency: hasOne('currency') || !isCurrency(currency) ? null : currency,
        };
      }
      if (titles.length > most.length) most = titles;
    }
  }
  const columns = rolesOf(most);
  const missing = (['booked_on', 'amount', 'currency'] as const).find((role) => !columns.includes(role)) ?? 'booked_on';
  throw unclear(
    `The table has no column "${TITLES[missing]?.[0]}". Choose what its columns are, if it is the table of a bank.`,
  );
}

function rolesOf(titles: readonly string[]): ColumnRole[] {
  const names = normal(titles).map(bare);
  const columns: ColumnRole[] = names.map((name) =>
    FEES.has(name) ? 'fee' : isDirectionTitle(name) ? 'direction' : 'none',
  );
  for (const [role, words] of Object.entries(TITLES) as [ColumnRole, readonly string[]][]) {
    const place = words.map((word) => names.indexOf(word)).find((index) => index >= 0 && columns[index] === 'none');
    if (place !== undefined) columns[place] = role;
  }
  return columns;
}

/** How a table begins, and what its columns may be, for a person who chooses. Whether a fee is in the amount, no title says. */
export function sketchOf(text: string): { rows: string[][]; mapping: TableMapping } {
  const tried = DELIMITERS.map((delimiter) => ({ delimiter, rows: firstRows(text, delimiter) }));
  const widthOf = (rows: readonly Row[]) => Math.max(0, ...rows.map(({ length }) => length));
  const best = tried.toSorted((one, other) => widthOf(other.rows) - widthOf(one.rows))[0];
  const { delimiter, rows } = best ?? { delimiter: ',' as const, rows: [] };
  const width = widthOf(rows);
  const skip = Math.min(
    MAX_SKIPPED,
    Math.max(
      0,
      rows.findIndex(({ length }) => length === width),
    ),
  );
  const first = rows[skip] ?? [];
  const titles = first.some((cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell)) ? [] : first;
  const roles = titles.length > 0 ? rolesOf(titles) : first.map(() => 'none' as const);
  const columns = roles.map((role) => (role === 'fee' ? 'undecided' : role));
  const settings = { days: 'auto', decimal: 'auto', currency: null, account: '' } as const;
  return { rows, mapping: { delimiter, skip, titles, columns, ...settings } };
}

const titleAt = ({ titles }: Table, column: number): string => titles[column]?.trim() || `${column + 1}`;

/** Refuses a table that says more about direction, fees or states than is understood. @throws DomainError invalid_value */
function requireUnderstood(table: Table): void {
  const { mapping, isSigned, rows } = table;
  const hasSides = has(table, 'direction') || (has(table, 'money_in') && has(table, 'money_out'));
  for (const [column, role] of mapping.columns.entries()) {
    const cells = valuesOf(rows, column);
    const what = `The column "${titleAt(table, column)}"`;
    if (role === 'direction') requireDirections(table, what, cells);
    if (role === 'fee' && !table.isChosen && !isRevolut(table)) {
      const fee = cells.find((cell) => /[1-9]/.test(cell));
      if (fee) throw unclear(`${what} has ${fee.slice(0, 40)}: whether the amount contains it is not said.`);
    }
    if (role !== 'none') continue;
    const unbooked = cells.find(unbookedWord);
    if (unbooked) throw unclear(`${what} says "${unbooked.slice(0, 40)}", and is not read.`);
    const side = cells.find((cell) => directionOf(cell) === 'out');
    if (side && !isSigned && !hasSides) {
      throw unclear(
        `${what} says "${side.slice(0, 40)}" and no amount has a minus: money that left would be read as money that came.`,
      );
    }
  }
}

function requireDirections({ isSigned, rows }: Table, what: string, cells: readonly string[]): void {
  const strange = cells.find((cell) => directionOf(cell) === undefined);
  if (strange !== undefined) {
    throw unclear(`${what} tells debits from credits, and "${strange.slice(0, 40)}" is not known as one of them.`);
  }
  if (cells.length < rows.length && !isSigned) {
    throw unclear(`${what} tells debits from credits, and is empty in a row.`);
  }
}

/** Its table has the fee beside the amount, and the balance less both. */
const isRevolut = ({ titles }: Table): boolean =>
  ['started date', 'completed date', 'fee', 'state', 'balance'].every((title) => normal(titles).includes(title));

/** @throws DomainError invalid_value for a state that is not known */
function stateOfRow(table: Table, row: Row): RowState {
  const column = columnOf(table, 'state');
  const word = cellOf(table, row, 'state');
  if (column < 0 || word === '') return 'booked';
  const state = stateOf(word);
  if (state) return state;
  // "Info" is a column of states in some tables, and of free text in others.
  const isFree = normal(table.titles)[column] === 'info' && !valuesOf(table.rows, column).some((cell) => stateOf(cell));
  if (isFree && !table.isChosen) return 'booked';
  throw unclear(
    `The column "${titleAt(table, column)}" says "${word.slice(0, 40)}": whether that is booked is not known.`,
  );
}

function notesOf(table: Table, states: readonly RowState[]): string[] {
  const count = (state: RowState) => states.filter((each) => each === state).length;
  const of = (number: number, noun: string) => (number === 1 ? noun : `${noun}s`);
  const rows = (number: number) => `${number} ${of(number, 'row')}`;
  const zeros = table.rows.filter((row, index) => states[index] === 'booked' && isZero(table, row)).length;
  const unread = table.mapping.columns.flatMap((role, column) =>
    role === 'none' && valuesOf(table.rows, column).length > 0 ? [`"${titleAt(table, column)}"`] : [],
  );
  return [
    ...(count('waiting') > 0 ? [`${rows(count('waiting'))} not booked yet`] : []),
    ...(count('failed') > 0 ? [`${rows(count('failed'))} that failed or were taken back`] : []),
    ...(zeros > 0 ? [`${rows(zeros)} of 0.00`] : []),
    ...(table.mapping.skip > 0 ? [`${table.mapping.skip} ${of(table.mapping.skip, 'line')} before the table`] : []),
    ...(unread.length > 0 ? [`the ${of(unread.length, 'column')} ${unread.join(', ')}`] : []),
  ];
}

const isZero = (table: Table, row: Row): boolean => draftOf(table, row).amount.amount === 0n;

function draftOf(table: Table, row: Row): Draft {
  const { days, currency: onlyCurrency, columns } = table.mapping;
  const cell = (role: ColumnRole) => cellOf(table, row, role);
  const bookedOn = dateOf(cell('booked_on'), days);
  const currency = onlyCurrency ?? cell('currency').toUpperCase();
  return {
    bookedOn,
    valueDate: cell('value_date') === '' ? bookedOn : dateOf(cell('value_date'), days),
    amount: moneyOf(table, row, currency),
    reference: cell('reference'),
    text: columns
      .flatMap((role, column) => (role === 'text' ? [(row[column] ?? '').trim()] : []))
      .filter(Boolean)
      .join(' '),
    name: cell('name'),
    iban: compactIban(cell('iban')),
    bankReference: cell('bank_reference'),
  };
}

/** The amount of a row with its sign, from whichever columns tell it. They must agree. @throws DomainError invalid_value */
function moneyOf(table: Table, row: Row, currency: string) {
  const read = (cell: string) => {
    const { isNegative, digits } = signAndDigits(cell);
    return signed(isNegative, amountOf(withPoint(digits, currency, table.decimal), currency));
  };
  const side = (role: 'money_in' | 'money_out') => {
    const cell = cellOf(table, row, role);
    const minor = cell === '' ? 0n : read(cell).amount;
    return minor < 0n ? -minor : minor;
  };
  const [into, out] = [side('money_in'), side('money_out')];
  const written = cellOf(table, row, 'amount');
  const money = has(table, 'amount') ? read(written) : read('0');
  const disagree = (why: string) => unreadable(`The row with "${row.join(' ').slice(0, 60)}" ${why}.`);
  if (into !== 0n && out !== 0n) throw disagree('has both money in and money out');
  let minor = money.amount;
  const moved = into - out;
  if (moved !== 0n) {
    if (has(table, 'amount') && minor !== moved && minor !== -moved) throw disagree('has two different amounts');
    if (minor < 0n && moved > 0n) throw disagree('has a minus, and an amount that came in');
    minor = moved;
  } else if (minor > 0n && has(table, 'money_in') && has(table, 'money_out')) {
    throw disagree('does not say whether its money came in or went out');
  }
  const direction = has(table, 'direction') ? directionOf(cellOf(table, row, 'direction')) : undefined;
  if (direction === 'out' && minor > 0n) {
    if (table.isSigned) throw disagree('is called money out and has no minus, as other rows have');
    minor = -minor;
  }
  if (direction === 'in' && minor < 0n) throw disagree('is called money in and has a minus');
  const fees = table.mapping.columns.flatMap((role, column) => (role === 'fee' ? [(row[column] ?? '').trim()] : []));
  const fee = fees
    .filter(Boolean)
    .reduce((sum, cell) => sum + (read(cell).amount < 0n ? -1n : 1n) * read(cell).amount, 0n);
  return { ...money, amount: minor - fee };
}

/**
 * `1.234,56` and `1,234.56` → `1234.56`: the last of the two marks is the decimal one. A mark that occurs twice
 * separates thousands. Where the other amounts of the table show which mark is that of decimals, that one counts.
 */
function withPoint(digits: string, currency: string, decimal: TableMapping['decimal']): string {
  if (decimal !== 'auto') {
    const other = decimal === '.' ? ',' : '.';
    const [whole = '', ...fraction] = digits.split(decimal);
    const isGrouped = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+$`).test(whole);
    if (isGrouped) return [whole.replaceAll(other, ''), ...fraction].join('.');
    return whole.includes(other) ? digits : [whole, ...fraction].join('.');
  }
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return digits.replaceAll(point > comma ? ',' : '.', '').replace(',', '.');
  if (/^\d{1,3}([.,]\d{3}){2,}$/.test(digits)) return digits.replace(/[.,]/g, '');
  // Yen have no decimals, and dinars three after a point; a comma may be either.
  const decimals = isCurrency(currency) ? CURRENCIES[currency].digits : 2;
  if (decimals === 0 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return digits.replace(/[.,]/, '');
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !(decimals === 3 && point >= 0)) {
    throw unclear(`"${digits}" is not an amount in ${currency} that is clear: it may be a thousand or a fraction.`);
  }
  return digits;
}

function dateOf(text: string, days: TableMapping['days']): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year && month && day && (days === 'auto' || days === 'ymd')) return dayOf(year, month, day);
  const pattern =
    days === 'auto' ? /^(\d{1,2})(\.)(\d{1,2})\.(\d{2}|\d{4})$/ : /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)/;
  const [, first, , second, last] = pattern.exec(text) ?? [];
  if (first && second && last) {
    const [y, m, d] =
      days === 'ymd' ? [first, second, last] : days === 'mdy' ? [last, first, second] : [last, second, first];
    if (y.length === 2 || y.length === 4) return dayOf(y.length === 2 ? `20${y}` : y, m, d);
  }
  const message = `"${text.slice(0, 40)}" is not a day such as 2026-10-31.`;
  // The table of another custom: which number is the month, a person may choose.
  if (days === 'auto' && /^\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)/.test(text)) {
    throw unclear(`${message} Choose whether the day or the month comes first.`);
  }
  throw unreadable(message);
}
