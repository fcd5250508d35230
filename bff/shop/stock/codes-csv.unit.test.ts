import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { MAX_CODES_AT_ONCE } from '#bff/kit/ports/gift-code.ts';
import { describeCodes } from './code-shape.ts';
import { MAX_PROBLEMS_REPORTED, parseCodesCsv } from './codes-csv.ts';

const parse = (text: string) => parseCodesCsv(Readable.from([Buffer.from(text)]));

describe('gift codes from CSV', () => {
  it('reads one code a row, with or without a heading, a BOM, CRLF and blank lines', async () => {
    const plain = await parse('AAAA-1111\nBBBB-2222\n');
    assert.deepEqual(
      plain.codes.map(({ code }) => code),
      ['AAAA-1111', 'BBBB-2222'],
    );
    const headed = await parse('\uFEFFCode\r\nAAAA-1111\r\n\r\nBBBB-2222\r\n');
    assert.deepEqual(headed.codes, [
      { line: 2, code: 'AAAA-1111' },
      { line: 4, code: 'BBBB-2222' },
    ]);
    assert.equal(headed.problemCount, 0);
  });

  for (const heading of [
    ...[
      'code',
      'Codes',
      'GIFT CODE',
      'gift_code',
      'Voucher Number',
      'Card Number',
      'Gift Card Code',
      'Redemption code',
    ],
    ...[
      'Activation Code',
      'Claim-Code',
      'PIN',
      'Serial',
      'Product Key',
      'License key',
      'Gutscheincode',
      'Gutschein-Nr.',
      'Kartennummer',
    ],
  ]) {
    it(`sells no heading “${heading}”`, async () => {
      const { codes, problemCount } = await parse(`${heading}\nQX7K-11AA-0001\nQX7K-11AA-0002\n`);
      assert.deepEqual([codes.map(({ code }) => code), problemCount], [['QX7K-11AA-0001', 'QX7K-11AA-0002'], 0]);
    });
  }

  for (const [file, lines, said] of [
    ['Guthaben Bezeichner\nQX7K-11AA-0001\nQX7K-11AA-0002\n', [1], /text, not a code/],
    ['Guthaben\nQX7K-11AA-0001\nQX7K-11AA-0002\n', [1], /unlike the rest.*put a line “code” above it/],
    ['Col1\nQX7K-11AA-0001\nQX7K-11AA-0002\n', [1], /unlike the rest/],
    ['Steamcodes\nQX7K-11AA-0001\n', [1], /unlike the rest/],
    ['Steamcodes\n', [1], /unlike the rest/],
    [
      'Redemption code,Value\nQX7K-11AA-0001,25\n',
      [1],
      /columns?: “Redemption code” and “Value”.*leave only the column/,
    ],
    ['Serial,Code\n000000981,QX7K-55EE-0001\n000000982,QX7K-55EE-0002\n', [1], /“Serial” and “Code”/],
    ['PIN,Code\n4711,QX7K-55EE-0001\n', [1], /“PIN” and “Code”/],
    ['Code,PIN\nQX7K-55EE-0001,4711\n', [1], /a PIN or an expiry has no place/],
    ['code,expires_at\nQX7K-55EE-0001,2020-01-01\n', [1], /a PIN or an expiry has no place/],
    ['Expires\n2030-01-01\n', [1], /not one of codes/],
    ['code\nQX7K-55EE-0001,4711\n', [2], /more than one column/],
    ['QX7K-55EE-0001,4711\nQX7K-55EE-0002,4712\n', [1, 2], /more than one column/],
    ['QX7K-55EE-0001\n,QX7K-55EE-0002\n', [2], /another column/],
    ['Code;PIN\nQX7K-22BB-0001;4711\nQX7K-22BB-0002;4712\n', [1, 2, 3], /holds ; /],
    ['code\nQX7K-22BB-0001|4711\n', [2], /holds \| /],
    ['sep=,\ncode\nQX7K-33CC-0001\n', [1, 2], /holds = /],
    ['code\nQX7K-44DD-0001\nQX7K-44DD-0002\nTotal: 2 codes\n', [4], /about the file/],
    ['code\nQX7K-44DD-0001\nTotal 2\n', [3], /about the file/],
    ['QX7K-44DD-0001\nQX7K-44DD-0002\nQX7K-44DD-0003\n0003\n', [4], /unlike the rest, as a sum is/],
    ['# exported 2026-11-01\nQX7K-44DD-0001\n', [1], /holds # /],
    ['// exported\nQX7K-44DD-0001\n', [1], /comment/],
    ['<html><body>Service unavailable</body></html>\n', [1], /holds < /],
    ['{"error":"not found"}\n', [1], /holds \{ /],
    ['code\nThe codes follow by mail on 3 May\n', [2], /text, not a code/],
    ['code\nSee page 2 of the delivery note\n', [2], /text, not a code/],
    ['code\n1.23457E+23\n', [2], /scientific notation/],
    ['code\n1E+15\n', [2], /scientific notation/],
    ['code\n="00150"\n', [2], /holds = /],
    ['code\n########\n', [2], /holds # /],
    ['code\n2027-12-31\n', [2], /a date/],
    ['code\n31.12.2027\n', [2], /a date/],
    ['code\n25.00\n', [2], /an amount/],
    ['QX7K-44DD-0001\nCode\nQX7K-44DD-0002\n', [2], /a heading/],
    ['code\nQX7K  44DD  0001\n', [2], /several spaces/],
  ] as const) {
    it(`refuses ${JSON.stringify(file.slice(0, 60))} by line`, async () => {
      const { problems } = await parse(file);
      assert.deepEqual(
        problems.map(({ line }) => line),
        lines,
      );
      assert.match(problems[0]?.message ?? '', said);
    });
  }

  it('takes codes of every usual form, without a heading too', async () => {
    for (const codes of [
      ['QX7K-44DD-0001', 'QX7K-44DD-0002'],
      ['6006491727005748393', '6006491727005748394'],
      ['AAAA BBBB 0001', 'AAAA BBBB 0002'],
      ['x8f3kq', 'p0z6mm', '77aa1b'],
      ['1234E567', '9876E543'],
      ['ABCD-EFGH-2345', 'JKLM-NPQR-STUV', 'WXYZ-2345-ABCD'],
      ['aB3_d.9/k', 'cD4_e.8/m'],
      ['code', 'ONLYLETTERS'],
    ]) {
      const parsed = await parse(codes.join('\n'));
      assert.deepEqual(parsed.problems, []);
      assert.equal(parsed.codes.length, codes.filter((code) => code !== 'code').length);
    }
  });

  it('says what it understood, and shows no code', () => {
    const codes = ['QX7K-11AA-0001', 'QX7K-11AB-2202', 'QX7K-11AA-0003', 'SHORT1'];
    assert.equal(
      describeCodes(codes),
      '3 codes of 14 characters, as AA9A-99AA-9999; 1 code of 6 characters, as AAAAA9. The first: ••••-••••-0001, ••••-••••-2202, ••••-••••-0003.',
    );
    assert.match(describeCodes(['SHORT1']), /The first: ••••••\.$/);
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
