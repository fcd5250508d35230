import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { WithdrawalSaved } from '#bff/contract/withdrawal.ts';
import { answersAreKept } from '#bff/http/keep-answers.ts';
import { sql } from '#bff/lib/sql.ts';
import { createCustomer, fund, send, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { ALONE } from '#core/testing/approval.ts';

const BANK = {
  bankName: 'ABN AMRO',
  accountName: 'Ewa Żak',
  accountNumber: 'NL91 ABNA 0417 1643 00',
  swiftCode: 'ABNANL2A',
};

describe('withdrawals', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const ask = (customer: TestCustomer, payload: object = {}, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers: { ...customer.headers, ...headers },
      payload: { amount: '100', currency: 'EUR', bankDetails: BANK, ...payload },
    });
  const walletsOf = async (customer: TestCustomer) =>
    (await test.app.inject({ url: '/api/wallets', headers: customer.headers })).json().data;

  it('hold the amount and show the account masked', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 25_000n);

    const answer = await ask(customer);

    assertStatus(answer, 201);
    const { data } = WithdrawalSaved.parse(answer.json());
    assert.match(data.reference, /^WDR-\d{6}$/);
    assert.equal(data.status, 'pending');
    assert.equal(data.accountNumber, '•••• 4300');
    assert.equal(data.bankName, 'ABN AMRO');
    const wallet = (await walletsOf(customer)).find((item: { currency: string }) => item.currency === 'EUR');
    assert.equal(wallet.held.formatted, '€100.00');
    assert.equal(wallet.available.formatted, '€150.00');
    const shown = await test.app.inject({ url: `/api/withdrawals/${data.id}`, headers: customer.headers });
    assert.equal(shown.json().data.reference, data.reference);
    const list = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(list.json().meta.total, 1);
  });

  it('keep bank data sealed', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 25_000n);
    assertStatus(await ask(customer), 201);
    const row = await test.deps.database.one(
      sql.type(z.object({ text: z.string() }))`select details_sealed as text from app.bank_snapshot
        where customer_id = ${customer.customerId}`,
    );
    assert.ok(!row.text.includes('ABNA'));
  });

  it('refuse more than is owned, also where credit would cover it, and keep nothing', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 5_000n);
    await send(test, {
      type: 'SetCreditLimit',
      walletId: customer.wallets.EUR,
      limit: { amount: 1_000_000n, currency: 'EUR' },
      by: ALONE,
    });
    const answer = await ask(customer);
    assertStatus(answer, 422);
    assert.deepEqual(answer.json().errors.amount, ['Insufficient balance. Available: €50.00']);
    const list = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(list.json().meta.total, 0);
  });

  it('never hold more than there is, however many come at once', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 25_000n);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(customer)));
    assert.equal(answers.filter((answer) => answer.statusCode === 201).length, 2);
    assert.equal(answers.filter((answer) => answer.statusCode === 422).length, 4);
    const wallet = (await walletsOf(customer)).find((item: { currency: string }) => item.currency === 'EUR');
    assert.equal(wallet.available.formatted, '€50.00');
  });

  it('answer a repetition whose first answer was lost, though nothing is left by then', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 10_000n);
    const key = randomUUID();
    const first = await ask(customer, {}, { 'idempotency-key': key });
    assertStatus(first, 201);
    // As if the process was killed before its answer was stored.
    await answersAreKept(test.deps);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.idempotency_key set status = null, response_sealed = null,
        created_at = now() - interval '5 minutes' where key = ${key}`,
    );

    const again = await ask(customer, {}, { 'idempotency-key': key });

    assertStatus(again, 201);
    assert.equal(again.json().data.id, first.json().data.id);
    assert.equal(again.json().data.reference, first.json().data.reference);
    const list = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(list.json().meta.total, 1);
  });

  it('refuse less than 1 and missing bank data, by field', async () => {
    const customer = await createCustomer(test);
    assert.ok((await ask(customer, { amount: '0.99' })).json().errors.amount);
    const answer = await ask(customer, { bankDetails: { ...BANK, swiftCode: ' ' } });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json().errors['bankDetails.swiftCode'], ['SWIFT code is required']);
  });
});
