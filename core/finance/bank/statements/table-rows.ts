import { CsvError, parse } from 'csv-parse/sync';
import { MAX_LINES, unreadable } from './statement.ts';
import { MAX_SKIPPED, type TableMapping } from './table-mapping.ts';

/** Characters. */
const MAX_ROW = 100_000;
/** Rows in which the titles, or what a table looks like, are searched. */
const FIRST_ROWS = MAX_SKIPPED + 10;

export type Row = readonly string[];

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
export function firstRows(text: string, delimiter: string): string[][] {
  const first = text.split(/\r\n?|\n/, FIRST_ROWS).join('\n');
  return parsed(first, delimiter, FIRST_ROWS, true);
}

export function rowsOf(text: string, { delimiter, skip, titles, columns }: TableMapping): [string[], string[][]] {
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

export const normal = (titles: readonly string[]): string[] =>
  titles.map((title) => title.trim().toLowerCase().replace(/\s+/g, ' '));
