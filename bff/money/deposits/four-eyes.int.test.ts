import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminDepositPage, AdminDepositSaved } from '#bff/contract/money/deposit.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { proofOf, send } from '#infra/proof/api/customers.ts';
import { depositDesk } from '#infra/proof/api/deposit-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';

describe('deposits above the limit of one administrator', async () => {
  const test = await startTestApp();
  const desk = await depositDesk(test);
  const { admin, customer } = desk;
  after(() => test.stop());

  it('wait for a second one, and credit once', async () => {
    const second = await createAdministrator(test);
    const id = await desk.requested(1_200_000n);
    const before = await desk.balance();
    const key = { 'idempotency-key': randomUUID() };
    const first = await desk.approve(id, '11000', key);
    assertStatus(first, 200);
    const { message, data } = AdminDepositSaved.parse(first.json());
    assert.match(message, /A second administrator has to confirm it/);
    assert.deepEqual([data.status, data.awaits_second_approval, data.approved_amount], ['pending', true, null]);
    assert.equal(data.updated_at, data.approvals[0]?.at);
    assert.deepEqual(
      data.approvals.map(({ by, amount }) => [by.name, amount.formatted]),
      [[admin.name, '$11,000.00']],
    );
    assert.equal(data.second_approval_above.formatted, '$10,000.00');
    assert.deepEqual((await desk.approve(id, '11000', key)).json(), first.json());
    const shown = await test.app.inject({ url: `/api/deposits/${id}`, headers: customer.headers });
    assert.equal(shown.json().data.status, 'pending');

    const alone = await desk.approve(id, '11000');
    assertStatus(alone, 409);
    assert.match(alone.json().message, /You have said yes to this already\. A second administrator has to confirm it/);
    const other = await desk.approve(id, '12000', {}, second);
    assertStatus(other, 409);
    assert.match(other.json().message, /an approval of \$11,000\.00\. Confirm exactly that, or reject it/);
    assert.equal(await desk.balance(), before);

    const waiting = AdminDepositPage.parse((await admin.get('/api/admin/deposits?status=second_approval')).json());
    assert.deepEqual(
      waiting.data.map((row) => row.id),
      [id],
    );
    const confirmed = AdminDepositSaved.parse((await desk.approve(id, '11000', {}, second)).json()).data;
    assert.deepEqual([confirmed.status, confirmed.awaits_second_approval], ['approved', false]);
    assert.deepEqual(
      confirmed.approvals.map(({ by }) => by.id),
      [admin.administratorId, second.administratorId],
    );
    assert.equal((await desk.balance()) - before, 1_100_000n);
    const none = await admin.get('/api/admin/deposits?status=second_approval');
    assert.deepEqual(none.json().data, []);
    assert.equal((await trialBalance(test.deps.database)).isBalanced, true);
  });

  it('are approved first by one and confirmed by one, when several do at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => createAdministrator(test)));
    const id = await desk.requested(2_000_000n);
    const before = await desk.balance();
    const answers = await Promise.all([admin, ...others].map((each) => desk.approve(id, '20000', {}, each)));
    for (const answer of answers) assertStatus(answer, 200);
    const { data } = AdminDepositSaved.pick({ data: true }).parse(
      (await admin.get(`/api/admin/deposits/${id}`)).json(),
    );
    assert.equal(new Set(data.approvals.map(({ by }) => by.id)).size, 2);
    assert.equal((await desk.balance()) - before, 2_000_000n);
  });

  it('and those without a proof are not decided by one alone where a proof comes at the same moment, which nobody saw', async () => {
    const second = await createAdministrator(test);
    const { ledger } = test.deps;
    const { execute } = ledger;
    const approveWhileUploaded = (id: string, as: TestAdministrator) => {
      Object.assign(ledger, {
        execute: async (...args: Parameters<typeof execute>) => {
          Object.assign(ledger, { execute });
          await send(test, proofOf(id));
          return execute(...args);
        },
      });
      return desk.approve(id, '500', {}, as);
    };
    const id = await desk.requested(50_000n, 'USD', false);
    const before = await desk.balance();
    for (const as of [admin, second]) {
      const refused = await approveWhileUploaded(id, as);
      assertStatus(refused, 409);
      assert.match(refused.json().message, /payment proof is another one than you were shown/);
      const { status, awaits_second_approval } = (await admin.get(`/api/admin/deposits/${id}`)).json().data;
      assert.deepEqual([status, awaits_second_approval, await desk.balance()], ['pending', false, before]);
    }
    assertStatus(await desk.approve(id, '500'), 200);
    assert.equal((await desk.balance()) - before, 50_000n);
  });

  it('can be rejected after a first yes, which stays on record and rings for everybody else', async () => {
    const second = await createAdministrator(test);
    const id = await desk.requested(1_500_000n);
    await desk.approve(id, '15000');
    const ringsFor = async (who: TestAdministrator) => {
      const { data } = (await who.get('/api/admin/notifications?per_page=100')).json();
      return data.filter(
        (each: { type: string; data: { deposit_id?: string } }) =>
          each.type === 'SecondApprovalNotification' && each.data.deposit_id === id,
      );
    };
    assert.deepEqual(await ringsFor(admin), []);
    const [notification] = await ringsFor(second);
    assert.equal(notification.data.amount, '$15,000.00');
    const rejected = await second.send('POST', `/api/admin/deposits/${id}/reject`, { admin_notes: 'Another sender' });
    assertStatus(rejected, 200);
    assert.equal(rejected.json().data.approvals.length, 1);
    assert.equal(rejected.json().data.awaits_second_approval, false);
  });
});
