import { stringify } from 'csv-stringify';
import type { Output } from './output.ts';

export type Column = {
  readonly name: string;
  /** Characters; a longer value is shown in full and shifts its line (a shortened id would be useless). */
  readonly width: number;
  readonly align?: 'left' | 'right';
};
export type Format = 'table' | 'json' | 'csv';

export type RowWriter = {
  row(values: readonly string[]): Promise<void>;
  end(): Promise<void>;
};

/**
 * Writes rows one by one, so that a long history never stands in memory: as a table for people, as JSON lines, or as CSV in
 * which a spreadsheet finds no formulas.
 */
export async function createRowWriter(output: Output, format: Format, columns: readonly Column[]): Promise<RowWriter> {
  if (format === 'json') {
    const keys = columns.map((column) => camelCase(column.name));
    return {
      row: (values) => output.line(JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, values[at] ?? ''])))),
      end: async () => {},
    };
  }
  if (format === 'csv') {
    await output.line(await csvLine(columns.map((column) => column.name)));
    return { row: async (values) => output.line(await csvLine(values)), end: async () => {} };
  }
  const line = (values: readonly string[]) =>
    columns
      .map(({ width, align }, at) => {
        const value = values[at] ?? '';
        return align === 'right' ? value.padStart(width) : value.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  await output.line(line(columns.map((column) => column.name)));
  await output.line(columns.map(({ width }) => '─'.repeat(width)).join('  '));
  return { row: (values) => output.line(line(values)), end: async () => {} };
}

function csvLine(values: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify([[...values]], { escape_formulas: true }, (error, text) => {
      if (error) reject(error);
      else resolve(text.trimEnd());
    });
  });
}

const camelCase = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]+(.)/g, (_match, letter: string) => letter.toUpperCase());
