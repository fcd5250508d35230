import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node';
import type { ExportFormat } from '#bff/contract/money/transaction.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';

/** A spreadsheet is built in memory before it is sent. CSV is not, so it has no limit of rows. */
export const MAX_XLSX_ROWS = 50_000;

/** Decimals are exact strings such as "-12.50", or empty; times are in UTC. */
export type ExportColumn<Item> = { readonly title: string; readonly width: number } & (
  | { readonly kind: 'text' | 'decimal'; readonly value: (item: Item) => string }
  | { readonly kind: 'time'; readonly value: (item: Item) => Date }
);

export type ExportFile = { readonly contentType: string; readonly body: Readable };

/**
 * Turns pages of rows into a file as a stream. CSV is written while the pages are read, so its length has no limit.
 * @throws ApiError 422 export_too_large, before anything is sent, for a spreadsheet of more than MAX_XLSX_ROWS rows.
 */
export async function exportTable<Item>(
  format: ExportFormat,
  columns: readonly ExportColumn<Item>[],
  pages: AsyncIterable<readonly Item[]>,
): Promise<ExportFile> {
  return format === 'csv' ? csvFile(columns, pages) : await xlsxFile(columns, pages);
}

function csvFile<Item>(columns: readonly ExportColumn<Item>[], pages: AsyncIterable<readonly Item[]>): ExportFile {
  const writer = stringify({
    bom: true,
    header: true,
    columns: columns.map((column) => column.title),
    record_delimiter: 'windows',
    // A description such as "=HYPERLINK(…)" must stay text when the file is opened in a spreadsheet.
    escape_formulas: true,
    // The escaper takes the '-' of a negative amount for a formula, so our own decimals are exempt.
    cast: {
      string: (value, context) =>
        columns[context.index]?.kind === 'decimal' ? { value, escape_formulas: false } : value,
    },
  });
  const source = Readable.from(textRows(columns, pages));
  // pipe() forwards no errors. A failed read must break the download off, because it would else look complete.
  source.on('error', (error) => writer.destroy(error));
  writer.on('close', () => source.destroy());
  return { contentType: 'text/csv; charset=utf-8', body: source.pipe(writer) };
}

async function* textRows<Item>(columns: readonly ExportColumn<Item>[], pages: AsyncIterable<readonly Item[]>) {
  for await (const page of pages) {
    for (const item of page) {
      yield columns.map((column) => (column.kind === 'time' ? column.value(item).toISOString() : column.value(item)));
    }
  }
}

async function xlsxFile<Item>(
  columns: readonly ExportColumn<Item>[],
  pages: AsyncIterable<readonly Item[]>,
): Promise<ExportFile> {
  const rows: SheetData = [columns.map((column) => ({ value: column.title, fontWeight: 'bold' }))];
  for await (const page of pages) {
    for (const item of page) {
      if (rows.length > MAX_XLSX_ROWS) {
        throw new ApiError(
          422,
          'export_too_large',
          `A spreadsheet may hold at most ${MAX_XLSX_ROWS.toLocaleString('en-US')} rows. Narrow the dates, or choose CSV.`,
        );
      }
      rows.push(columns.map((column) => cell(column, item)));
    }
  }
  const body = await writeXlsxFile(rows, {
    columns: columns.map((column) => ({ width: column.width })),
    stickyRowsCount: 1,
  }).toBuffer();
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Readable.from([body]),
  };
}

function cell<Item>(column: ExportColumn<Item>, item: Item): Row[number] {
  if (column.kind === 'time') return { type: Date, value: column.value(item), format: 'yyyy-mm-dd hh:mm' };
  // A spreadsheet's number is a float: exact to the cent up to 90 trillion, which no amount of the ledger exceeds.
  const text = column.value(item);
  if (column.kind === 'text') return { type: String, value: text };
  return text === '' ? null : { type: Number, value: Number(text), format: '#,##0.00' };
}
