import { lastDayOf } from '#core/aggregates/period/months.ts';
import type { TestAdministrator } from './administrators.ts';

/** Closes a month as a person does who is shown what is open at the bank, and gives a reason. */
export async function closeMonth(by: TestAdministrator, month: string) {
  const look = await by.get(`/api/admin/ledger/reconciliation?at=${lastDayOf(month)}`);
  const body = { expect_open: look.json().data.open_points, reason: 'The statements come later' };
  return by.send('POST', `/api/admin/ledger/periods/${month}/close`, body);
}
