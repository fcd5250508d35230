import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { WithdrawalSaved } from '#bff/contract/money/withdrawal.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { BANK_FORM } from '#infra/proof/api/forms.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('withdrawals', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const ask = (customer: TestCustomer, payload: object = {}, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers: { ...customer.headers, ...headers },
      payload: { amount: '100', currency: 'EUR', bankDetails: BANK_FORM, ...payload },
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

  it('go to the account of the request that was first under its key, whatever comes under it after an answer that was lost', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 25_000n);
    const key = { 'idempotency-key': randomUUID() };
    const other = { ...BANK_FORM, accountNumber: 'DE89370400440532013000', swiftCode: 'COLSDE33' };
    const accountsOf = async () => {
      const { data } = (await test.app.inject({ url: '/api/withdrawals', headers: customer.headers })).json();
      return data.map(({ accountNumber }: { accountNumber: string }) => accountNumber);
    };
    /** The request to a process whose ledger answers this. */
    const askedOf = async (error: DomainError, payload: object) => {
      const app = await buildApp({ ...test.deps, ledger: { execute: () => Promise.reject(error) } });
      const answer = await app.inject({
        method: 'POST',
        url: '/api/withdrawals',
        headers: { ...customer.headers, ...key },
        payload: { amount: '100', currency: 'EUR', bankDetails: other, ...payload },
      });
      await app.close();
      return answer;
    };
    // The first attempt dies before the ledger has it.
    assertStatus(await askedOf(new DomainError('unavailable', 'The event store is away.'), {}), 503);
    const refused = await ask(customer, {}, key);
    assertStatus(refused, 422);
    assert.equal(refused.json().code, 'idempotency_key_reused');
    assert.deepEqual(await accountsOf(), []);
    // As after a 503: the key is free again.
    const free = async () => {
      await answersAreKept(test.deps);
      await test.deps.database.query(sql.void`delete from app.idempotency_key where key = ${key['idempotency-key']}`);
    };
    await free();
    assertStatus(await ask(customer, { bankDetails: other }, key), 201);
    await free();
    // A process that does not know the command any more refuses another amount.
    assertStatus(await askedOf(new DomainError('already_exists', 'It exists with other data.'), { amount: '50' }), 409);
    assert.deepEqual(await accountsOf(), ['•••• 3000']);
  });

  it('refuse less than 1 and missing bank data, by field', async () => {
    const customer = await createCustomer(test);
    assert.ok((await ask(customer, { amount: '0.99' })).json().errors.amount);
    const answer = await ask(customer, { bankDetails: { ...BANK_FORM, swiftCode: ' ' } });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json().errors['bankDetails.swiftCode'], ['SWIFT code is required']);
  });

  it('refuse, at its field, a payee that no file can pay, and hold nothing', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 25_000n);
    for (const [details, field] of [
      [{ accountName: '株式会社東京' }, 'bankDetails.accountName'],
      [{ accountNumber: 'DE89370400440532013001' }, 'bankDetails.accountNumber'],
      [{ accountNumber: '000123456789' }, 'bankDetails.accountNumber'],
      [{ swiftCode: 'NOBIC' }, 'bankDetails.swiftCode'],
    ] as const) {
      const answer = await ask(customer, { bankDetails: { ...BANK_FORM, ...details } });
      assertStatus(answer, 422);
      assert.ok(answer.json().errors[field], answer.body);
    }
    for (const accountNumber of ['DE89\u200b370400440532013000', 'IBAN: DE89 3704 0044 0532 0130 00'])
      assertStatus(await ask(customer, { amount: '1', bankDetails: { ...BANK_FORM, accountNumber } }), 201);
    const list = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(list.json().meta.total, 2);
  });
});
