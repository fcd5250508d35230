import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clockOf,
  formatDate,
  formatDatePadded,
  formatDateTime,
  formatDuration,
  formatRelative,
  toDate,
  toIsoDay,
} from './dates.ts';
import { formatTransactionTime } from './transaction-time.ts';

describe('the formats of dates', () => {
  it('are those of the specifications', () => {
    for (const [date, short, padded, time] of [
      [new Date(2025, 0, 1, 0, 0), 'Jan 1, 2025', 'Jan 01, 2025', 'January 1st, 2025 12:00 AM'],
      [new Date(2025, 1, 2, 12, 5), 'Feb 2, 2025', 'Feb 02, 2025', 'February 2nd, 2025 12:05 PM'],
      [new Date(2026, 10, 23, 23, 59), 'Nov 23, 2026', 'Nov 23, 2026', 'November 23rd, 2026 11:59 PM'],
      [new Date(2024, 5, 13, 9, 30), 'Jun 13, 2024', 'Jun 13, 2024', 'June 13th, 2024 9:30 AM'],
    ] as const)
      assert.deepEqual([formatDate(date), formatDatePadded(date), formatTransactionTime(date)], [short, padded, time]);
  });

  it('have the clock of the reader: of twelve hours, or of twenty-four', () => {
    const [night, afternoon] = [new Date(2026, 10, 24, 0, 7), new Date(2026, 10, 24, 15, 57)];
    const at = (moment: Date, ...locales: string[]) =>
      locales.map((locale) => clockOf(locale).format(moment).replaceAll('\u202f', ' '));
    assert.deepEqual(at(afternoon, 'en-US', 'en-IN', 'en-GB', 'de-DE'), ['3:57 PM', '3:57 PM', '15:57', '15:57']);
    assert.deepEqual(at(night, 'en-US', 'de'), ['12:07 AM', '00:07']);
    assert.equal(
      formatDateTime(afternoon),
      `Nov 24, 2026, ${at(afternoon, new Intl.DateTimeFormat().resolvedOptions().locale)[0]}`,
    );
  });

  it('keep a calendar day that day in every zone', () => {
    assert.equal(formatDate('2025-01-05'), 'Jan 5, 2025');
    assert.equal(toIsoDay(toDate('2025-01-05')), '2025-01-05');
  });

  it('say how long ago something was', () => {
    const now = new Date('2025-03-10T12:00:00Z');
    assert.equal(formatRelative('2025-03-10T11:59:50Z', now), 'now');
    assert.equal(formatRelative('2025-03-10T11:55:00Z', now), '5 minutes ago');
    assert.equal(formatRelative('2025-03-09T12:00:00Z', now), 'yesterday');
    assert.equal(formatRelative('2025-02-01T12:00:00Z', now), 'Feb 1, 2025');
  });

  it('count down past a day in hours', () => {
    assert.equal(formatDuration(48 * 3600), '48:00:00');
    assert.equal(formatDuration(61.9), '00:01:01');
    assert.equal(formatDuration(-5), '00:00:00');
  });
});
