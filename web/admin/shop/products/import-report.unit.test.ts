import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StockImportAnswer } from '#bff/contract/shop/admin-product.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import { reportOf, reportOfRefusal } from './import-report.ts';

const answer = (part: Partial<StockImportAnswer>): StockImportAnswer => ({
  message: '3 codes added to stock',
  added: 3,
  duplicates: 0,
  invalid: [],
  data: {} as StockImportAnswer['data'],
  ...part,
});

describe('the report of a file of codes', () => {
  it('given only new codes, then it is good news without lines', () => {
    const report = reportOf('codes.csv', answer({}));
    assert.equal(report.tone, 'ok');
    assert.equal(report.title, '3 codes added to stock');
    assert.deepEqual(report.lines, []);
  });

  it('given codes that are known, then it warns and names their lines', () => {
    const lines = [{ line: 4, message: 'This code is in stock or was sold already.' }];
    const report = reportOf('codes.csv', answer({ added: 2, duplicates: 1, invalid: lines }));
    assert.equal(report.tone, 'warn');
    assert.deepEqual(report.lines, lines);
  });

  it('given more known codes than are listed, then it says so', () => {
    const lines = [{ line: 4, message: 'This code is in stock or was sold already.' }];
    assert.match(reportOf('codes.csv', answer({ duplicates: 9, invalid: lines })).message, /^The first 1 of them/);
  });

  it('given a refused file, then each line is read from the messages', () => {
    const error = new ApiError(422, {
      message: '2 lines are not right. Nothing was added.',
      code: 'codes_not_valid',
      errors: { codes: ['Line 2: The code is missing.', 'Line 12: The same code is on line 3 already.'] },
    });
    assert.deepEqual(reportOfRefusal('codes.csv', error)?.lines, [
      { line: 2, message: 'The code is missing.' },
      { line: 12, message: 'The same code is on line 3 already.' },
    ]);
  });

  it('given a refusal of the file itself, then its message is said once', () => {
    const message = 'The file holds no gift codes.';
    const error = new ApiError(422, { message, code: 'validation_failed', errors: { codes: [message] } });
    const report = reportOfRefusal('empty.csv', error);
    assert.equal(report?.title, message);
    assert.match(report?.message ?? '', /Choose another file\.$/);
    assert.deepEqual(report?.lines, []);
  });

  it('given a lost connection, then there is no report: nothing is known', () => {
    assert.equal(reportOfRefusal('codes.csv', new ApiError(0, {})), undefined);
  });
});
