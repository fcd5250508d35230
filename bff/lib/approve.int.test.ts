import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createAdministrator, type TestAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, fund, send, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';
import type { Currency } from '#core/kernel/money.ts';
import { sql } from './sql.ts';

describe('what one administrator may approve in a day', () => {
  let test: TestApp;
  let customer: TestCustomer;
  before(async () => {
    test = await startTestApp({ approvalLimitPerDay: 100_000n });
    customer = await createCustomer(test);
    await fund(test, customer, 'USD', 500_000n);
  });
  after(() => test.stop());

  const deposit = async (minor: bigint, currency: Currency = 'USD'): Promise<string> => {
    const depositId = randomUUID();
    await send(test, {
      ...{ type: 'RequestDeposit', depositId, number: `DEP-${depositId.slice(0, 6)}`, note: null },
      ...{ customerId: customer.customerId, walletId: customer.wallets[currency], amount: { amount: minor, currency } },
    });
    return depositId;
  };
  const approve = (as: TestAdministrator, id: string, amount: string, headers = {}) =>
    as.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: amount, admin_notes: 'Seen' }, headers);

  it('is counted over deposits of all currencies, payouts and credit limits, and refused beyond', async () => {
    const admin = await createAdministrator(test);
    assertStatus(await approve(admin, await deposit(30_000n), '300'), 200);
    assertStatus(await approve(admin, await deposit(10_000n, 'EUR'), '100'), 200);
    const withdrawalId = randomUUID();
    await send(test, {
      ...{ type: 'RequestWithdrawal', withdrawalId, number: `WDR-${withdrawalId.slice(0, 6)}`, bankSnapshotId: null },
      ...{ customerId: customer.customerId, walletId: customer.wallets.USD, requestedBy: 'customer' },
      ...{ amount: { amount: 20_000n, currency: 'USD' }, userNote: null, adminNote: null },
    });
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${withdrawalId}/complete`, {}), 200);
    const credit = (limit: string) =>
      admin.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
        wallet_id: customer.wallets.USD,
        credit_limit: limit,
      });
    assertStatus(await credit('350'), 200);
    const id = await deposit(4_001n);
    const beyond = await approve(admin, id, '40.01');
    assertStatus(beyond, 409);
    assert.equal(beyond.json().code, 'daily_limit');
    assert.match(
      beyond.json().message,
      /You may approve \$1,000\.00 a day, and \$40\.00 of it is left\. Another administrator/,
    );
    assertStatus(await credit('0'), 200);
    assertStatus(await approve(admin, await deposit(4_000n), '40'), 200);
    assertStatus(await approve(await createAdministrator(test), id, '40.01'), 200);
  });

  it('holds for two at once', async () => {
    const admin = await createAdministrator(test);
    const ids = await Promise.all(Array.from({ length: 5 }, () => deposit(30_000n)));
    const answers = await Promise.all(ids.map((id) => approve(admin, id, '300')));
    assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [200, 200, 200, 409, 409]);
  });

  it('counts no refusal, the same deposit once, and no other day', async () => {
    const admin = await createAdministrator(test);
    const id = await deposit(90_000n);
    assertStatus(await approve(admin, id, '900.01'), 422);
    const key = { 'idempotency-key': randomUUID() };
    assertStatus(await approve(admin, id, '900', key), 200);
    assertStatus(await approve(admin, id, '900', key), 200);
    assertStatus(await approve(admin, id, '900'), 200);
    assertStatus(await approve(admin, await deposit(10_001n), '100.01'), 409);
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.approval_of_day set day = day - 1 where administrator_id = ${admin.administratorId}`,
    );
    assertStatus(await approve(admin, await deposit(90_000n), '900'), 200);
  });
});
