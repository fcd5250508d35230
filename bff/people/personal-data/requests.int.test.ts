import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { money } from '#core/kernel/money/money.ts';
import { correctionIdOf } from '#core/ledger/correction-stream.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createErasureDesk } from '#infra/proof/api/erasure-desk.ts';
import { takeNextSteps } from '#infra/proof/api/next-steps.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('a request for an erasure', async () => {
  const test = await startTestApp();
  const { work, ask, show, decide, requestOf, confirmed } = await createErasureDesk(test);
  after(() => test.stop());

  it('is refused while money or anything open would be lost, with what stands in the way', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 2_000n);
    const refused = await ask(customer);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'erasure_blocked');
    assert.match(refused.json().message, /The EUR wallet holds €20\.00/);
    const payload = { wallet_id: customer.wallets.EUR, amount: '5' };
    assertStatus(
      await test.app.inject({ method: 'POST', url: '/api/deposits', headers: customer.headers, payload }),
      201,
    );
    const { obstacles } = await show(customer);
    assert.equal(obstacles.length, 2);
    assert.match(obstacles[1] ?? '', /^Not decided yet: DEP-/);
  });

  it('is refused while a refund is on its way, however many orders were cancelled since', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 0, priceMinor: 1_000n });
    await fund(test, customer, 'EUR', 1_000n);
    const { id } = await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
    await send(test, { type: 'CancelOrder', orderId: id, reason: 'administrator', note: null });
    // Given its refund is not there yet, and six newer orders were cancelled and refunded.
    await test.deps.database.query(sql.void`
      insert into read.orders select copy.* from read.orders, generate_series(1, 6) as n, jsonb_populate_record(orders,
          jsonb_build_object('order_id', gen_random_uuid(), 'number', 'GL-X' || n, 'position', -n,
            'placed_at', orders.placed_at + n * interval '1 second')) as copy
      where orders.order_id = ${id}`);
    await test.deps.database.query(
      sql.void`update read.orders set refunded_at = null, refunded_amount = null where order_id = ${id}`,
    );
    const { obstacles } = await show(customer);
    assert.match(obstacles.join(' '), /Its payment is on its way back: GL-\d+\./);
  });

  it('is refused while a correction of what the bank gave or took back waits, which the wallet would have for nobody', async () => {
    const customer = await createCustomer(test);
    const depositId = await fund(test, customer, 'EUR', 1_000n);
    const [walletId, correctionId] = [customer.wallets.EUR, correctionIdOf(depositId)];
    await send(test, {
      ...({ type: 'ProposeCorrection', correctionId, number: 'COR-900001', kind: 'deposit-taken-back' } as const),
      ...({ walletId, corrects: { kind: 'deposit', id: depositId, number: 'DEP-900001' } } as const),
      ...{ amount: { amount: -1_000n, currency: 'EUR' }, valueDate: '2026-01-02', reason: 'R', paper: 'P', by: 'x' },
    });
    assert.match((await show(customer)).obstacles.join(' '), /Not settled with the bank yet: DEP-900001\./);
    await send(test, { type: 'RejectCorrection', correctionId, by: 'y' });
    assert.doesNotMatch((await show(customer)).obstacles.join(' '), /Not settled/);
  });

  it('is refused while the customer owes what the bank took back of a deposit, until that is written off for it', async () => {
    const customer = await createCustomer(test);
    const [finance, approver] = [
      await createAdministrator(test, 'finance'),
      await createAdministrator(test, 'approver'),
    ];
    const propose = async (body: object) =>
      finance.send('POST', '/api/admin/corrections', {
        ...{ currency: 'EUR', value_date: '2026-01-02', reason: 'R', paper: 'P', confirmed: true, ...body },
      });
    const book = async (body: object) => {
      const { id } = (await propose(body)).json().data;
      assertStatus(await approver.send('POST', `/api/admin/corrections/${id}/confirm`, { confirmed: true }), 200);
    };
    // Given two deposits of €10.00 in a wallet that has only €5.00 left.
    const [first, second] = ['DEP-960001', 'DEP-960002'] as const;
    for (const number of [first, second]) {
      const [depositId, amount] = [randomUUID(), money(1_000n, 'EUR')];
      const { customerId, wallets } = customer;
      await send(
        test,
        { type: 'RequestDeposit', depositId, number, customerId, walletId: wallets.EUR, amount, note: null },
        approvalOf(depositId, amount),
      );
    }
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_500n });
    await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
    // When the bank takes back both.
    await book({ kind: 'deposit-taken-back', amount: '10', document: first });
    await book({ kind: 'deposit-taken-back', amount: '10', document: second });
    // Then the rest of both is owed, and nothing is left in the wallet.
    const owed = (sum: string, of: string) => [`${sum} are owed for ${of}, which the bank took back. Pay them first.`];
    assert.deepEqual((await show(customer)).obstacles, owed('€15.00', `${first}, ${second}`));
    assert.match((await ask(customer)).json().message, /€15\.00 are owed for/);

    // A write-off names its deposit, and is of no more than is owed for it.
    await takeNextSteps(test);
    const refused = await propose({ kind: 'write-off', amount: '5' });
    assert.deepEqual(refused.json().errors.document, ['Name the deposit, such as DEP-000123']);
    assert.match((await propose({ kind: 'write-off', amount: '5.01', document: first })).body, /at most €5\.00/);
    const waiting = (await propose({ kind: 'write-off', amount: '5', document: first })).json().data;
    assert.deepEqual((await show(customer)).obstacles, owed('€15.00', `${first}, ${second}`));
    assertStatus(await propose({ kind: 'write-off', amount: '4', document: first }), 409);
    assertStatus(await approver.send('POST', `/api/admin/corrections/${waiting.id}/confirm`, {}), 200);
    assert.deepEqual((await show(customer)).obstacles, owed('€10.00', second));
    assert.match((await propose({ kind: 'write-off', amount: '5', document: first })).body, /Nothing is owed for/);
    // In parts, and what the customer has paid: the line is other income, and the receivable is written off.
    await book({ kind: 'write-off', amount: '4', document: second });
    assert.deepEqual((await show(customer)).obstacles, owed('€6.00', second));
    await book({ kind: 'other', direction: 'in', amount: '6' });
    await book({ kind: 'write-off', amount: '6', document: second });
    assert.deepEqual((await show(customer)).obstacles, []);
    // As 0.3.0 wrote them off: for no deposit.
    await test.deps.database.query(sql.void`update read.corrections
      set document_kind = null, document_id = null, document_number = null where kind = 'write-off'`);
    assert.deepEqual((await show(customer)).obstacles, []);
    assertStatus(await ask(customer), 201);
  });

  it('waits for an owner again when something came in its way', async () => {
    const customer = await createCustomer(test);
    const id = await confirmed(customer);
    await fund(test, customer, 'EUR', 2_000n);
    await work();
    const { status, obstacles } = await requestOf(customer.customerId);
    assert.deepEqual([status, obstacles.length], ['requested', 1]);
    assert.equal(
      test.mails.filter(({ to }) => to === customer.email).at(-1)?.subject,
      'Your account cannot be erased yet',
    );
    assertStatus(await decide(id, 'confirm'), 409);
  });

  it('can be taken back until it is confirmed, by its customer alone, and is mailed once an hour', async () => {
    const customer = await createCustomer(test);
    const stranger = await createCustomer(test);
    const takeBack = (who: TestCustomer, id: string) =>
      test.app.inject({ method: 'DELETE', url: `/api/user/personal-data/${id}`, headers: who.headers });
    const { data: first } = (await ask(customer)).json();
    assertStatus(await ask(customer), 409);
    assertStatus(await takeBack(stranger, first.id), 404);
    assertStatus(await takeBack(customer, first.id), 200);
    assert.equal((await show(customer)).erasure?.status, 'taken-back');
    assertStatus(await decide(first.id, 'confirm'), 409);

    const { data: second } = (await ask(customer)).json();
    assert.equal(test.mails.filter(({ to }) => to === customer.email).length, 1);
    assertStatus(await decide(second.id, 'confirm'), 200);
    assertStatus(await takeBack(customer, second.id), 401);
  });

  it('waits while the lists are behind the ledger: nothing is asked for, and the answer says when to try again', async () => {
    const customer = await createCustomer(test);
    const readModels = { ...test.deps.readModels, waitForPosition: async () => false };
    const app = await buildApp({ ...test.deps, readModels });
    const url = '/api/user/personal-data/erasure';
    const answer = await app.inject({ method: 'POST', url, headers: customer.headers });
    await app.close();
    assertStatus(answer, 503);
    assert.equal(answer.json().code, 'not_current');
    assert.ok(answer.headers['retry-after']);
    assert.equal((await show(customer)).erasure, null);
  });

  it('is refused by an owner with words that the customer reads, and by nobody else', async () => {
    const customer = await createCustomer(test);
    const { data } = (await ask(customer)).json();
    const auditor = await createAdministrator(test, 'approver', 'support', 'finance', 'auditor', 'catalogue');
    assertStatus(await auditor.get('/api/admin/personal-data'), 403);
    assertStatus(await decide(data.id, 'refuse'), 422);
    assertStatus(await decide(data.id, 'refuse', 'A dispute is open.'), 200);
    const { erasure } = await show(customer);
    assert.deepEqual([erasure?.status, erasure?.note], ['refused', 'A dispute is open.']);
    assert.match(test.mails.filter(({ to }) => to === customer.email).at(-1)?.text ?? '', /A dispute is open\./);
  });
});
