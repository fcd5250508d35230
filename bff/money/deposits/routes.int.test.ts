import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { bankRows } from '#bff/papers/invoices/seller.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { createCustomer, send } from '#infra/proof/api/customers.ts';
import { demoAccount } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';

const PDF = pdfOf(randomBytes(20_000));

describe('deposits', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  after(() => test.stop());

  const request = (payload: object, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: { ...customer.headers, ...headers },
      payload: { wallet_id: customer.wallets.USD, amount: '250.50', ...payload },
    });
  const created = async (payload: object = {}) => {
    const answer = await request(payload);
    assertStatus(answer, 201);
    return DepositSaved.parse(answer.json()).data;
  };
  const upload = (depositId: string, content: Buffer, field = 'payment_proof') => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(content)]), 'Überweisung.pdf');
    return test.app.inject({
      method: 'POST',
      url: `/api/deposits/${depositId}/payment-proof`,
      headers: customer.headers,
      payload: form,
    });
  };
  const get = (url: string) => test.app.inject({ url, headers: customer.headers });

  it('get a human number, keep the note sealed and show it to their customer', async () => {
    const deposit = await created({ user_notes: 'Second half of März' });
    assert.match(deposit.reference, /^DEP-\d{6}$/);
    assert.equal(deposit.amount.formatted, '$250.50');
    assert.equal(deposit.status, 'pending');
    assert.equal(deposit.user_notes, 'Second half of März');
    const list = await get('/api/deposits');
    assertStatus(list, 200);
    assert.equal(list.json().data[0].id, deposit.id);
    assertStatus(await get(`/api/deposits/${deposit.id}`), 200);
  });

  it('name the account to pay into and the reference, on the screen and by one mail, until they are decided', async () => {
    const accounts = (await get('/api/deposits/accounts')).json().data;
    assert.deepEqual(
      accounts.map((each: { currency: string }) => each.currency),
      test.deps.rules().currencies,
    );
    const key = randomUUID();
    const deposit = DepositSaved.parse((await request({}, { 'idempotency-key': key })).json()).data;
    await request({}, { 'idempotency-key': key });
    assert.deepEqual(deposit.pay_into, [...bankRows(demoAccount('USD'))]);
    assert.deepEqual(accounts[0].account, deposit.pay_into);
    const [mail, ...more] = test.mails.filter(({ subject }) => subject.includes(deposit.reference));
    assert.ok(mail, 'a mail');
    for (const { label, value } of bankRows(demoAccount('USD')))
      assert.ok(mail.text.includes(`${label}: ${value}`), label);
    assert.ok(mail.text.includes(`Reference: ${deposit.reference}`));
    assert.ok(mail.text.includes(`/deposits?open=${deposit.id}`));
    assert.deepEqual(
      new Set(more.map(({ id }) => id)),
      new Set(more.length === 0 ? [] : [mail.id]),
      'one mail, by its id',
    );
  });

  it('are asked for once, however often the same request comes', async () => {
    const key = randomUUID();
    const [first, second] = [
      await request({}, { 'idempotency-key': key }),
      await request({}, { 'idempotency-key': key }),
    ];
    assertStatus(second, 201);
    assert.equal(second.json().data.id, first.json().data.id);
    assertStatus(await request({ amount: '1' }, { 'idempotency-key': key }), 422);
  });

  it('keep their first number when a request is repeated whose answer was lost, here or at another BFF', async () => {
    const twin = await test.twin();
    for (const app of [test.app, twin.app]) {
      const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
      const first = await request({}, headers);
      assertStatus(first, 201);
      // As after a crash of Postgres, which loses writes that did not wait for the disk.
      await test.deps.database.query(
        sql.typeAlias('void')`delete from app.idempotency_key where key = ${headers['idempotency-key']}`,
      );

      const payload = { wallet_id: customer.wallets.USD, amount: '250.50' };
      const again = await app.inject({ method: 'POST', url: '/api/deposits', headers, payload });

      assertStatus(again, 201);
      assert.deepEqual(again.json().data, first.json().data);
    }
  });

  it('refuse less than 1, more than two decimals, no number and a wallet of somebody else', async () => {
    for (const amount of ['0.99', '1.001', 'abc', '', '-5', '1e3']) {
      const answer = await request({ amount });
      assertStatus(answer, 422);
      assert.ok(answer.json().errors.amount, amount);
    }
    const other = await createCustomer(test);
    const foreign = await request({ wallet_id: other.wallets.USD });
    assertStatus(foreign, 422);
    assert.deepEqual(foreign.json().errors.wallet_id, ['Please select a wallet']);
  });

  it('take a proof, show it to its owner, and let it be replaced', async () => {
    const deposit = await created();
    assertStatus(await get(`/api/deposits/${deposit.id}/payment-proof`), 404);

    const uploaded = await upload(deposit.id, PDF);
    assertStatus(uploaded, 200);
    assert.equal(uploaded.json().data.has_payment_proof, true);

    const proof = await get(uploaded.json().data.payment_proof_url);
    assertStatus(proof, 200);
    assert.equal(proof.headers['content-type'], 'application/pdf');
    assert.equal(proof.headers['x-content-type-options'], 'nosniff');
    assert.match(String(proof.headers['content-security-policy']), /sandbox/);
    assert.ok(proof.rawPayload.equals(PDF));

    const other = Buffer.concat([PDF, Buffer.from('2')]);
    assertStatus(await upload(deposit.id, other), 200);
    assert.ok((await get(`/api/deposits/${deposit.id}/payment-proof`)).rawPayload.equals(other));
  });

  it('refuse a proof that only calls itself one', async () => {
    const deposit = await created();
    const script = await upload(deposit.id, Buffer.from('<html><script>alert(1)</script>'));
    assertStatus(script, 422);
    assert.match(script.json().message, /must be an image or a PDF/);
    assertStatus(await upload(deposit.id, PDF, 'other_field'), 422);
    assert.equal((await get(`/api/deposits/${deposit.id}`)).json().data.has_payment_proof, false);
  });

  it('are closed once decided: no proof, no deleting, and no invoice when rejected', async () => {
    const [approved, rejected] = [await created(), await created()];
    const usd = (amount: bigint) => ({ amount, currency: 'USD' as const });
    await send(test, approvalOf(approved.id, usd(20_000n)), {
      type: 'RejectDeposit',
      depositId: rejected.id,
      note: await test.deps.notes.encrypt(customer.customerId, 'Never arrived'),
    });
    const shown = (await get(`/api/deposits/${rejected.id}`)).json().data;
    assert.equal(shown.rejection_reason, 'Never arrived');
    assert.equal(shown.pay_into, null);
    assert.equal((await get(`/api/deposits/${approved.id}`)).json().data.approved_amount.formatted, '$200.00');

    const lateProof = await upload(rejected.id, PDF);
    assertStatus(lateProof, 409);
    assert.equal(lateProof.json().message, 'Cannot upload proof for rejected deposits');
    const remove = (id: string) =>
      test.app.inject({ method: 'DELETE', url: `/api/deposits/${id}`, headers: customer.headers });
    assert.equal((await remove(rejected.id)).json().message, 'Rejected deposits cannot be deleted');
    assert.equal((await remove(approved.id)).json().message, 'Only pending deposits can be deleted');
    assertStatus(await get(`/api/deposits/${rejected.id}/deposit-invoice`), 409);
    const invoice = await get(`/api/deposits/${approved.id}/deposit-invoice`);
    assertStatus(invoice, 200);
    assert.equal(invoice.rawPayload.subarray(0, 5).toString(), '%PDF-');
  });

  it('can be deleted while pending', async () => {
    const deposit = await created();
    const removed = await test.app.inject({
      method: 'DELETE',
      url: `/api/deposits/${deposit.id}`,
      headers: customer.headers,
    });
    assertStatus(removed, 200);
    assertStatus(await get(`/api/deposits/${deposit.id}`), 404);
  });
});
