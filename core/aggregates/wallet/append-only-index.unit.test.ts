import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { added, addedAll, emptyIndex, entriesFrom, lookUp } from './append-only-index.ts';

describe('the append-only index', () => {
  it('finds what was added, and keeps the first value of a key', () => {
    const index = added(added(emptyIndex<number>(), 'a', 1), 'a', 2);
    assert.equal(lookUp(index, 'a'), 1);
    assert.equal(lookUp(index, 'b'), undefined);
  });

  it('does not show an older state what a newer one added', () => {
    const older = added(emptyIndex<number>(), 'a', 1);
    const newer = added(older, 'b', 2);
    assert.equal(lookUp(older, 'b'), undefined);
    assert.equal(lookUp(newer, 'b'), 2);
  });

  it('lets two states grow from the same one, apart', () => {
    const root = added(emptyIndex<number>(), 'a', 1);
    const left = added(root, 'b', 2);
    const right = added(root, 'b', 3);
    assert.deepEqual([lookUp(left, 'b'), lookUp(right, 'b')], [2, 3]);
    assert.equal(lookUp(added(root, 'c', 4), 'b'), undefined);
  });

  it('lists what was added since, in order, without what belongs to a newer state', () => {
    const older = addedAll(emptyIndex<number>(), [
      { key: 'b', value: 1 },
      { key: 'a', value: 2 },
      { key: 'c', value: 3 },
    ]);
    added(older, 'd', 4);
    assert.deepEqual(
      [...entriesFrom(older, 1)],
      [
        ['a', 2],
        ['c', 3],
      ],
    );
    assert.throws(
      () =>
        addedAll(
          emptyIndex(),
          [...'aa'].map((key) => ({ key, value: 1 })),
        ),
      /comes twice/,
    );
  });
});
