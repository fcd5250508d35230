import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeProblem } from './gift-code.ts';

describe('the shape of a gift code', () => {
  it('may be groups of capitals without a digit, which chance draws now and then, and is no sentence', () => {
    for (const code of ['QWER TZUP ASDF GHJK', 'AB12 CD34', 'ABCDE-FGHJK-LMNPQ'])
      assert.equal(codeProblem(code), undefined);
    for (const text of ['Total codes', 'end of file', 'HELLO THERE YOU', 'Thank you'])
      assert.notEqual(codeProblem(text), undefined, text);
  });
});
