import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CompanyDetailForm } from './company-form.ts';

it('a company may have been incorporated today, wherever it is, and not the day after', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-11-26T10:30:00Z') });
  const field = CompanyDetailForm.shape.date_of_incorporation;
  // It is the 27th east of Samoa already, and nowhere the 28th.
  for (const day of ['2026-11-26', '2026-11-27']) assert.ok(field.safeParse(day).success, day);
  for (const day of ['2026-11-28', '2026-02-30']) assert.ok(!field.safeParse(day).success, day);
});
