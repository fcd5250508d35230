import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { leaseOfPayouts } from './company-identity.ts';

const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: 'DE89370400440532013000', swiftCode: 'COBADEFF' };

describe('an approved company that becomes another one', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const owner = await createAdministrator(test);
  after(() => test.stop());

  const detailsOf = async ({ headers }: TestCustomer) =>
    (await test.app.inject({ url: '/api/user/company-detail', headers })).json().data;
  async function change(customer: TestCustomer, fields: object) {
    const { id: _id, documents: _documents, ...details } = await detailsOf(customer);
    const payload = { ...details, ...fields };
    return test.app.inject({ method: 'PUT', url: '/api/user/company-detail', headers: customer.headers, payload });
  }
  const withdraw = ({ headers }: TestCustomer, amount = '10') =>
    test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers,
      payload: { amount, currency: 'EUR', bankDetails: BANK },
    });
  const userOf = async ({ headers }: TestCustomer) =>
    (await test.app.inject({ url: '/api/user', headers })).json().data;
  const shownTo = async (customer: TestCustomer) =>
    (await owner.get(`/api/admin/users/${customer.customerId}`)).json().data;
  const approve = (customer: TestCustomer, payload: object = {}) =>
    owner.send('POST', `/api/admin/users/${customer.customerId}/approve`, payload);
  /** Asked for approval, with money, and the company as an administrator is shown it. */
  async function waiting() {
    const customer = await createCustomer(test, 'company');
    await send(test, { type: 'RequestApproval', customerId: customer.customerId });
    await fund(test, customer, 'EUR', 100_000n);
    return { customer, company: (await shownTo(customer)).company };
  }
  /** Works once, after the ledger has the next save of a company and before its table has it. */
  function betweenLedgerAndTable(work: () => Promise<void>) {
    const { ledger } = test.deps;
    const { execute } = ledger;
    Object.assign(ledger, {
      execute: async (...args: Parameters<typeof execute>) => {
        const done = await execute(...args);
        if (args[0].type !== 'SaveCompanyDetails') return done;
        Object.assign(ledger, { execute });
        await work();
        return done;
      },
    });
  }
  async function rich() {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    return customer;
  }

  for (const [field, value] of Object.entries({
    company_name: 'Another Company Ltd',
    company_registration_no: 'KRS 9999999999',
    country_of_registration: 'DE',
    vat_tax_registration: 'DE999999999',
  })) {
    it(`by its ${field}: payouts are refused, buying is not`, async () => {
      const customer = await rich();
      assertStatus(await change(customer, { [field]: value }), 200);
      const refused = await withdraw(customer);
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'company_unapproved');
      const user = await userOf(customer);
      assert.deepEqual([user.is_approved, user.is_company_reviewed_again], [true, true]);
      assertStatus(await test.app.inject({ url: '/api/orders', headers: customer.headers }), 200);
      assert.ok(test.mails.some(({ to, subject }) => to === customer.email && /waits for approval/.test(subject)));
    });
  }

  it('stays the same one by another telephone, or by spaces', async () => {
    const customer = await rich();
    const { company_name } = await detailsOf(customer);
    assertStatus(await change(customer, { phone_number: '+48 42 111 11 11', company_name: ` ${company_name} ` }), 200);
    assertStatus(await withdraw(customer), 201);
    assert.equal((await userOf(customer)).is_company_reviewed_again, false);
  });

  it('has no earlier request completed, by any administrator, and may have it rejected', async () => {
    const customer = await rich();
    const [first, second] = [(await withdraw(customer)).json().data, (await withdraw(customer)).json().data];
    assertStatus(await change(customer, { company_name: 'Another Company Ltd' }), 200);
    const complete = (id: string) => owner.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
    assert.equal((await complete(first.id)).json().code, 'company_unapproved');
    const made = await owner.send('POST', '/api/admin/withdrawals', {
      user_id: customer.customerId,
      wallet_id: customer.wallets.EUR,
      amount: '5',
    });
    assert.equal(made.json().code, 'company_unapproved');
    assertStatus(
      await owner.send('POST', `/api/admin/withdrawals/${second.id}/reject`, { admin_notes: 'No.', user_notes: 'No.' }),
      200,
    );
    const { company } = await shownTo(customer);
    assertStatus(await approve(customer, { company_updated_at: company.updated_at }), 200);
    assertStatus(await complete(first.id), 200);
  });

  it('is approved again by an administrator who saw both, and only as it was shown', async () => {
    const customer = await rich();
    assertStatus(await change(customer, { company_name: 'Second Ltd' }), 200);
    const seen = await shownTo(customer);
    assert.equal(seen.approved_identity.company_name, 'Żółć Sp. z o.o.');
    assert.equal(seen.company.company_name, 'Second Ltd');
    assertStatus(await change(customer, { company_name: 'Third Ltd' }), 200);
    assertStatus(await approve(customer), 409);
    assertStatus(await approve(customer, { company_updated_at: seen.company.updated_at }), 409);
    const now = await shownTo(customer);
    assert.equal(now.approved_identity.company_name, 'Żółć Sp. z o.o.', 'what was approved, not what was in between');
    assertStatus(await approve(customer, { company_updated_at: now.company.updated_at }), 200);
    assertStatus(await withdraw(customer), 201);
    assert.equal((await shownTo(customer)).approved_identity, null);
    await eventually(async () => {
      const trail = await owner.get(`/api/admin/audit/customer/${customer.customerId}?per_page=100`);
      const types = trail.json().data.map(({ type }: { type: string }) => type);
      assert.equal(types.filter((type: string) => type === 'CustomerIdentityChanged').length, 2);
      assert.equal(types.filter((type: string) => type === 'CustomerApproved').length, 2);
    });
    const bell = await owner.get('/api/admin/notifications?per_page=100');
    assert.match(bell.body, /CompanyChangedNotification/);
  });

  it('is approved for the first time only as it was shown, too', async () => {
    const customer = await createCustomer(test, 'company');
    await send(test, { type: 'RequestApproval', customerId: customer.customerId });
    const seen = await shownTo(customer);
    assertStatus(await change(customer, { company_name: 'Second Ltd' }), 200);
    const refused = await approve(customer, { company_updated_at: seen.company.updated_at });
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'changed_elsewhere');
    assert.equal((await userOf(customer)).is_approved, false);
    const now = await shownTo(customer);
    assertStatus(await approve(customer, { company_updated_at: now.company.updated_at }), 200);
  });

  it('is not approved unseen where it is saved at the same moment', async () => {
    const { customer, company } = await waiting();
    let approved: ReturnType<typeof approve> | undefined;
    betweenLedgerAndTable(async () => {
      const waits = await test.deps.database.exists(
        sql.typeAlias('void')`select from app.lease where name = ${leaseOfPayouts(customer.customerId)}`,
      );
      approved = approve(customer, { company_updated_at: company.updated_at });
      if (!waits) await approved;
    });
    assertStatus(await change(customer, { company_name: 'Second Ltd' }), 200);
    assert.ok(approved);
    assertStatus(await approved, 409);
    assert.equal((await detailsOf(customer)).company_name, 'Second Ltd');
    assertStatus(await withdraw(customer), 403);
  });

  it('is not stored after an approval by a save that stood still, and a repetition of it is a change', async ({
    mock,
  }) => {
    const { customer, company } = await waiting();
    const now = performance.now.bind(performance);
    betweenLedgerAndTable(async () => {
      await test.deps.database.query(sql.typeAlias('void')`delete from app.lease`);
      assertStatus(await approve(customer, { company_updated_at: company.updated_at }), 200);
      mock.method(performance, 'now', () => now() + 120_000);
    });
    assertStatus(await change(customer, { company_name: 'Second Ltd' }), 503);
    mock.restoreAll();
    assert.equal((await detailsOf(customer)).company_name, company.company_name);
    assertStatus(await change(customer, { company_name: 'Second Ltd' }), 200);
    assertStatus(await withdraw(customer), 409);
  });

  it('is refused in letters that no invoice prints, and taken in those of any other script', async () => {
    const customer = await createCustomer(test);
    const refused = await change(customer, { company_name: 'ಕನ್ನಡ Cards' });
    assertStatus(refused, 422);
    assert.match(refused.json().errors.company_name[0], /^Invoices cannot print ಕ/);
    assertStatus(
      await change(customer, { company_name: '株式会社ギフト', full_company_address: '東京都千代田区1-1' }),
      200,
    );
    assert.equal((await detailsOf(customer)).company_name, '株式会社ギフト');
  });

  it('at the same moment as withdrawals: each is refused, or was asked for before the change', async () => {
    const customer = await rich();
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => withdraw(customer, '1')),
      change(customer, { company_name: 'Another Company Ltd' }),
      ...Array.from({ length: 12 }, () => withdraw(customer, '1')),
    ]);
    for (const answer of answers) assert.ok([200, 201, 409].includes(answer.statusCode), answer.body);
    assertStatus(await withdraw(customer), 409);
  });
});
