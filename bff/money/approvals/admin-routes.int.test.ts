import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { ApprovalAllowance, ApprovalPage } from '#bff/contract/money/admin-approval.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('what waits for a second administrator', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const admin = await createAdministrator(test);
  const second = await createAdministrator(test, 'approver');
  const customer = await createCustomer(test);
  await fund(test, customer, 'USD', 10_000_000n);
  after(() => test.stop());

  async function requestDeposit(minor: bigint): Promise<string> {
    const depositId = randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-${depositId.slice(0, 6)}`,
      note: null,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      amount: { amount: minor, currency: 'USD' },
    });
    await send(test, proofOf(depositId));
    return depositId;
  }
  async function requestWithdrawal(minor: bigint): Promise<string> {
    const withdrawalId = randomUUID();
    await send(test, {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: `WDR-${withdrawalId.slice(0, 6)}`,
      bankSnapshotId: null,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      requestedBy: 'customer',
      amount: { amount: minor, currency: 'USD' },
      userNote: null,
      adminNote: null,
    });
    return withdrawalId;
  }
  const approveDeposit = (as: TestAdministrator, id: string, amount: string, headers = {}) =>
    as.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: amount, admin_notes: 'Seen' }, headers);
  const complete = (as: TestAdministrator, id: string) => as.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
  const setCredit = (as: TestAdministrator, credit_limit: string) =>
    as.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
      wallet_id: customer.wallets.EUR,
      credit_limit,
    });
  const setDiscount = (as: TestAdministrator, product_id: string, percentage: number) =>
    as.send('POST', '/api/admin/discounts', { user_id: customer.customerId, product_id, percentage });
  const listed = async (as: TestAdministrator, query = '') =>
    ApprovalPage.parse((await as.get(`/api/admin/approvals${query}`)).json());

  it('is one list of all kinds, the oldest first: what, whose, how much, who was first, and who may confirm it', async () => {
    const { productId } = await createProduct(test, { name: 'Steam $50' });
    const [depositId, withdrawalId] = [await requestDeposit(1_200_000n), await requestWithdrawal(600_000n)];
    const decide = (as: TestAdministrator) => [
      () => setDiscount(as, productId, 35),
      () => approveDeposit(as, depositId, '11000'),
      () => complete(as, withdrawalId),
      () => setCredit(as, '15000'),
    ];
    for (const step of decide(admin)) assertStatus(await step(), 200);
    const { data, meta } = await listed(admin);
    assert.deepEqual(
      data.map(({ kind, subject_id, amount, percentage }) => [kind, subject_id, amount?.formatted ?? percentage]),
      [
        ['discount', productId, 35],
        ['deposit', depositId, '$11,000.00'],
        ['withdrawal', withdrawalId, '$6,000.00'],
        ['credit_limit', customer.wallets.EUR, '€15,000.00'],
      ],
    );
    assert.deepEqual(
      data.map(({ reference }) => reference),
      ['Steam $50', `DEP-${depositId.slice(0, 6)}`, `WDR-${withdrawalId.slice(0, 6)}`, 'EUR wallet'],
    );
    for (const { user, first, may_confirm } of data) {
      assert.deepEqual([user?.id, user?.name], [customer.customerId, customer.name]);
      assert.deepEqual(first.by, { id: admin.administratorId, name: admin.name });
      assert.equal(may_confirm, false);
    }
    assert.deepEqual([meta.total, meta.to_confirm], [4, 0]);

    const theirs = await listed(second, '?per_page=1&page=2');
    assert.deepEqual([theirs.data[0]?.kind, theirs.data[0]?.may_confirm], ['deposit', true]);
    assert.deepEqual([theirs.meta.total, theirs.meta.to_confirm], [4, 4]);
    const narrowed = await listed(second, '?kind=credit_limit');
    assert.deepEqual([narrowed.data.length, narrowed.meta.total, narrowed.meta.to_confirm], [1, 1, 4]);
    const auditor = await createAdministrator(test, 'auditor');
    assert.deepEqual((await listed(auditor)).meta.to_confirm, 0);
    assertStatus(await (await createAdministrator(test, 'support')).get('/api/admin/approvals'), 403);

    for (const step of decide(second)) assertStatus(await step(), 200);
    assert.equal((await listed(admin)).meta.total, 0);
  });

  it('leaves out what waits of an erased customer, which nobody can decide any more', async () => {
    const { productId } = await createProduct(test);
    const { customerId, wallets } = await createCustomer(test);
    const kinds = async () =>
      (await listed(second, '?per_page=100')).data.flatMap(({ kind, user }) => (user?.id === customerId ? kind : []));
    const limit = { wallet_id: wallets.USD, credit_limit: '20000' };
    assertStatus(await admin.send('POST', `/api/admin/users/${customerId}/credit`, limit), 200);
    const discount = { user_id: customerId, product_id: productId, percentage: 35 };
    assertStatus(await admin.send('POST', '/api/admin/discounts', discount), 200);
    assert.deepEqual(await kinds(), ['credit_limit', 'discount']);
    const { to_confirm, total } = (await listed(second)).meta;
    await send(test, { type: 'EraseCustomer', customerId });
    assert.deepEqual(await kinds(), []);
    const { meta } = await listed(second);
    assert.deepEqual([meta.to_confirm, meta.total], [to_confirm - 2, total - 2]);
  });

  it('has a withdrawal that an administrator made, whatever it amounts to', async () => {
    const made = await admin.send('POST', '/api/admin/withdrawals', {
      user_id: customer.customerId,
      wallet_id: customer.wallets.USD,
      amount: '10',
    });
    assertStatus(made, 201);
    const [row] = (await listed(second)).data;
    assert.deepEqual([row?.kind, row?.subject_id, row?.may_confirm], ['withdrawal', made.json().data.id, true]);
    assert.equal((await listed(admin)).data[0]?.may_confirm, false);
    assertStatus(await complete(second, made.json().data.id), 200);
  });

  it('takes the password of the last ten minutes to say yes to, and not to say no or yes to less', async () => {
    const { productId } = await createProduct(test);
    const [depositId, withdrawalId] = [await requestDeposit(1_100_000n), await requestWithdrawal(500_001n)];
    const made = { user_id: customer.customerId, wallet_id: customer.wallets.USD, amount: '5000.01' };
    const key = { 'idempotency-key': randomUUID() };
    const large = (as: TestAdministrator) => [
      () => approveDeposit(as, depositId, '10000.01', key),
      () => complete(as, withdrawalId),
      () => setCredit(as, '9000000.00'),
      () => setDiscount(as, productId, 20.01),
      () => as.send('POST', '/api/admin/withdrawals', made),
    ];
    for (const as of [admin, second]) {
      await forgetConfirmation(test, as);
      for (const step of large(as)) {
        const refused = await step();
        assertStatus(refused, 403);
        assert.equal(refused.json().code, 'step_up_required');
        assert.deepEqual(Object.keys(refused.json().errors), ['password']);
      }
    }
    assert.equal((await listed(admin)).meta.total, 0);
    for (const step of [
      () => approveDeposit(admin, depositId, '10000'),
      () => setDiscount(admin, productId, 20),
      async () => complete(admin, await requestWithdrawal(500_000n)),
      () => admin.send('POST', `/api/admin/withdrawals/${withdrawalId}/reject`, { admin_notes: 'No' }),
    ]) {
      assertStatus(await step(), 200);
    }
  });

  it('is counted for the day: the rest of the day is shown in each currency', async () => {
    const fresh = await createAdministrator(test);
    const allowance = async () =>
      ApprovalAllowance.parse((await fresh.get('/api/admin/approvals/allowance')).json()).data;
    const texts = ({ limit, left }: Awaited<ReturnType<typeof allowance>>) =>
      [limit, ...left].map(({ formatted }) => formatted);
    assert.deepEqual(texts(await allowance()), ['$100,000.00', '$100,000.00', '€90,909.09']);
    assertStatus(await approveDeposit(fresh, await requestDeposit(900_000n), '1200'), 200);
    assert.deepEqual(texts(await allowance()), ['$100,000.00', '$98,800.00', '€89,818.18']);
    test.advance(86_400_000);
    assert.deepEqual(texts(await allowance()), ['$100,000.00', '$100,000.00', '€90,909.09']);
  });
});
