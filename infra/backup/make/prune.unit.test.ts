import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptBy, parseKeep } from './prune.ts';

describe('the rule that thins out sets', () => {
  const times = [
    '2026-01-05T08:00',
    '2026-01-30T08:00',
    '2026-02-27T08:00',
    '2026-03-02T08:00',
    '2026-03-03T08:00',
    '2026-03-03T08:15',
    '2026-03-03T20:00',
  ];
  const kept = (rule: string) => keptBy(parseKeep(rule), times);

  it('keeps the last of each hour, day, week and month that has one, and always the newest', () => {
    assert.deepEqual(kept('2h'), ['2026-03-03T08:15', '2026-03-03T20:00']);
    assert.deepEqual(kept('2d'), ['2026-03-02T08:00', '2026-03-03T20:00']);
    assert.deepEqual(kept('2w'), ['2026-02-27T08:00', '2026-03-03T20:00']);
    assert.deepEqual(kept('3m'), ['2026-01-30T08:00', '2026-02-27T08:00', '2026-03-03T20:00']);
    assert.deepEqual(
      kept('99h,99d,99w,99m'),
      times.filter((time) => time !== '2026-03-03T08:00'),
    );
  });

  it('refuses what it does not know', () => {
    for (const text of ['', '0d', '14', '14y', '1d;2w']) assert.throws(() => parseKeep(text), /--keep wants/);
  });
});
