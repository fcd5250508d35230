import {
  amountOf,
  compactIban,
  type Draft,
  type DraftStatement,
  requireFew,
  signed,
  unclear,
  unreadable,
} from './statement.ts';
import { dateOf, decimalIn, signAndDigits, withPoint } from './table-figures.ts';
import { type ColumnRole, mappingProblem, type TableMapping } from './table-mapping.ts';
import { normal, type Row, rowsOf } from './table-rows.ts';
import { mappingOfTitles } from './table-titles.ts';
import { directionOf, type RowState, stateOf, unbookedWord } from './table-words.ts';

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
