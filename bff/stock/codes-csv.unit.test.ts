import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { MAX_CODES_AT_ONCE } from '#bff/ports/gift-code.ts';
import { MAX_PROBLEMS_REPORTED, parseCodesCsv } from './codes-csv.ts';

const parse = (text: string) => parseCodesCsv(Readable.from([Buffer.from(text)]));

describe('gift codes from CSV', () => {
  it('reads one code a row, with or without a heading, a BOM, CRLF and blank lines', async () => {
    const plain = await parse('AAAA-1111\nBBBB-2222\n');
    assert.deepEqual(
      plain.codes.map(({ code }) => code),
      ['AAAA-1111', 'BBBB-2222'],
    );
    const headed = await parse('\uFEFFserial number,Code\r\n1,AAAA-1111\r\n\r\n2,BBBB-2222\r\n');
    assert.deepEqual(headed.codes, [
      { line: 2, code: 'AAAA-1111' },
      { line: 4, code: 'BBBB-2222' },
    ]);
    assert.equal(headed.problemCount, 0);
  });

  it('reports a repeated code with both line numbers and keeps the first', async () => {
    const parsed = await parse('code\nAAAA-1111\nBBBB-2222\naaaa 1111\n');
    assert.equal(parsed.codes.length, 2);
    assert.deepEqual(parsed.problems, [{ line: 4, message: 'The same code is on line 2 already.' }]);
  });

  it('reports short, long and unreadable codes by line', async () => {
    const parsed = await parse(`abc\n${'X'.repeat(121)}\nCOD\u00c9-9999\n`);
    assert.deepEqual(
      parsed.problems.map(({ line }) => line),
      [1, 2, 3],
    );
    assert.equal(parsed.codes.length, 0);
  });

  it('answers a broken quote with a problem rather than a crash', async () => {
    const parsed = await parse('AAAA-1111\n"BBBB');
    assert.equal(parsed.problemCount, 1);
    assert.match(parsed.problems[0]?.message ?? '', /cannot be read as CSV/);
  });

  it('bounds the problems that it lists, and still counts all', async () => {
    const parsed = await parse('ab\n'.repeat(MAX_PROBLEMS_REPORTED + 20));
    assert.equal(parsed.problems.length, MAX_PROBLEMS_REPORTED);
    assert.equal(parsed.problemCount, MAX_PROBLEMS_REPORTED + 20);
  });

  it('stops at a line without an end, and at a file that is wrong throughout', async () => {
    const commas = await parse(`AAAA-1111\n${','.repeat(1_000_000)}`);
    assert.deepEqual(commas.problems, [{ line: 2, message: 'The line is longer than 4096 bytes.' }]);
    const short = await parse('a\n'.repeat(30_000));
    assert.equal(short.problemCount, MAX_CODES_AT_ONCE);
  });
});
