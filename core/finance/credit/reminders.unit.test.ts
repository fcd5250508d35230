import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inDebtSince } from './credit.ts';
import { levelsDue, levelsReached } from './reminders.ts';

describe('the levels of a reminder', () => {
  const rules = { days: [30, 60], percents: [80, 100] };
  const at = (since: string | null, usedPermille: number | null, used = 1n) =>
    levelsReached({ since, used, usedPermille }, rules, '2026-03-31');

  it('are those of the days since it was drawn, and of the part of the limit', () => {
    assert.deepEqual(at('2026-03-02', 799), []);
    assert.deepEqual(at('2026-03-01', 799), ['due-30']);
    assert.deepEqual(at('2026-01-30', 800), ['due-30', 'due-60', 'used-80']);
    assert.deepEqual(at('2026-03-31', 1_200), ['used-80', 'used-100']);
  });

  it('are none where nothing is drawn, and know no part of no limit', () => {
    assert.deepEqual(at(null, 0, 0n), []);
    assert.deepEqual(at('2026-01-01', null), ['due-30', 'due-60']);
  });

  it('are due once: an age for each part that is the oldest, the part of the limit until nothing is drawn', () => {
    const day = (on: string, own: bigint) => ({ day: on, own });
    const days = [day('2026-01-01', -90n), day('2026-01-10', 0n), day('2026-02-01', -10n), day('2026-02-03', -90n)];
    const reminded = [
      { level: 'used-80', since: '2026-02-01' },
      { level: 'due-30', since: '2026-02-01' },
    ];
    assert.equal(inDebtSince(days), '2026-02-01');
    assert.equal(inDebtSince([...days, day('2026-03-01', 5n)]), null);
    assert.equal(inDebtSince([]), null);
    const due = (since: string, more: typeof days = []) =>
      levelsDue(['due-30', 'used-80', 'used-100'], { since, inDebtSince: inDebtSince([...days, ...more]) }, reminded);
    assert.deepEqual(due('2026-02-01'), ['used-100']);
    // The oldest part was repaid; the next part was drawn on another day.
    assert.deepEqual(due('2026-02-03', [day('2026-03-01', -85n)]), ['due-30', 'used-100']);
    // All of it was repaid, and credit was drawn again.
    const again = [day('2026-03-01', 0n), day('2026-03-02', -90n)];
    assert.deepEqual(due('2026-03-02', again), ['due-30', 'used-80', 'used-100']);
  });
});
