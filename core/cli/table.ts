import { stringify } from 'csv-stringify/sync';
import { formatMoney, type Money, toDecimal } from '#core/kernel/money/money.ts';
import type { Output } from './output.ts';

export type Column<Row> = {
  readonly name: string;
  of(row: Row): string;
  /** The key in JSON, when the name's letters and digits alone would be wrong. */
  readonly key?: string;
  /** Width of the column in a long table, whose later rows are not known when it begins. */
  readonly width: number;
  /** Figures are aligned right and never cut. */
  readonly align?: 'left' | 'right';
  /** In a narrow terminal, this text is cut before others (ids: their beginnings are enough), or never. */
  readonly cut?: 'first' | 'never';
};
export type Format = 'table' | 'json' | 'csv';

/** Programs get decimals, with the currency in a column of its own; people get the currency's symbol. */
export const amountFor = (format: Format): ((value: Money) => string) => (format === 'table' ? formatMoney : toDecimal);
/** ISO 8601, UTC, with seconds: spreadsheets read this. Days stay days. */
export const inSeconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
/** JSON has the exact time of an event. */
export const timeFor = (format: Format): ((time: string) => string) => (format === 'json' ? String : inSeconds);
/** The column for amounts that carry no symbol. */
export const currencyColumns = <Row>(format: Format, of: (row: Row) => string): readonly Column<Row>[] =>
  format === 'table' ? [] : [{ name: 'Currency', width: 8, of }];

/** The first rows determine the widths of the columns; a table with no more rows fits its content. */
const ROWS_LOOKED_AT = 100;
const GAP = '  ';
/**
 * No text is cut below this width; texts that are cut first keep the second one: `deposit-034e37f…` still identifies
 * one.
 */
const LEAST_WIDTH = 8;
const LEAST_WIDTH_OF_ID = 16;

/**
 * Writes rows one by one, so that a long history is never whole in memory: as a table for people, as JSON lines, or as
 * CSV in which a spreadsheet finds no formulas. `isLive`: each row is shown as it comes. Returns how many there were.
 */
export async function writeRows<Row>(
  { output, format, isLive = false }: { readonly output: Output; readonly format: Format; readonly isLive?: boolean },
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<NoInfer<Row>>[],
): Promise<number> {
  const table = format === 'table' ? createTable(output, columns, isLive ? 0 : ROWS_LOOKED_AT) : undefined;
  const keys = columns.map(({ name, key }) => key ?? camelCase(name));
  // Without the mark, spreadsheets read the file as the encoding of their country.
  if (format === 'csv') await output.line(`\uFEFF${csvLine(columns.map(({ name }) => name))}`);
  let count = 0;
  for await (const row of rows) {
    const values = columns.map((column) => column.of(row));
    if (table) await table.row(values);
    else if (format === 'csv') await output.line(csvLine(values));
    else await output.line(JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, values[at]]))));
    count += 1;
  }
  await table?.end();
  return count;
}

type Shape = Omit<Column<never>, 'of'>;

function createTable(output: Output, columns: readonly Shape[], looksAt: number) {
  let waiting: (readonly string[])[] | undefined = [];
  let widths: readonly number[] = [];
  // A file or a pipe has no width: a longer value shifts its line.
  const isCut = output.columns !== undefined;
  const write = (values: readonly string[]) => output.line(lineOf(columns, widths, values, isCut));
  async function begin(isWhole: boolean): Promise<void> {
    const rows = waiting ?? [];
    waiting = undefined;
    widths = fit(columns, wanted(columns, rows, isWhole), output.columns);
    const names = lineOf(
      columns,
      widths,
      columns.map((column) => column.name),
      isCut,
    );
    await output.line(output.bold?.(names) ?? names);
    await output.line(widths.map((width) => '─'.repeat(width)).join(GAP));
    for (const row of rows) await write(row);
  }
  return {
    async row(values: readonly string[]): Promise<void> {
      if (!waiting) return write(values);
      waiting.push(values);
      if (waiting.length >= looksAt) await begin(false);
    },
    async end(): Promise<void> {
      if (waiting) await begin(true);
    },
  };
}

/** The width that the rows take; if more may come, at least the column's own width. */
const wanted = (columns: readonly Shape[], rows: readonly (readonly string[])[], isWhole: boolean): number[] =>
  columns.map(({ name, width }, at) =>
    Math.max(name.length, isWhole ? 0 : width, ...rows.map((row) => row[at]?.length ?? 0)),
  );

/** Shortens the widest texts, one character at a time, until a line fits the terminal: first ids, then the others. */
function fit(columns: readonly Shape[], widths: number[], room = Number.POSITIVE_INFINITY): number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, width) => sum + width, GAP.length * (fitted.length - 1)) - room;
  for (const { isFirst, least } of [
    { isFirst: true, least: LEAST_WIDTH_OF_ID },
    { isFirst: false, least: LEAST_WIDTH },
  ]) {
    const texts = columns.flatMap(({ align, cut }, at) =>
      align === 'right' || cut === 'never' || (isFirst && cut !== 'first') ? [] : [at],
    );
    const widthOf = (at: number) => fitted[at] ?? 0;
    while (excess > 0) {
      const [widest] = texts.toSorted((one, other) => widthOf(other) - widthOf(one));
      if (widest === undefined || widthOf(widest) <= least) break;
      fitted[widest] = widthOf(widest) - 1;
      excess -= 1;
    }
  }
  return fitted;
}

function lineOf(
  columns: readonly Shape[],
  widths: readonly number[],
  values: readonly string[],
  isCut: boolean,
): string {
  const cells = columns.map(({ align }, at) => {
    const value = values[at] ?? '';
    const width = widths[at] ?? 0;
    return align === 'right' ? value.padStart(width) : (isCut ? cut(value, width) : value).padEnd(width);
  });
  return cells.join(GAP).trimEnd();
}

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** A negative figure begins like a formula but is not one: columns of amounts must add up. */
const FIGURE = /^-\d+(\.\d+)?$/;
const csvLine = (values: readonly string[]): string =>
  stringify([[...values]], {
    escape_formulas: true,
    cast: { string: (value) => (FIGURE.test(value) ? { value, escape_formulas: false } : value) },
  }).trimEnd();

const camelCase = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]+(.)/g, (_match, letter: string) => letter.toUpperCase());
