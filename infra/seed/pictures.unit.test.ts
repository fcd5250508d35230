import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drawPaper } from './pictures.ts';

it('a paper says euros, brackets and all else that its fonts have', () => {
  const pdf = drawPaper('Transfer', 'Bank (Zürich)', [
    ['Amount', '€1,350.00'],
    ['Sender', 'Łódź'],
  ]).toString('latin1');
  for (const text of ['\x801,350.00', 'Bank \\(Z\xfcrich\\)', '?\xf3d?']) assert.ok(pdf.includes(`(${text}) Tj`), text);
});

it('a paper lists where each of its objects begins', () => {
  const pdf = drawPaper('Transfer', 'Bank', [['Amount', '€1']]).toString('latin1');
  const [, start = ''] = /startxref\n(\d+)\n%%EOF/.exec(pdf) ?? [];
  const table = pdf.slice(Number(start));
  assert.match(table, /^xref\n0 8\n/);
  for (const [index, [, place = '']] of [...table.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
    assert.ok(pdf.slice(Number(place)).startsWith(`${index + 1} 0 obj\n`));
  }
});
