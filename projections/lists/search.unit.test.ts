import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idsBeginningWith } from './search.ts';

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
