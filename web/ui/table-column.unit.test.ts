import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareSortValues } from './table-column.ts';

describe('the order of table rows', () => {
  it('sorts numbers within text by their value, and bigints exactly', () => {
    assert.deepEqual(['D-10', 'D-9', 'D-100'].toSorted(compareSortValues), ['D-9', 'D-10', 'D-100']);
    assert.equal(compareSortValues(9_007_199_254_740_993n, 9_007_199_254_740_992n), 1);
  });

  it('puts what is missing last', () => {
    assert.deepEqual(([null, 2, undefined, 1] as const).toSorted(compareSortValues).slice(0, 2), [1, 2]);
  });
});
