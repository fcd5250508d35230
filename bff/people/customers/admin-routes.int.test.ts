import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import {
  AdminUserAnswer,
  type AdminUserDetail,
  AdminUserPage,
  AdminUserSaved,
  UserSearchAnswer,
} from '#bff/contract/people/admin-customer.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, formOf, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';

const COMPANY = {
  company_name: 'Ærø Handel A/S',
  business_type: 'corporation',
  full_company_address: 'Havnegade 1, 1058 København',
  phone_number: '+45 1',
  company_email: 'office@aero.example',
  website: 'aero.example',
  contact_person: 'Søren',
  contact_number: '+45 2',
  contact_email: 'soren@aero.example',
  company_registration_no: 'DK1',
  date_of_incorporation: '1999-12-31',
  vat_tax_registration: 'DK12345678',
  country_of_registration: 'DK',
};

describe('customers in the back-office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  after(() => test.stop());

  const show = async (id: string) => AdminUserAnswer.parse((await admin.get(`/api/admin/users/${id}`)).json()).data;
  const list = async (query: string) => AdminUserPage.parse((await admin.get(`/api/admin/users?${query}`)).json());

  it('who ask for approval are approved once, get a mail, and can be revoked', async () => {
    const customer = await createCustomer(test, 'company');
    const approve = () => admin.send('POST', `/api/admin/users/${customer.customerId}/approve`);
    assertStatus(await approve(), 409);
    await send(test, { type: 'RequestApproval', customerId: customer.customerId });
    assert.ok((await list('awaiting_approval=true')).data.some((user) => user.id === customer.customerId));

    for (const answer of await Promise.all([approve(), approve()])) assertStatus(answer, 200);
    assert.equal(test.mails.filter((mail) => mail.to === customer.email).length, 1);
    const approved = await show(customer.customerId);
    assert.deepEqual(
      [approved.status, approved.is_approved, approved.company_name],
      ['active', true, 'Żółć Sp. z o.o.'],
    );
    assertStatus(await test.app.inject({ url: '/api/orders', headers: customer.headers }), 200);

    const revoke = await admin.send('POST', `/api/admin/users/${customer.customerId}/revoke`, {
      reason: 'Papers expired',
    });
    assertStatus(revoke, 200);
    assert.equal(AdminUserSaved.parse(revoke.json()).data.status, 'pending');
    assertStatus(await test.app.inject({ url: '/api/orders', headers: customer.headers }), 403);
    assertStatus(await approve(), 200);
    assert.equal(test.mails.filter((mail) => mail.to === customer.email).length, 2);
  });

  it('keep a note of the largest length in any letters', async () => {
    const customer = await createCustomer(test);
    const reason = '証'.repeat(2_000);
    assertStatus(await admin.send('POST', `/api/admin/users/${customer.customerId}/revoke`, { reason }), 200);
  });

  it('are found by name, e-mail and company, from three characters on', async () => {
    const customer = await createCustomer(test);
    for (const term of [customer.name, customer.email.slice(0, 12), customer.customerId]) {
      const answer = await admin.get(`/api/admin/users/search?term=${encodeURIComponent(term)}`);
      assert.ok(
        UserSearchAnswer.parse(answer.json()).data.some((user) => user.id === customer.customerId),
        term,
      );
    }
    assert.ok(
      (await list('search=%C5%BB%C3%B3%C5%82&per_page=100')).data.some((user) => user.id === customer.customerId),
    );
    await test.deps.database.query(
      sql.typeAlias('void')`update app.account set name = 'Nora Weiss' where customer_id = ${customer.customerId}`,
    );
    for (const term of ['Nora Weiss', 'Weiss Nora', 'Nora  Weiss', ' weiss  NORA ']) {
      const { data } = (await admin.get(`/api/admin/users/search?term=${encodeURIComponent(term)}`)).json();
      assert.equal(data[0]?.id, customer.customerId, term);
    }
    const short = await admin.get('/api/admin/users/search?term=ab');
    assertStatus(short, 422);
    assert.equal(short.json().message, 'Type at least 3 characters to search');
  });

  it('are listed by status and sorted by name', async () => {
    await createCustomer(test, 'registered');
    const active = await list('status=active&per_page=100');
    assert.ok(active.data.every((user) => user.is_approved));
    const pending = await list('status=pending&per_page=100');
    assert.ok(pending.data.length > 0 && pending.data.every((user) => !user.is_approved));
    const names = (await list('sort_by=name&sort_order=asc&per_page=100')).data.map((user) => user.name.toLowerCase());
    assert.deepEqual(names, [...names].sort());
  });

  it('get much credit from two administrators, and from none when it is rejected', async () => {
    const customer = await createCustomer(test);
    const second = await createAdministrator(test);
    const url = `/api/admin/users/${customer.customerId}/credit`;
    const wallet_id = customer.wallets.USD;
    const set = (as: TestAdministrator, credit_limit: string, headers = {}) =>
      as.send('POST', url, { wallet_id, credit_limit }, headers);
    const key = { 'idempotency-key': randomUUID() };
    const first = await set(admin, '10000.01', key);
    assertStatus(first, 200);
    assert.match(
      first.json().message,
      /\$10,000\.01 is saved\. A second administrator has to confirm it before it counts/,
    );
    const creditOf = (detail: AdminUserDetail) => detail.wallet_credit.find((each) => each.wallet_id === wallet_id);
    const waiting = creditOf(await show(customer.customerId));
    assert.deepEqual(
      [waiting?.proposed?.by.id, waiting?.proposed?.amount.formatted],
      [admin.administratorId, '$10,000.01'],
    );
    assert.equal((await show(customer.customerId)).credit, '0.00');
    assert.deepEqual((await set(admin, '10000.01', key)).json(), first.json());
    assertStatus(await set(admin, '10000.01'), 409);
    assertStatus(await set(second, '20000'), 409);
    const rejected = await second.send('POST', `${url}/reject`, { wallet_id });
    assertStatus(rejected, 200);
    assert.equal(creditOf(rejected.json().data)?.proposed, null);
    assertStatus(await set(second, '10000.01'), 200);
    const [bell] = (await admin.get('/api/admin/notifications?per_page=100')).json().data;
    assert.deepEqual([bell.type, bell.data.user_id], ['SecondApprovalNotification', customer.customerId]);
    const answers = await Promise.all([set(admin, '10000.01'), set(admin, '10000.01')]);
    for (const answer of answers) assertStatus(answer, 200);
    assert.equal((await show(customer.customerId)).credit, '10000.01');
  });

  it('get no credit by an administrator who was shown another limit', async () => {
    const customer = await createCustomer(test);
    const second = await createAdministrator(test);
    const wallet_id = customer.wallets.USD;
    const post = (as: TestAdministrator, body: object, path = 'credit') =>
      as.send('POST', `/api/admin/users/${customer.customerId}/${path}`, { wallet_id, ...body });
    assertStatus(await post(admin, { credit_limit: '50', expect_credit_limit: '0.00', expect_proposed: null }), 200);
    const late = await post(second, { credit_limit: '70', expect_credit_limit: '0.00' });
    assertStatus(late, 409);
    assert.match(late.json().message, /credit limit is \$50\.00 by now; you were shown \$0\.00/);
    assertStatus(await post(admin, { credit_limit: '50', expect_credit_limit: '0.00' }), 200);

    assertStatus(await post(admin, { credit_limit: '10000.01', expect_credit_limit: '50' }), 200);
    const blind = await post(second, { expect_proposed: '20000.00' }, 'credit/reject');
    assertStatus(blind, 409);
    assert.match(blind.json().message, /waits is \$10,000\.01 by now; you were shown \$20,000\.00/);
    assertStatus(await post(second, { expect_proposed: '10000.01' }, 'credit/reject'), 200);
    // What it confirms was taken back meanwhile.
    const gone = await post(second, { credit_limit: '10000.01', expect_proposed: '10000.01' });
    assertStatus(gone, 409);
    assert.match(gone.json().message, /waits is gone by now/);
  });

  it('get a credit limit in a wallet of theirs, which counts in USD', async () => {
    const customer = await createCustomer(test);
    const other = await createCustomer(test);
    const set = (walletId: string, limit: string) =>
      admin.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
        wallet_id: walletId,
        credit_limit: limit,
      });
    assertStatus(await set(customer.wallets.EUR, '1000'), 200);
    assertStatus(await set(customer.wallets.USD, '50.50'), 200);
    const detail = await show(customer.customerId);
    assert.equal(detail.credit, '1150.50');
    assert.equal(detail.wallets.find((wallet) => wallet.currency === 'EUR')?.available.formatted, '€1,000.00');
    assertStatus(await set(other.wallets.USD, '10'), 422);
    assertStatus(await set(customer.wallets.USD, '-10'), 422);
    assertStatus(await set(customer.wallets.USD, '0'), 200);
  });

  it('have their balances summed up in USD at the rates of the store', async () => {
    const customer = await createCustomer(test);
    assert.equal((await show(customer.customerId)).total_balance.formatted, '$0.00');
    await fund(test, customer, 'USD', 10_000n);
    await fund(test, customer, 'EUR', 20_000n);
    // $100.00 and €200.00 at 1.1.
    assert.equal((await show(customer.customerId)).total_balance.formatted, '$320.00');
  });

  it('show their bank data masked; to see it in full is recorded, and refused to everybody else', async () => {
    const customer = await createCustomer(test);
    const reveal = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: `/api/admin/users/${customer.customerId}/banking-details/reveal`,
        headers,
      });
    assertStatus(await reveal(admin.headers), 404);
    const banking = {
      bank_name: 'Northwind Bank',
      full_bank_address: '12 Exchange Square, Frankfurt',
      account_beneficiary_name: customer.name,
      currency: 'EUR',
      account_iban: 'DE02 1203 0000 0000 2020 51',
      bic_swift: 'NWBKDEFF',
    };
    const kept = await test.app.inject({
      method: 'POST',
      url: '/api/user/banking-detail',
      headers: customer.headers,
      payload: banking,
    });
    assertStatus(kept, 201);
    const page = await admin.get(`/api/admin/users/${customer.customerId}`);
    const masked = AdminUserAnswer.parse(page.json()).data.banking;
    assert.deepEqual([masked?.account_iban_last_four, masked?.bic_swift_last_four], ['2051', 'DEFF']);
    assert.ok(!page.body.includes('DE02') && !page.body.includes(banking.bic_swift));

    for (const headers of [{}, customer.headers]) {
      const refused = await reveal(headers);
      assert.ok([401, 403].includes(refused.statusCode), refused.body);
    }
    const REVEALED = 'The bank data of a customer was shown in full.';
    const trail = async () =>
      (await admin.get(`/api/admin/audit/customer/${customer.customerId}?per_page=100`)).json().data as {
        summary: string;
        actor: { id: string; name: string };
      }[];
    assert.ok(!(await trail()).some(({ summary }) => summary === REVEALED));
    const revealed = await reveal(admin.headers);
    assertStatus(revealed, 200);
    assert.equal(revealed.headers['cache-control'], 'private, no-store');
    assert.equal(revealed.json().data.account_iban, banking.account_iban);
    assert.equal(revealed.json().data.bic_swift, banking.bic_swift);
    await eventually(async () => {
      const look = (await trail()).find(({ summary }) => summary === REVEALED);
      assert.deepEqual([look?.actor.id, look?.actor.name], [admin.administratorId, admin.name]);
    });
  });

  it('have no credit limit beyond the largest there is', async () => {
    const customer = await createCustomer(test);
    const refused = await admin.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
      wallet_id: customer.wallets.USD,
      credit_limit: '999999999999',
    });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json().errors, { credit_limit: ['The credit limit must be at most 10,000,000'] });
  });

  it('have company details and documents that administrators keep for them', async () => {
    const customer = await createCustomer(test, 'verified');
    const base = `/api/admin/users/${customer.customerId}/company-details`;
    const missing = await admin.send('POST', base, { ...COMPANY, company_name: ' ' });
    assertStatus(missing, 422);
    assert.ok(missing.json().errors.company_name);
    const saved = await admin.send('POST', base, COMPANY);
    assertStatus(saved, 200);
    assert.equal(saved.json().message, 'Company details created successfully.');
    assert.equal(saved.json().data.website, 'https://aero.example');
    assert.equal((await show(customer.customerId)).is_company_detail_complete, true);

    const pdf = pdfOf(randomBytes(3_000));
    const refused = await admin.send(
      'POST',
      `${base}/documents`,
      formOf({ document: Buffer.from('MZ not a document') }),
    );
    assertStatus(refused, 422);
    assert.match(refused.json().message, /^File type not supported/);
    const uploaded = await admin.send('POST', `${base}/documents`, formOf({ document: pdf }, 'Årsrapport.pdf'));
    assertStatus(uploaded, 201);
    // Written inside a database transaction, which also waits for it.
    assert.equal(uploaded.headers['x-read-model'], 'current');
    const { id, url } = uploaded.json().data;
    const opened = await admin.get(url);
    assertStatus(opened, 200);
    assert.deepEqual(opened.rawPayload, pdf);
    assert.match(String(opened.headers['content-disposition']), /filename\*=UTF-8''%C3%85rsrapport\.pdf/);
    assertStatus(await admin.send('DELETE', `${base}/documents/${id}`), 200);
    const again = await admin.send('DELETE', `${base}/documents/${id}`);
    assertStatus(again, 404);
    assert.equal(again.json().message, 'Document not found or already deleted.');
  });

  it('that do not exist are not found', async () => {
    const id = randomUUID();
    for (const path of ['', '/wallets', '/withdrawals', '/discounts']) {
      assertStatus(await admin.get(`/api/admin/users/${id}${path}`), 404);
    }
    assertStatus(await admin.send('POST', `/api/admin/users/${id}/approve`), 404);
    assertStatus(await admin.send('POST', `/api/admin/users/${id}/company-details`, COMPANY), 404);
  });
});
