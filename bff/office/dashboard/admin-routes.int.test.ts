import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { DashboardStats } from '#bff/contract/office/admin-dashboard.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const DAY_MS = 86_400_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

describe('the figures of the dashboard', async () => {
  const test = await startTestApp();
  // Noon of the next Monday: money comes in, and three days later somebody looks.
  const now = test.deps.clock();
  test.advance(((8 - now.getUTCDay()) % 7) * DAY_MS + 12 * 3_600_000 - (now.getTime() % DAY_MS));
  const monday = dayOf(test.deps.clock());
  await fund(test, await createCustomer(test), 'USD', 12_345n);
  test.advance(3 * DAY_MS);
  const thursday = dayOf(test.deps.clock());
  const admin = await createAdministrator(test);
  after(() => test.stop());

  it('are of whole weeks: the first one begins on its Monday, whatever day was asked for', async () => {
    const answer = await admin.get(`/api/admin/dashboard/stats?start_date=${thursday}&end_date=${thursday}`);
    assertStatus(answer, 200);
    const { transactions } = DashboardStats.parse(answer.json()).data;
    assert.deepEqual(transactions.chart.labels, [monday]);
    assert.equal(transactions.chart.datasets[0]?.data[0]?.formatted, '$123.45');
    assert.equal(transactions.inflow.formatted, '$123.45');
  });

  it('of days that are not in order are refused with a message, as everywhere in the back office', async () => {
    for (const path of [
      'dashboard/stats?',
      'transactions?',
      'audit?',
      'ledger/statement?account=assets:bank:USD&currency=USD&',
    ]) {
      const answer = await admin.get(`/api/admin/${path}start_date=${thursday}&end_date=${monday}`);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json().errors.end_date, ['The end date must not be before the start date'], path);
    }
  });
});
