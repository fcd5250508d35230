import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { cleanUp } from '#bff/app/clean-up.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { money } from '#core/kernel/money/money.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { correctionIdOf } from '#core/ledger/correction-stream.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { BANK_FORM } from '#infra/proof/api/forms.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('withdrawals to an account that was never paid before', async () => {
  const test = await startTestApp();
  const owner = await createAdministrator(test);
  after(() => test.stop());

  const ask = (customer: TestCustomer, payload: object = {}, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers: { ...customer.headers, ...headers },
      payload: { amount: '100', currency: 'EUR', bankDetails: BANK_FORM, ...payload },
    });
  const rich = async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    return customer;
  };
  const olden = (customer: TestCustomer) =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.session set confirmed_at = now() - interval '11 minutes'
        where customer_id = ${customer.customerId}`,
    );
  const confirm = (customer: TestCustomer) =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.session set confirmed_at = now() where customer_id = ${customer.customerId}`,
    );
  const mailTo = ({ email }: TestCustomer) => test.mails.findLast(({ to }) => to === email)?.text ?? '';
  const tokenIn = (text: string) => /\/stop-withdrawal\/(\S+)/.exec(text)?.[1] ?? '';
  const stop = (token: string) => test.app.inject({ method: 'POST', url: '/api/withdrawals/stop', payload: { token } });
  const show = (id: string) => owner.get(`/api/admin/withdrawals/${id}`);
  const complete = (id: string) => owner.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
  /** A withdrawal to the account, which is paid as soon as it may be. */
  const paid = async (customer: TestCustomer, details: object = {}) => {
    const { id } = (await ask(customer, { amount: '1', bankDetails: { ...BANK_FORM, ...details } })).json().data;
    await send(test, {
      type: 'CompleteWithdrawal',
      withdrawalId: id,
      note: null,
      by: ALONE,
      now: new Date(Date.now() + 25 * 3_600_000).toISOString(),
    });
    return id;
  };
  const from = { by: 'ada', number: 'COR-960001', amount: money(100n, 'EUR'), valueDate: '2026-01-02' };
  /** The bank sent the payout back; a second administrator has to confirm it. */
  const cameBack = (customer: TestCustomer, id: string) =>
    send(test, {
      ...({ type: 'ProposeCorrection', correctionId: correctionIdOf(id), kind: 'payout-returned', ...from } as const),
      ...{ corrects: { kind: 'withdrawal', id, number: 'WDR-960001' }, walletId: customer.wallets.EUR },
      ...{ reason: 'Account closed', paper: 'Folder 3' },
    });

  it('are confirmed by who is there, even in an open session; to one that was paid before they are not', async () => {
    const customer = await rich();
    await olden(customer);
    const refused = await ask(customer);
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'step_up_required');
    const list = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(list.json().meta.total, 0);
    await confirm(customer);
    await paid(customer);
    // As a snapshot from before accounts had digests.
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.bank_snapshot set account_print = null where customer_id = ${customer.customerId}`,
    );
    await olden(customer);
    assertStatus(
      await ask(customer, { bankDetails: { ...BANK_FORM, accountNumber: 'IBAN: nl91abna 0417164300' } }),
      201,
    );
    const other = { ...BANK_FORM, accountNumber: 'DE89370400440532013000' };
    assertStatus(await ask(customer, { bankDetails: other }), 403);
    const stranger = await rich();
    await olden(stranger);
    assertStatus(await ask(stranger), 403);
  });

  it('are new again while no payout to them has stayed', async () => {
    const customer = await rich();
    const first = await paid(customer);
    const correctionId = correctionIdOf(first);
    const isKnown = async () => {
      await olden(customer);
      return (await ask(customer)).statusCode === 201;
    };
    assert.equal(await isKnown(), true);
    // Given the payout comes back. While that waits, and once it is booked, nobody has been paid there.
    await cameBack(customer, first);
    assert.equal(await isKnown(), false);
    await send(test, { type: 'RejectCorrection', correctionId, by: 'ben' });
    assert.equal(await isKnown(), true);
    await cameBack(customer, first);
    await send(test, { type: 'ConfirmCorrection', correctionId, ...from, by: 'ben' });
    assert.equal(await isKnown(), false);
    // When a second payout stays, then the account is known, whatever became of the first.
    await confirm(customer);
    await paid(customer);
    assert.equal(await isKnown(), true);
  });

  it('are another account at another bank, where the number is no IBAN', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'USD', 100_000n);
    const usd = { accountNumber: '000123456789', swiftCode: 'CHASUS33' };
    const asked = (swiftCode: string) =>
      ask(customer, { currency: 'USD', bankDetails: { ...BANK_FORM, ...usd, swiftCode } });
    const first = await asked('CHASUS33');
    await send(test, {
      type: 'CompleteWithdrawal',
      withdrawalId: first.json().data.id,
      note: null,
      by: ALONE,
      now: new Date(Date.now() + 25 * 3_600_000).toISOString(),
    });
    await olden(customer);
    assertStatus(await asked('CHASUS33XXX'), 201);
    assertStatus(await asked('CITIUS33'), 403);
  });

  it('wait a day, in which neither a press nor a file pays them, and show why', async () => {
    const customer = await rich();
    const { id } = (await ask(customer)).json().data;
    assert.match(mailTo(customer), /Its bank account \(•••• 4300\) was never paid before/);
    const shown = (await show(id)).json().data;
    assert.ok(Date.parse(shown.payable_from) - Date.now() > 23 * 3_600_000);
    assert.equal(shown.is_company_account, false);
    assert.equal(shown.bank_details.accountNumber, BANK_FORM.accountNumber);
    const early = await complete(id);
    assertStatus(early, 409);
    assert.match(early.json().message, /never paid before: it can be paid from/);
    const file = await owner.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    assertStatus(file, 409);
    assert.match(file.json().message, /waits until/);
  });

  it('are masked in lists; a look at one that is decided is recorded', async () => {
    const customer = await rich();
    await paid(customer);
    const [row] = (await owner.get(`/api/admin/withdrawals?user_id=${customer.customerId}`)).json().data;
    assert.deepEqual([row.bank_details.accountNumber, row.is_bank_masked], ['•••• 4300', true]);
    assert.equal((await show(row.id)).json().data.bank_details.accountNumber, '•••• 4300');
    const reveal = (by: TestAdministrator) => by.send('POST', `/api/admin/withdrawals/${row.id}/bank-details/reveal`);
    assertStatus(await reveal(await createAdministrator(test, 'finance')), 403);
    assert.equal((await reveal(owner)).json().data.accountNumber, BANK_FORM.accountNumber);
    await eventually(async () => {
      const trail = await owner.get(`/api/admin/audit?kind=withdrawal&id=${row.id}`);
      assert.match(trail.body, /was shown in full/);
    });
  });

  it('are stopped by a press on the link of their mail, which closes the account’s doors', async () => {
    const customer = await rich();
    const { id } = (await ask(customer, { amount: '250' })).json().data;
    const token = tokenIn(mailTo(customer));
    assertStatus(await stop('no-such-token'), 422);
    const answer = await stop(token);
    assertStatus(answer, 200);
    assert.match(answer.json().message, /was stopped, and the money is back in your wallet/);
    assert.equal((await show(id)).json().data.status, 'rejected');
    assertStatus(await test.app.inject({ url: '/api/withdrawals', headers: customer.headers }), 401);
    assert.match(mailTo(customer), /password-reset/);
    const mails = test.mails.length;
    assertStatus(await stop(token), 200);
    assert.equal(test.mails.length, mails);
    await test.deps.security.flush(true);
    assert.match((await owner.get('/api/admin/security-events')).body, /withdrawal-disowned/);
  });

  it('say so where the money may be on its way, and close the doors all the same', async () => {
    const customer = await rich();
    await paid(customer);
    const { id } = (await ask(customer)).json().data;
    const token = tokenIn(mailTo(customer));
    const made = await owner.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    assertStatus(made, 201);
    assertStatus(await owner.get(`/api/admin/payout-batches/${made.json().data.id}/file`), 200);
    for (const press of [1, 2]) {
      const answer = await stop(token);
      assertStatus(answer, 409);
      assert.match(
        answer.json().message,
        /may be with the bank already\. Please contact our support/,
        `press ${press}`,
      );
      assert.doesNotMatch(answer.json().message, /Withdraw|Nothing was changed/);
    }
    assertStatus(await test.app.inject({ url: '/api/withdrawals', headers: customer.headers }), 401);
  });

  it('are paid in no way once they were disowned, while the bank does not have their file', async () => {
    const customer = await rich();
    await paid(customer);
    const { id, reference } = (await ask(customer)).json().data;
    const token = tokenIn(mailTo(customer));
    const file = () => owner.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    const made = await file();
    assertStatus(made, 201);
    for (const press of [1, 2]) {
      const answer = await stop(token);
      assertStatus(answer, 200);
      assert.match(
        answer.json().message,
        /the bank has not had and does not get any more.* press again/,
        `press ${press}`,
      );
    }
    const batch = `/api/admin/payout-batches/${made.json().data.id}`;
    const disowned = new RegExp(`${reference} was disowned by the owner of its account`);
    const fetched = await owner.get(`${batch}/file`);
    assertStatus(fetched, 409);
    assert.match(fetched.json().message, disowned);
    assertStatus(await owner.send('POST', `${batch}/withdraw`), 200);
    const again = await file();
    assertStatus(again, 409);
    assert.match(again.json().message, disowned);
    // Also when the link has expired long ago, and was cleaned up.
    await test.deps.database.query(sql.void`update app.withdrawal_stop
      set expires_at = now() - interval '31 days' where withdrawal_id = ${id}`);
    await cleanUp(test.deps);
    const byHand = await complete(id);
    assertStatus(byHand, 409);
    assert.match(byHand.json().message, disowned);
    assertStatus(await owner.send('POST', `/api/admin/withdrawals/${id}/reject`, { admin_notes: 'Disowned' }), 200);
    await cleanUp(test.deps);
    assert.equal(
      await test.deps.database.exists(sql.void`select from app.withdrawal_stop where withdrawal_id = ${id}`),
      false,
    );
  });
});
