import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changedBy } from './price-lines.ts';

it('a price is changed to the minor unit, half a unit up', () => {
  for (const [minor, basisPoints, after] of [
    [10_000n, 500, 10_500n],
    [10_000n, -500, 9_500n],
    // 1.05 times 9.99 is 10.4895.
    [999n, 500, 1_049n],
    [999n, -500, 949n],
    [10n, 500, 11n],
    [1n, -5_000, 1n],
    [1n, -5_001, 0n],
    [3n, 1, 3n],
    [100_000_000_000_000_000n, 1, 100_010_000_000_000_000n],
  ] as const) {
    assert.equal(changedBy(minor, basisPoints), after, `${minor} by ${basisPoints}`);
  }
});
