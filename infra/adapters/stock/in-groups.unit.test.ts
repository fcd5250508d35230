import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inGroups } from './in-groups.ts';

/** Squares numbers, records their groups, and fails for a group with a negative number. */
function squares(most: number) {
  const groups: number[][] = [];
  const square = inGroups(most, async (numbers: readonly number[]) => {
    groups.push([...numbers]);
    if (numbers.some((number) => number < 0)) throw new RangeError('negative');
    return (number) => number ** 2;
  });
  return { groups, square };
}

describe('work in groups', () => {
  it('takes together what comes at the same moment, and answers each item', async () => {
    const { groups, square } = squares(3);
    assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(square)), [1, 4, 9, 16, 25]);
    assert.deepEqual(groups, [
      [1, 2, 3],
      [4, 5],
    ]);
    assert.equal(await square(6), 36);
  });

  it('takes together what comes while a run goes on', async () => {
    const mayEnd = Promise.withResolvers<void>();
    const isRunning = Promise.withResolvers<void>();
    const groups: number[][] = [];
    const same = inGroups(3, async (numbers: readonly number[]) => {
      groups.push([...numbers]);
      isRunning.resolve();
      await mayEnd.promise;
      return (number) => number;
    });
    const first = same(1);
    await isRunning.promise;
    const others = [2, 3, 4, 5].map(same);
    mayEnd.resolve();
    assert.deepEqual(await Promise.all([first, ...others]), [1, 2, 3, 4, 5]);
    assert.deepEqual(groups, [[1], [2, 3, 4], [5]]);
  });

  it('fails for the item that fails alone, and for no other', async () => {
    const { groups, square } = squares(10);
    const results = await Promise.allSettled([1, 2, -3, 4].map(square));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      [1, 4, 'negative', 16],
    );
    assert.deepEqual(groups, [[1, 2, -3, 4], [1], [2], [-3], [4]]);
  });
});
