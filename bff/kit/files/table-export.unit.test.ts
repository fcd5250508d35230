import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { ExportColumn } from './export-column.ts';
import { exportTable } from './table-export.ts';
import { MAX_XLSX_ROWS } from './xlsx-chunks.ts';

type Line = { at: Date; what: string; amount: string };
const columns: ExportColumn<Line>[] = [
  { title: 'Date', width: 18, kind: 'time', value: (line) => line.at },
  { title: 'Description', width: 40, kind: 'text', value: (line) => line.what },
  { title: 'Amount', width: 14, kind: 'decimal', value: (line) => line.amount },
];
const line: Line = { at: new Date('2026-03-01T10:00:00Z'), what: '=cmd|calc, "quoted"', amount: '-12.50' };

async function* pages(count: number, size = 1_000): AsyncGenerator<Line[]> {
  for (let sent = 0; sent < count; sent += size) yield Array(Math.min(size, count - sent)).fill(line);
}

describe('exports', () => {
  it('write CSV whose text cannot act as a formula and whose amounts stay numbers', async () => {
    const file = await exportTable('csv', columns, pages(2));
    const lines = (await text(file.body)).replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(lines[0], 'Date,Description,Amount');
    assert.equal(lines[1], `2026-03-01T10:00:00.000Z,"'=cmd|calc, ""quoted""",-12.50`);
    assert.equal(lines.length, 3);
  });

  it('break the CSV download when reading fails, rather than end it early', async () => {
    async function* failing(): AsyncGenerator<Line[]> {
      yield [line];
      throw new Error('the database went away');
    }
    const file = await exportTable('csv', columns, failing());
    await assert.rejects(text(file.body), /went away/);
  });

  it('write a spreadsheet that has each cell as the library writes it', async () => {
    const file = await exportTable('xlsx', columns, pages(3));
    const mine = unzipSync(await buffer(file.body));
    const titles = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
    const cells: SheetData[number] = [
      { type: Date, value: line.at, format: 'yyyy-mm-dd hh:mm' },
      { type: String, value: line.what },
      { type: Number, value: -12.5, format: '#,##0.00' },
    ];
    const widths = columns.map(({ width }) => ({ width }));
    const sheet = writeXlsxFile([titles, cells, cells, cells], { columns: widths, stickyRowsCount: 1 });
    const theirs = unzipSync(await sheet.toBuffer());
    const read = (files: typeof mine, name: string) => strFromU8(files[name] ?? new Uint8Array());
    for (const name of ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/styles.xml']) {
      assert.equal(read(mine, name), read(theirs, name), name);
    }
    // Texts stand in their cells, not in a list of all texts, which would have to be held.
    const shared = '<is><t xml:space="preserve">=cmd|calc, "quoted"</t></is>';
    const asTheirs = read(mine, 'xl/worksheets/sheet1.xml')
      .replaceAll('t="inlineStr"', 't="s"')
      .replaceAll(shared, '<v>3</v>');
    assert.equal(asTheirs, read(theirs, 'xl/worksheets/sheet1.xml'));
  });

  it('leave out of a spreadsheet what XML cannot have, and empty cells', async () => {
    const odd = { at: line.at, what: '<\u0001a & b>\ud800', amount: '' };
    const file = await exportTable('xlsx', columns, Readable.from([[odd]]));
    const sheet = strFromU8(unzipSync(await buffer(file.body))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    assert.match(sheet, /<t xml:space="preserve">&lt;a &amp; b&gt;\ufffd<\/t><\/is><\/c><\/row><\/sheetData>/);
  });

  it('write a spreadsheet while its rows are read', async () => {
    let read = 0;
    async function* counted() {
      for await (const page of pages(500_000)) {
        read += page.length;
        yield page;
      }
    }
    const file = await exportTable('xlsx', columns, counted());
    for await (const _chunk of file.body) break;
    assert.ok(read < 50_000, `${read} of 500,000 rows were read for the first bytes`);
  });

  it('break the spreadsheet off when reading fails', async () => {
    async function* failing(): AsyncGenerator<Line[]> {
      yield [line];
      throw new Error('the database went away');
    }
    const file = await exportTable('xlsx', columns, failing());
    await assert.rejects(buffer(file.body), /went away/);
  });

  it('refuse a spreadsheet that is too long for a sheet, before a row is read', async () => {
    const count = async () => MAX_XLSX_ROWS + 1;
    await assert.rejects(exportTable('xlsx', columns, pages(1), count), /at most 1,048,575 rows/);
  });
});
