import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminWithdrawalPage, AdminWithdrawalSaved, WithdrawalAnswer } from '#bff/contract/money/withdrawal.ts';
import { saveBankingDetail } from '#bff/money/payees/banking-store.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';
import { findWallet } from '#projections/models/wallets.ts';

const IBAN = 'DE89370400440532013000';

describe('withdrawals in the back-office', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const [admin, second] = [await createAdministrator(test), await createAdministrator(test)];
  const customer = await createCustomer(test);
  await saveBankingDetail(test.deps, customer.customerId, randomUUID(), {
    bank_name: 'Sparkasse',
    full_bank_address: 'Hauptstraße 1, Köln',
    account_beneficiary_name: 'Żółć Sp. z o.o.',
    currency: 'EUR',
    account_iban: IBAN,
    bic_swift: 'COLSDE33',
    aba_wire_routing_no: null,
    ach_routing_no: null,
  });
  await fund(test, customer, 'EUR', 100_000n);
  after(() => test.stop());

  const create = (payload: object = {}) =>
    admin.send('POST', '/api/admin/withdrawals', {
      user_id: customer.customerId,
      wallet_id: customer.wallets.EUR,
      amount: '100.00',
      admin_notes: 'Asked for by phone',
      user_notes: 'As we agreed',
      ...payload,
    });
  const created = async (payload: object = {}) => {
    const answer = await create(payload);
    assertStatus(answer, 201);
    return AdminWithdrawalSaved.parse(answer.json()).data;
  };
  const wallet = async () => {
    const found = await findWallet(test.deps.database, customer.wallets.EUR);
    assert.ok(found);
    return found;
  };

  it('hold the money, and carry the bank data in full for the transfer', async () => {
    const before = await wallet();
    const withdrawal = await created();
    assert.equal(withdrawal.status, 'pending');
    assert.equal(withdrawal.requested_by, 'administrator');
    assert.equal(withdrawal.admin_notes, 'Asked for by phone');
    assert.equal(withdrawal.user_notes, 'As we agreed');
    assert.equal(withdrawal.bank_details?.accountNumber, IBAN);
    const after = await wallet();
    assert.equal(after.balance, before.balance);
    assert.equal(after.held - before.held, 10_000n);
    const list = AdminWithdrawalPage.parse((await admin.get('/api/admin/withdrawals?status=pending')).json());
    assert.ok(list.data.some((row) => row.id === withdrawal.id));
    const own = await admin.get(`/api/admin/users/${customer.customerId}/withdrawals`);
    assert.ok(AdminWithdrawalPage.parse(own.json()).data.some((row) => row.id === withdrawal.id));
  });

  it('go to the account that was seen, or nothing is held', async () => {
    const before = await wallet();
    const seen = { expect_account_name: 'Żółć Sp. z o.o.', expect_account_last_four: IBAN.slice(-4) };
    for (const [field, other] of [
      ['expect_account_name', 'Ada Byron'],
      ['expect_account_last_four', '0000'],
      ['expect_account_name', null],
    ] as const) {
      const refused = await create({ ...seen, [field]: other });
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'changed_since_shown');
      assert.match(refused.json().message, new RegExp(`you were shown ${other ?? 'none'}`));
    }
    assert.equal((await wallet()).held, before.held);
    const { status } = await created(seen);
    assert.equal(status, 'pending');
  });

  it('leave the wallet when completed, once, and balance the books', async () => {
    const before = await wallet();
    const { id } = await created();
    const complete = () => second.send('POST', `/api/admin/withdrawals/${id}/complete`, { admin_notes: 'SEPA 42' });
    const answers = await Promise.all([complete(), complete()]);
    for (const answer of answers) assertStatus(answer, 200);
    const data = AdminWithdrawalSaved.parse(answers[0]?.json()).data;
    assert.equal(data.status, 'completed');
    assert.match(data.admin_notes ?? '', /Asked for by phone\nSEPA 42/);
    assert.notEqual(data.completed_at, null);
    const after = await wallet();
    assert.equal(before.balance - after.balance, 10_000n);
    assert.equal(after.held, before.held);
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${id}/reject`, { admin_notes: 'Too late' }), 409);
    assert.equal((await trialBalance(test.deps.database)).isBalanced, true);
  });

  it('refuse the same decision with other notes, which would be lost', async () => {
    const decide = (id: string, decision: string, notes: object) =>
      second.send('POST', `/api/admin/withdrawals/${id}/${decision}`, notes);
    const [paid, refused] = [(await created()).id, (await created()).id];
    assertStatus(await decide(paid, 'complete', { admin_notes: 'SEPA 43' }), 200);
    assertStatus(await decide(paid, 'complete', { admin_notes: 'SEPA 43' }), 200);
    const again = await decide(paid, 'complete', { admin_notes: 'SEPA 44' });
    assertStatus(again, 409);
    assert.match(
      again.json().message,
      /completed: it was decided with another value date or other notes\. Nothing was changed/,
    );
    const notes = { admin_notes: 'Account closed', user_notes: 'Please call us' };
    assertStatus(await decide(refused, 'reject', notes), 200);
    assertStatus(await decide(refused, 'reject', notes), 200);
    assertStatus(await decide(refused, 'reject', { ...notes, user_notes: 'Please write to us' }), 409);
  });

  it('keep the day on which the bank paid them, not before they were requested', async () => {
    const { id } = await created();
    const on = (value_date: string) => second.send('POST', `/api/admin/withdrawals/${id}/complete`, { value_date });
    const early = await on('2020-01-01');
    assertStatus(early, 422);
    assert.match(early.json().errors.value_date[0], /before it was requested/);
    assertStatus(await on('2999-01-01'), 422);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    assertStatus(await on(day(2)), 422);
    // The bank's day, west of UTC.
    const answer = await on(day(1));
    assertStatus(answer, 200);
    assert.equal(answer.json().data.value_date, day(1));
  });

  it('are never completed by the administrator who made them', async () => {
    const before = await wallet();
    const { id, awaits_second_approval, approvals } = await created();
    assert.equal(awaits_second_approval, true);
    assert.deepEqual(
      approvals.map(({ by }) => by.name),
      [admin.name],
    );
    const own = await admin.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
    assertStatus(own, 409);
    assert.match(
      own.json().message,
      /You have made this withdrawal yourself\. A second administrator has to complete it/,
    );
    assert.equal((await wallet()).balance, before.balance);
    assertStatus(await second.send('POST', `/api/admin/withdrawals/${id}/complete`, {}), 200);
  });

  it('above the limit of one administrator are approved by one and paid out by another', async () => {
    await fund(test, customer, 'EUR', 1_000_000n);
    const before = await wallet();
    const withdrawalId = randomUUID();
    await send(test, {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: `WDR-${withdrawalId.slice(0, 6)}`,
      bankSnapshotId: null,
      customerId: customer.customerId,
      walletId: customer.wallets.EUR,
      requestedBy: 'customer',
      amount: { amount: 450_001n, currency: 'EUR' },
      userNote: null,
      adminNote: null,
    });
    const complete = (as: TestAdministrator, headers = {}) =>
      as.send('POST', `/api/admin/withdrawals/${withdrawalId}/complete`, {}, headers);
    const key = { 'idempotency-key': randomUUID() };
    const first = await complete(admin, key);
    assertStatus(first, 200);
    const { data, message } = AdminWithdrawalSaved.parse(first.json());
    assert.match(message, /A second administrator has to make the transfer/);
    assert.deepEqual([data.status, data.awaits_second_approval, data.completed_at], ['pending', true, null]);
    assert.equal(data.updated_at, data.approvals[0]?.at);
    assert.deepEqual((await complete(admin, key)).json(), first.json());
    assertStatus(await complete(admin), 409);
    const shown = await test.app.inject({ url: `/api/withdrawals/${withdrawalId}`, headers: customer.headers });
    assert.equal(shown.json().data.status, 'pending');
    const queue = AdminWithdrawalPage.parse((await admin.get('/api/admin/withdrawals?status=second_approval')).json());
    assert.ok(queue.data.some((row) => row.id === withdrawalId));
    assert.ok(queue.data.every((row) => row.awaits_second_approval && row.status === 'pending'));
    const bells = (await second.get('/api/admin/notifications?per_page=100')).json().data;
    const rung = bells.find((each: { type: string }) => each.type === 'SecondApprovalNotification');
    assert.deepEqual([rung.data.withdrawal_id, rung.data.amount], [withdrawalId, '€4,500.01']);
    assert.equal((await wallet()).balance, before.balance);
    const done = AdminWithdrawalSaved.parse((await complete(second)).json()).data;
    assert.deepEqual([done.status, done.awaits_second_approval], ['completed', false]);
    assert.deepEqual(
      done.approvals.map(({ by }) => by.id),
      [admin.administratorId, second.administratorId],
    );
    assert.equal(before.balance - (await wallet()).balance, 450_001n);
    assert.equal((await trialBalance(test.deps.database)).isBalanced, true);
  });

  it('give the held money back when rejected, and show the customer what was written for them alone', async () => {
    const before = await wallet();
    const { id } = await created();
    const answer = await admin.send('POST', `/api/admin/withdrawals/${id}/reject`, {
      admin_notes: 'Account closed',
      user_notes: 'Please check your bank details',
    });
    assertStatus(answer, 200);
    const { data } = AdminWithdrawalSaved.parse(answer.json());
    assert.equal(data.admin_notes, 'Asked for by phone\nAccount closed');
    assert.equal(data.user_notes, 'As we agreed\nPlease check your bank details');
    const own = await test.app.inject({ url: `/api/withdrawals/${id}`, headers: customer.headers });
    assert.equal(WithdrawalAnswer.parse(own.json()).data.user_notes, 'As we agreed\nPlease check your bank details');
    assert.ok(!own.body.includes('Account closed'));
    assert.deepEqual([(await wallet()).balance, (await wallet()).held], [before.balance, before.held]);
  });

  it('are refused in the words of the form, and take nothing', async () => {
    const before = await wallet();
    const cases: [object, string, string][] = [
      [{ amount: '1000000' }, 'amount', `Insufficient balance. Available: ${formatted(before.balance - before.held)}`],
      [{ amount: '0' }, 'amount', 'Please enter a valid amount'],
      [{ amount: 'much' }, 'amount', 'Please enter a valid amount'],
      [{ wallet_id: randomUUID() }, 'wallet_id', 'Selected wallet not found'],
      [{ wallet_id: '' }, 'wallet_id', 'Please select a wallet'],
    ];
    for (const [payload, field, message] of cases) {
      const answer = await create(payload);
      assertStatus(answer, 422);
      assert.equal(answer.json().errors[field][0], message);
    }
    const other = await createCustomer(test);
    assertStatus(await create({ user_id: other.customerId }), 422);
    assert.equal((await wallet()).held, before.held);
  });

  it('never take credit, only what the customer owns', async () => {
    const debtor = await createCustomer(test);
    const credit = await admin.send('POST', `/api/admin/users/${debtor.customerId}/credit`, {
      wallet_id: debtor.wallets.USD,
      credit_limit: '500',
    });
    assertStatus(credit, 200);
    const answer = await create({ user_id: debtor.customerId, wallet_id: debtor.wallets.USD, amount: '1' });
    assertStatus(answer, 422);
    assert.equal(answer.json().message, 'Insufficient balance. Available: $0.00');
  });

  it('of the smallest amount work', async () => {
    assert.equal((await created({ amount: '0.01' })).amount.formatted, '€0.01');
  });
});

const formatted = (minor: bigint): string =>
  `€${(minor / 100n).toLocaleString('en-US')}.${(minor % 100n).toString().padStart(2, '0')}`;
