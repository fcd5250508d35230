import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelsReached } from './reminders.ts';

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
});
