import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayAfter, startOfDay } from './zones.ts';

it('a day begins at midnight of its zone, whatever the clock does', () => {
  for (const [day, zone, start] of [
    ['2026-11-27', 'UTC', '2026-11-27T00:00:00.000Z'],
    ['2026-11-27', 'Pacific/Kiritimati', '2026-11-26T10:00:00.000Z'],
    ['2026-11-27', 'Asia/Kolkata', '2026-11-26T18:30:00.000Z'],
    ['2026-11-27', 'Pacific/Pago_Pago', '2026-11-27T11:00:00.000Z'],
    // Summer time begins, ends, and begins at midnight.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ] as const) {
    assert.equal(startOfDay(day, zone), start, `${day} in ${zone}`);
  }
  assert.equal(dayAfter('2028-02-28'), '2028-02-29');
  assert.equal(dayAfter('2026-12-31'), '2027-01-01');
});
