import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('an administrator who is a customer too', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const own = await createAdministrator(test);
  const other = await createAdministrator(test);
  const customer = await createCustomer(test);
  const { customerId, wallets } = customer;
  await fund(test, customer, 'USD', 100_000n);
  const { productId } = await createProduct(test);
  let addresses = 0;
  /** The customer has an address of the administrator's mailbox. */
  const becomes = async (id: string) => {
    addresses += 1;
    const email = own.email.replace('@', `+shop${addresses}@`);
    await test.deps.database.query(sql.void`update app.account set email = ${email} where customer_id = ${id}`);
  };
  await becomes(customerId);
  after(() => test.stop());

  const deposit = async (number = 'DEP-000901') => {
    const depositId = randomUUID();
    const amount = { amount: 1_000n, currency: 'USD' } as const;
    await send(
      test,
      { type: 'RequestDeposit', depositId, number, customerId, walletId: wallets.USD, amount, note: null },
      proofOf(depositId),
    );
    return depositId;
  };
  const withdrawal = async () => {
    const withdrawalId = randomUUID();
    await send(test, {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: 'WDR-OWN',
      bankSnapshotId: null,
      customerId,
      walletId: wallets.USD,
      requestedBy: 'customer',
      userNote: null,
      adminNote: null,
      amount: { amount: 100n, currency: 'USD' },
    });
    return withdrawalId;
  };
  const asked = async (kind: 'export') => {
    const requestId = randomUUID();
    await test.deps.database.query(sql.void`
      insert into app.personal_data_request (request_id, customer_id, kind, requested_at)
      values (${requestId}, ${customerId}, ${kind}, now())`);
    return requestId;
  };

  it('decides nothing about themselves, by whichever route it comes; somebody else does', async () => {
    const [depositId, withdrawalId, requestId] = [await deposit(), await withdrawal(), await asked('export')];
    const user = `/api/admin/users/${customerId}`;
    const decisions: (readonly [path: string, body: object])[] = [
      [`${user}/approve`, {}],
      [`${user}/revoke`, { reason: 'Left' }],
      [`${user}/credit`, { wallet_id: wallets.USD, credit_limit: '10' }],
      [`${user}/second-factor-reset`, { checked: 'Called the number on file' }],
      ['/api/admin/discounts', { user_id: customerId, product_id: productId, percentage: 5 }],
      [`/api/admin/deposits/${depositId}/approve`, { approved_amount: '10', admin_notes: 'Seen' }],
      [`/api/admin/deposits/${depositId}/reject`, { admin_notes: 'No' }],
      ['/api/admin/withdrawals', { user_id: customerId, wallet_id: wallets.USD, amount: '1' }],
      [`/api/admin/withdrawals/${withdrawalId}/complete`, {}],
      [`/api/admin/withdrawals/${withdrawalId}/reject`, { admin_notes: 'No' }],
      [`/api/admin/personal-data/${requestId}/confirm`, {}],
      [`/api/admin/personal-data/${requestId}/refuse`, { note: 'No' }],
    ];
    for (const [path, body] of decisions) {
      const refused = await own.send('POST', path, body);
      assert.equal(refused.json().code, 'own_customer', `${path}: ${refused.body}`);
      assertStatus(refused, 403);
    }
    assertStatus(
      await other.send('POST', `/api/admin/deposits/${depositId}/approve`, {
        approved_amount: '10',
        admin_notes: 'Seen',
      }),
      200,
    );
    assertStatus(await other.send('POST', `/api/admin/withdrawals/${withdrawalId}/complete`, {}), 200);
    assertStatus(await other.send('POST', `/api/admin/personal-data/${requestId}/confirm`, {}), 200);
    // A confirmation that comes too late is neither done nor recorded.
    assertStatus(await other.send('POST', `/api/admin/personal-data/${requestId}/refuse`, { note: 'No' }), 409);
    const { data } = (await other.get(`/api/admin/audit?actor_id=${other.administratorId}&per_page=100`)).json();
    const done = data.map(({ data: { action } }: { data: { action?: string } }) => action);
    assert.ok(!done.includes('personal-data-refused'));
  });

  it('puts no payout of theirs into a file for the bank, and confirms none', async () => {
    const { customer: paid } = await createBankDesk(test);
    await fund(test, paid, 'EUR', 10_000n);
    const body = { user_id: paid.customerId, wallet_id: paid.wallets.EUR, amount: '5.00' };
    const made = await other.send('POST', '/api/admin/withdrawals', body);
    assertStatus(made, 201);
    const file = { withdrawal_ids: [made.json().data.id] };
    await becomes(paid.customerId);
    const refused = await own.send('POST', '/api/admin/payout-batches', file);
    assert.equal(refused.json().code, 'own_customer', refused.body);
    const third = await createAdministrator(test);
    const batch = await third.send('POST', '/api/admin/payout-batches', file);
    assertStatus(batch, 201);
    for (const step of ['confirm', 'withdraw']) {
      const answer = await own.send('POST', `/api/admin/payout-batches/${batch.json().data.id}/${step}`);
      assert.equal(answer.json().code, 'own_customer', `${step}: ${answer.body}`);
    }
  });

  it('neither proposes nor decides a correction of what is theirs', async () => {
    const depositId = await deposit('DEP-000902');
    const seen = { approved_amount: '10', admin_notes: 'Seen' };
    assertStatus(await other.send('POST', `/api/admin/deposits/${depositId}/approve`, seen), 200);
    const { reference } = (await other.get(`/api/admin/deposits/${depositId}`)).json().data;
    const correction = {
      ...{ kind: 'deposit-taken-back', document: reference, amount: '10.00', currency: 'USD' },
      ...{ reason: 'Recalled', paper: 'Folder 3', value_date: test.deps.clock().toISOString().slice(0, 10) },
    };
    const refused = await own.send('POST', '/api/admin/corrections', correction);
    assert.equal(refused.json().code, 'own_customer', refused.body);
    const proposed = await other.send('POST', '/api/admin/corrections', correction);
    assertStatus(proposed, 201);
    for (const step of ['confirm', 'reject']) {
      const answer = await own.send('POST', `/api/admin/corrections/${proposed.json().data.id}/${step}`, {});
      assert.equal(answer.json().code, 'own_customer', `${step}: ${answer.body}`);
    }
  });

  it('is known by the name of the company’s contact, too', async () => {
    const theirs = await createCustomer(test);
    await test.deps.database.query(sql.void`update app.company set contact_person = ${other.name.toUpperCase()}
      where customer_id = ${theirs.customerId}`);
    const discount = { user_id: theirs.customerId, product_id: productId, percentage: 5 };
    assert.equal((await other.send('POST', '/api/admin/discounts', discount)).json().code, 'own_customer');
    assertStatus(await own.send('POST', '/api/admin/discounts', discount), 200);
  });

  it('who edited a company does not approve it, until another one did or the days are over', async () => {
    const edited = await createCustomer(test);
    const path = `/api/admin/users/${edited.customerId}`;
    const details = {
      company_name: 'Edited Ltd',
      business_type: 'llc',
      full_company_address: 'Street 1',
      phone_number: '+48 42 000 00 00',
      company_email: 'edited@customer.example',
      website: null,
      contact_person: 'Ewa Zak',
      contact_number: '+48 42 000 00 01',
      contact_email: 'ewa@customer.example',
      company_registration_no: 'KRS 2',
      date_of_incorporation: '2015-03-02',
      vat_tax_registration: 'PL1234567890',
      country_of_registration: 'PL',
    };
    assertStatus(await own.send('POST', `${path}/company-details`, details), 200);
    const shown = (await own.get(path)).json().data.company?.updated_at;
    const approve = (as: typeof own) =>
      as.send('POST', `${path}/approve`, shown === undefined ? {} : { company_updated_at: shown });
    const refused = await approve(own);
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'own_edit');
    assertStatus(await approve(other), 200);
    assertStatus(await approve(own), 200);
  });
});
