import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate';
import type { ExportColumn } from './export-column.ts';

/** Of a sheet, below its line of titles. */
export const MAX_XLSX_ROWS = 1_048_575;

/** Rows that are packed at a time: other requests get their turn between. */
const ROWS_AT_A_TIME = 500;
const SHEET = 'xl/worksheets/sheet1.xml';
const END_OF_ROWS = '</sheetData>';
const MS_PER_DAY = 86_400_000;
/** 1 January 1970 in days as a spreadsheet counts them. */
const EPOCH_DAY = 25_569;

/**
 * A spreadsheet while its rows are read: memory stays that of some of them. The library makes the book with its titles and its styles; it would
 * hold every row, so the rows are put in here.
 */
export async function* xlsxChunks<Item>(
  columns: readonly ExportColumn<Item>[],
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<Uint8Array> {
  const { files, head, tail, styles } = await bookOf(columns);
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const add = (name: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  function* atHand() {
    const chunks = packed;
    packed = [];
    yield* chunks;
  }
  for (const [name, bytes] of Object.entries(files)) add(name).push(bytes, true);
  const sheet = add(SHEET);
  sheet.push(strToU8(head));
  let row = 1;
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += ROWS_AT_A_TIME) {
      const rows = page.slice(at, at + ROWS_AT_A_TIME).map((item) => rowOf(columns, styles, item, ++row));
      sheet.push(strToU8(rows.join('')));
      yield* atHand();
    }
  }
  sheet.push(strToU8(tail), true);
  zip.end();
  yield* atHand();
}

/** An empty book, its sheet before and after the rows, and the style of each column's cells. */
async function bookOf<Item>(columns: readonly ExportColumn<Item>[]) {
  const titles = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
  const one = columns.map(({ kind }) => {
    if (kind === 'text') return null;
    const cell = { type: Number, value: 1 } as const;
    return { ...cell, format: kind === 'time' ? 'yyyy-mm-dd hh:mm' : '#,##0.00' };
  });
  const widths = columns.map(({ width }) => ({ width }));
  // At the first spreadsheet, so that a start need not read it.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const book = await writeXlsxFile([titles, one], { columns: widths, stickyRowsCount: 1 }).toBuffer();
  const { [SHEET]: sheet, ...files } = unzipSync(book);
  const xml = strFromU8(sheet ?? new Uint8Array());
  const [from, until] = [xml.indexOf('<row r="2"'), xml.indexOf(END_OF_ROWS)];
  if (from < 0 || until < from)
    throw new Error('The library writes its sheets otherwise: xlsx-chunks.ts has to know how.');
  const row = xml.slice(from, until);
  const styles = columns.map((_, index) => new RegExp(`r="${letterOf(index)}2"( s="\\d+")`).exec(row)?.[1] ?? '');
  return { files, head: xml.slice(0, from), tail: xml.slice(until), styles };
}

function rowOf<Item>(
  columns: readonly ExportColumn<Item>[],
  styles: readonly string[],
  item: Item,
  row: number,
): string {
  const cells = columns.map((column, index) => {
    const place = `r="${letterOf(index)}${row}"${styles[index]}`;
    if (column.kind === 'time') {
      return `<c ${place}><v>${column.value(item).getTime() / MS_PER_DAY + EPOCH_DAY}</v></c>`;
    }
    const text = column.value(item);
    if (text === '') return '';
    // A spreadsheet's number is a float: exact to the cent up to 90 trillion, which no amount of the ledger exceeds.
    return column.kind === 'decimal'
      ? `<c ${place}><v>${Number(text)}</v></c>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

/** A to ZZ. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))) + String.fromCharCode(65 + (index % 26));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** XML has no other control characters than tab and line breaks, and no halves of a character. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character);
