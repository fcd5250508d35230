import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { COMPANY } from '#infra/proof/api/company.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { DEMO_SELLER, demoAccount } from '#infra/proof/api/settings.ts';
import { createSignUps } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { adoptSection } from '#infra/seed/settings.ts';

/** A store on this machine that is nobody's demonstration: an older environment, or a mistake, set the examples. */
const own = await startTestApp({ hasSettings: false });
const demonstration = await startTestApp();
after(async () => {
  await own.stop();
  await demonstration.stop();
});

const BANK = {
  bank_name: 'A bank',
  full_bank_address: 'Berlin',
  account_beneficiary_name: 'Zolc',
  currency: 'EUR',
  account_iban: 'DE89370400440532013000',
  bic_swift: 'COBADEFFXXX',
};
const COMPANY_OF_OWN = {
  ...COMPANY,
  company_email: 'finance@zolc.com.pl',
  website: 'zolc.com.pl',
  contact_email: 'ewa@zolc.com.pl',
  phone_number: '+48 42 612 34 56',
  contact_number: '+48 42 612 34 57',
  vat_tax_registration: 'PL7272445205',
};

const send = (test: TestApp, who: TestCustomer, method: 'POST' | 'PUT', url: string, payload: object) =>
  test.app.inject({ method, url, payload, headers: who.headers });
function assertExample(answer: Awaited<ReturnType<typeof send>>, field: string): void {
  assertStatus(answer, 422);
  assert.match(answer.json().errors[field]?.[0] ?? answer.body, /is an example and nobody’s own/);
}

it('customers enter no example of an address, a telephone, a VAT number or an account', async () => {
  assertExample(await createSignUps(own).signUp('zoe@shop.example'), 'email');
  assertStatus(await createSignUps(own).signUp('zoe@hafen-handel.de'), 201);
  const customer = await createCustomer(own);
  const company = (changes: object) =>
    send(own, customer, 'POST', '/api/user/company-detail', { ...COMPANY_OF_OWN, ...changes });
  for (const [field, example] of Object.entries({
    company_email: 'finance@company.example',
    website: 'www.example.com',
    contact_email: 'ewa@company.test',
    phone_number: '+1 212 555 0123',
    contact_number: '+44 20 7946 0123',
    vat_tax_registration: 'PL1234567890',
  })) {
    assertExample(await company({ [field]: example }), field);
  }
  assertStatus(await company({ company_registration_no: '12345678' }), 201);
  const banking = (account: string) =>
    send(own, customer, 'POST', '/api/user/banking-detail', { ...BANK, account_iban: account });
  assertExample(await banking(BANK.account_iban), 'account_iban');
  assertStatus(await banking('DE42 5001 0517 1234 5678 12'), 201);
});

it('a deposit is refused in words to customer and owner until seller and account are real', async () => {
  const [customer, owner] = [await createCustomer(own), await createAdministrator(own)];
  const ask = () => send(own, customer, 'POST', '/api/deposits', { wallet_id: customer.wallets.EUR, amount: '10' });
  const missing = async () => (await owner.get('/api/admin/settings')).json().data.missing.join(' ');
  const reached = async (position: bigint) => assert.ok(await own.deps.settings.reached(position, 10_000));
  const adopted = { ...DEMO_SELLER, name: 'Ours' };
  await reached(await adoptSection(own.deps.ledger, 'seller', adopted));
  await reached(await adoptSection(own.deps.ledger, 'accounts', { accounts: [demoAccount('EUR')] }));
  const refused = await ask();
  assertStatus(refused, 409);
  assert.match(refused.json().message, /Deposits in EUR are not open.*do not transfer anything/);
  assert.match(await missing(), /The seller has an example that is nobody’s own: NL001234567B01/);
  assert.match(await missing(), /The account for EUR has an example that is nobody’s own: NL91 ABNA/);

  const put = (section: string, body: object) =>
    owner.send('PUT', `/api/admin/settings/${section}`, { ...body, why: 'Ours' });
  const seller = {
    name: 'Ours',
    trade_name: null,
    address: 'Am Sandtorkai 50',
    country: 'NL',
    vat_id: null,
    registration: '1',
    email: 'rechnung@kontor-nordlicht.de',
    support_email: null,
    mail_from: null,
    links: [],
    expect_version: 1,
  };
  for (const [field, example] of Object.entries({
    vat_id: 'DE123456789',
    email: 'books@shop.example',
    support_email: 'help@example.com',
    mail_from: 'no-reply@shop.test',
  })) {
    const answer = await put('seller', { ...seller, [field]: example });
    assertStatus(answer, 422);
    assert.match(answer.json().errors[field][0], /is an example and nobody’s own/);
  }
  const { accounts, currencies: _ } = (await owner.get('/api/admin/settings')).json().data;
  const account = { ...accounts.value.accounts[0], number: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };
  const other = await put('accounts', { accounts: [account], expect_version: accounts.version });
  assertStatus(other, 422);
  assert.ok(other.json().errors['accounts.0.number']);
});

it('a product of the example catalogue is put on sale by no door, until it has a name of one’s own', async () => {
  const product = { name: 'Example: Steam $20', variant_name: '$20', category_name: 'Gaming', brand_name: 'Steam' };
  const form = { ...product, region: 'us', currency: 'USD', price: '19.20' };
  const inOffice = async (test: TestApp) => {
    const admin = await createAdministrator(test, 'catalogue');
    assertStatus(await admin.send('POST', '/api/admin/brands', formOf({ title: 'Steam' })), 201);
    const add = (changes: object = {}) => admin.send('POST', '/api/admin/products', { ...form, ...changes });
    const look = async (status: string, of: { id?: string; name?: string } = {}) => {
      const row = `${of.id ?? ''},${of.name ?? 'Example: Steam $50'},$50,Steam,Gaming,US,USD,47.90,${status}`;
      const csv = `id,name,variant_name,brand_name,category_name,region,currency,price,status\n${row}`;
      const parts = formOf({ of: 'products', file: Buffer.from(csv) }, 'products.csv');
      const { data } = (await admin.send('POST', '/api/admin/catalogue/files', parts)).json();
      const rows = (await admin.get(`/api/admin/catalogue/changes/${data.id}/rows`)).json().data;
      const apply = () => admin.send('POST', `/api/admin/catalogue/changes/${data.id}/apply`, { digest: data.digest });
      return { id: data.id, canApply: data.can_apply, problems: rows[0].problems, apply };
    };
    return { admin, add, look };
  };
  const { admin, add, look } = await inOffice(own);
  const refused = await add();
  assertStatus(refused, 422);
  assert.match(refused.json().errors.name[0], /An example of the demonstration is not sold.*Nothing was changed/);
  const draft = (await add({ is_draft: true })).json().data;
  const restore = () => admin.send('POST', `/api/admin/products/${draft.id}/restore`);
  const kept = await restore();
  assertStatus(kept, 409);
  assert.match(kept.json().message, /is not sold.*a name that does not begin with “Example:”.*stays off sale/);
  for (const row of [{}, { id: draft.id }, { name: 'example : Steam' }]) {
    const { canApply, problems } = await look('on sale', row);
    assert.equal(canApply, false, JSON.stringify(row));
    assert.equal(problems[0].column, 'status');
    assert.match(problems[0].message, /is not sold.*Until then write “not on sale”/);
  }
  // As it was looked at before there was this rule.
  const earlier = await look('not on sale');
  assert.equal(earlier.canApply, true);
  await own.deps.database.query(sql.void`update app.catalogue_change_line
    set target = jsonb_set(target, '{isActive}', 'true') where change_id = ${earlier.id}`);
  const late = await earlier.apply();
  assertStatus(late, 409);
  assert.match(late.json().message, /is not sold/);

  const update = async (name: string) => {
    const { updated_at } = (await admin.get(`/api/admin/products/${draft.id}`)).json().data;
    return admin.send('PUT', `/api/admin/products/${draft.id}`, { ...form, name, updated_at });
  };
  assertStatus(await update('Example: Steam'), 200);
  assertStatus(await update('Steam $20'), 200);
  // While it gets its name back, it is not put on sale.
  const renaming = new pg.Client({ connectionString: own.databaseUrl });
  await renaming.connect();
  await renaming.query('begin');
  await renaming.query("update app.product set name = 'Example: Steam' where id = $1", [draft.id]);
  const racing = restore().then((answer) => answer);
  await eventually(async () => {
    const waiting = sql.unsafe`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%for update%'`;
    assert.ok(await own.deps.database.exists(waiting));
  });
  await renaming.query('commit');
  await renaming.end();
  assertStatus(await racing, 409);
  await own.deps.database.query(sql.void`update app.product set name = 'Steam $20' where id = ${draft.id}`);
  assertStatus(await restore(), 200);
  const back = await update('EXAMPLE: Steam');
  assertStatus(back, 422);
  assert.match(back.json().errors.name[0], /is not sold/);

  const shown = await inOffice(demonstration);
  assertStatus(await shown.add(), 201);
  assert.equal((await shown.look('on sale')).canApply, true);
});

it('a demonstration has examples only: it takes them, on this machine', async () => {
  const customer = await createCustomer(demonstration);
  assertStatus(await createSignUps(demonstration).signUp('zoe@shop.example'), 201);
  assertStatus(await send(demonstration, customer, 'POST', '/api/user/company-detail', COMPANY), 201);
  assertStatus(await send(demonstration, customer, 'POST', '/api/user/banking-detail', BANK), 201);
  const deposit = { wallet_id: customer.wallets.EUR, amount: '10' };
  assertStatus(await send(demonstration, customer, 'POST', '/api/deposits', deposit), 201);
});
