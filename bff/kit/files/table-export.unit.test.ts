import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type ExportColumn, exportTable, MAX_XLSX_ROWS } from './table-export.ts';

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

  it('write a spreadsheet', async () => {
    const file = await exportTable('xlsx', columns, pages(3));
    const bytes = await buffer(file.body);
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
  });

  it('refuse a spreadsheet that is too long', async () => {
    await assert.rejects(exportTable('xlsx', columns, pages(MAX_XLSX_ROWS + 1)), /at most 50,000 rows/);
  });
});
