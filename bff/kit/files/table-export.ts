import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ExportFormat } from '#bff/contract/money/transaction.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import type { ExportColumn } from './export-column.ts';
import { MAX_XLSX_ROWS, xlsxChunks } from './xlsx-chunks.ts';

export type ExportFile = { readonly contentType: string; readonly body: Readable };

/**
 * Turns pages of rows into a file as a stream, which is written while the pages are read. `count` says how many rows there are, up to one more
 * than a sheet has.
 * @throws ApiError 422 export_too_large, before anything is sent, for a spreadsheet of more than MAX_XLSX_ROWS rows.
 */
export async function exportTable<Item>(
  format: ExportFormat,
  columns: readonly ExportColumn<Item>[],
  pages: AsyncIterable<readonly Item[]>,
  count: () => Promise<number> = async () => 0,
): Promise<ExportFile> {
  if (format === 'csv') return csvFile(columns, pages);
  if ((await count()) > MAX_XLSX_ROWS) {
    throw new ApiError(
      422,
      'export_too_large',
      `A spreadsheet may hold at most ${MAX_XLSX_ROWS.toLocaleString('en-US')} rows. Narrow the dates, or choose CSV.`,
    );
  }
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Readable.from(xlsxChunks(columns, pages), { objectMode: false }),
  };
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
