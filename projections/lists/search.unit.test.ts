import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountsNamed, idsBeginningWith } from './search.ts';

describe('the first characters of an id', () => {
  it('stand for all ids that begin with them', () => {
    assert.deepEqual(idsBeginningWith('3F2a'), {
      first: '3f2a0000-0000-0000-0000-000000000000',
      last: '3f2affff-ffff-ffff-ffff-ffffffffffff',
    });
    assert.deepEqual(idsBeginningWith('3f2a1b4c-9'), {
      first: '3f2a1b4c-9000-0000-0000-000000000000',
      last: '3f2a1b4c-9fff-ffff-ffff-ffffffffffff',
    });
    const whole = '3f2a1b4c-9d1e-4abc-8def-0123456789ab';
    assert.deepEqual(idsBeginningWith(whole), { first: whole, last: whole });
  });

  it('are at least four, and nothing that is in no id', () => {
    for (const text of ['3f2', 'GL-0001', '3f2a1b4c9', 'face book', '3f2a1b4c-9d1e-4abc-8def-0123456789ab0']) {
      assert.equal(idsBeginningWith(text), undefined, text);
    }
  });
});

describe('the amounts that a term may be', () => {
  const of = (term: string, currency: string) => {
    const { codes, minors } = amountsNamed(term);
    return minors.filter((_, place) => codes[place] === currency);
  };
  it('are read in each currency, in the form of any country', () => {
    assert.deepEqual([of('98', 'USD'), of('98', 'JPY'), of('98', 'KWD')], [[9_800n], [98n], [98_000n]]);
    assert.deepEqual([of('1.234,50', 'EUR'), of('1,234.50', 'EUR')], [[123_450n], [123_450n]]);
    assert.deepEqual(of('1.234', 'KWD'), [1_234_000n, 1_234n], 'both readings');
  });
  it('are none where the term is a name, a number of a paper, or its end', () => {
    for (const term of ['Maya', 'DEP-000098', '000098']) assert.deepEqual(amountsNamed(term).minors, [], term);
  });
});
