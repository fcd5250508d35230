import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { operatorOf } from '#bff/identity/administrators/operator.ts';
import { MAX_ATTEMPTS } from '#bff/identity/passwords/attempts.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { offerSetup } from './setup-secret.ts';

const PASSWORD = 'a long walk by the sea';
const owner = (secret: string, more: object = {}) => ({
  secret,
  name: 'Ada',
  email: 'Ada@nordlicht-staff.de',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...more,
});

describe('an empty store', async () => {
  const test = await startTestApp({ hasSettings: false });
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  await writeFile(path.join(webDir, 'index.html'), '<title>Giftledger</title><div id="root"></div>');
  const screens = await buildApp({ ...test.deps, config: { ...test.deps.config, webDir } });
  after(async () => {
    await screens.close();
    await test.stop();
    await rm(webDir, { recursive: true });
  });
  const printed = async () => {
    const url = (await offerSetup(test.deps)) ?? assert.fail('it is offered');
    assert.match(url, /^http:\/\/localhost:3000\/admin\/setup#[\w-]{43}$/);
    return url.split('#')[1] ?? '';
  };
  const claim = (payload: object) => test.app.inject({ method: 'POST', url: '/api/setup/owner', payload });
  const page = (url: string) => screens.inject({ url });
  let headers = {};
  const get = async () => (await test.app.inject({ url: '/api/admin/setup', headers })).json().data;
  const post = (step: string, payload: object = {}) =>
    test.app.inject({ method: 'POST', url: `/api/admin/setup/${step}`, payload, headers });
  const doneOf = async () =>
    Object.fromEntries(
      (await get()).steps.map((each: { step: string; is_done: boolean }) => [each.step, each.is_done]),
    );
  let secret = '';

  it('shows its setup in the place of the back office, and to customers that it is not open', async () => {
    for (const url of ['/admin', '/admin/login', '/admin/orders?page=2']) {
      const answer = await page(url);
      assertStatus(answer, 302);
      assert.equal(answer.headers.location, '/admin/setup');
    }
    assert.match((await page('/admin/setup')).body, /id="root"/);
    for (const url of ['/', '/products', '/login']) {
      const answer = await page(url);
      assertStatus(answer, 503);
      assert.match(answer.body, /This store is not open yet/);
      assert.ok(answer.headers['retry-after']);
    }
    assert.equal((await test.app.inject({ url: '/api/setup' })).json().data.state, 'ownerless');
  });

  it('prints one secret for servers that start together, and another at a later start, which voids the first', async () => {
    const first = await printed();
    assert.equal(await printed(), first);
    const rows = await test.deps.database.any(sql.unsafe`select value::text from app.installation`);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(first), 'it is nowhere in Postgres');
    test.advance(61_000);
    secret = await printed();
    assert.notEqual(secret, first);
    const refused = await claim(owner(first));
    assertStatus(refused, 422);
    assert.match(refused.json().errors.secret[0], /not the secret of this start/);
    assertStatus(await claim(owner('')), 422);
    const common = await claim(owner(secret, { password: 'password123', password_confirmation: 'password123' }));
    assert.match(common.json().errors.password[0], /choose another one/);
    assert.equal((await test.app.inject({ url: '/api/setup' })).json().data.state, 'ownerless');
  });

  it('notes each wrong secret with its address, and takes no more of them from there for a time', async () => {
    const from = (remoteAddress: string, wanted: string) =>
      test.app.inject({ method: 'POST', url: '/api/setup/owner', payload: owner(wanted), remoteAddress });
    for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) assertStatus(await from('203.0.113.7', 'a guess'), 422);
    assertStatus(await from('203.0.113.7', secret), 429);
    assertStatus(await from('203.0.113.8', 'a guess'), 422);
    await test.deps.security.flush(true);
    const noted = await test.deps.database.any(sql.type(
      z.object({ kind: z.string(), address: z.string(), times: z.int() }),
    )`
      select kind, address, sum(times)::int as times from app.security_event
      where address like '203.0.113.%' group by kind, address order by kind, address`);
    assert.deepEqual(noted, [
      { kind: 'admin-locked-out', address: '203.0.113.7', times: 1 },
      { kind: 'setup-secret-failed', address: '203.0.113.7', times: MAX_ATTEMPTS },
      { kind: 'setup-secret-failed', address: '203.0.113.8', times: 1 },
    ]);
    assert.equal((await test.app.inject({ url: '/api/setup' })).json().data.state, 'ownerless');
  });

  it('gets one owner from two who come at once, and its secret is dead from then on', async () => {
    const example = await claim(owner(secret, { email: 'ada@shop.example' }));
    assertStatus(example, 422);
    assert.match(example.json().errors.email[0], /ada@shop\.example is an example and nobody’s own/);
    const answers = await Promise.all([
      claim(owner(secret)),
      claim(owner(secret, { email: 'eve@nordlicht-staff.de' })),
    ]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409]);
    const session = answers.find(({ statusCode }) => statusCode === 201)?.json();
    assert.deepEqual(session.administrator.roles, ['owner']);
    assert.equal(session.store, 'closed');
    headers = { authorization: `Bearer ${session.token}` };
    assert.equal(await offerSetup(test.deps), null);
    const late = await claim(owner(secret, { email: 'eve@nordlicht-staff.de' }));
    assertStatus(late, 409);
    assert.equal(late.json().code, 'store_has_owner');
    const { email } = session.administrator;
    assertStatus(
      await test.app.inject({ method: 'POST', url: '/api/admin/login', payload: { email, password: PASSWORD } }),
      200,
    );
    const trail = await listAuditEvents(test.deps.database, { objectId: session.administrator.id });
    assert.ok(
      JSON.stringify(trail, (_, value) => (typeof value === 'bigint' ? String(value) : value)).includes(
        'administrator-created',
      ),
    );
  });

  it('stays closed until what it needs is there, and then opens once', async () => {
    assertStatus(await page('/'), 503);
    assertStatus(await page('/admin/login'), 200);
    assert.deepEqual(await doneOf(), {
      'second-factor': false,
      seller: false,
      currencies: false,
      accounts: false,
      look: false,
      catalogue: false,
      mail: false,
    });
    const early = await post('open');
    assertStatus(early, 409);
    assert.match(early.json().message, /What is missing: the seller, an account to pay into\./);
    assertStatus(await post('skip', { step: 'catalogue' }), 200);
    assert.equal((await get()).steps.find((each: { step: string }) => each.step === 'catalogue').is_skipped, true);
    const sent = await post('test-mail');
    assert.equal(sent.json().outcome, 'sent');
    assert.match(test.mails.at(-1)?.subject ?? '', /Mails of your store arrive/);

    const put = (section: string, payload: object) =>
      test.app.inject({ method: 'PUT', url: `/api/admin/settings/${section}`, payload, headers });
    const why = { why: 'The store begins', expect_version: 0 };
    assertStatus(
      await put('seller', {
        name: 'Ink & Paper Ltd',
        address: '1 High Street\nLeeds LS1 4AP',
        country: 'GB',
        ...why,
        email: 'books@ink-and-paper.co.uk',
      }),
      200,
    );
    const money = {
      currencies: ['USD', 'EUR'],
      conversion_fee_percent: '3',
      deposit_fee_percent: '0',
      payout_accounts: [],
      voucher_vat: 'multi-purpose',
      vat_percent: '21',
      rounding: 'half-even',
    };
    assert.match((await put('money', { ...money, ...why })).json().message, /It counts from now on/);
    const account = { currency: 'EUR', is_standard: true, beneficiary: 'Ink & Paper Ltd', bank: 'A Bank, Leeds' };
    const number = { number: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' };
    assertStatus(await put('accounts', { accounts: [{ ...account, ...number }], ...why }), 200);
    await createProduct(test, { codes: 1 });
    assert.deepEqual(await doneOf(), {
      'second-factor': false,
      seller: true,
      currencies: true,
      accounts: true,
      look: false,
      catalogue: true,
      mail: true,
    });
    assert.match((await get()).missing.join(), /No account is set for deposits in USD/);
    const answers = await Promise.all([post('open'), post('open')]);
    for (const answer of answers) assertStatus(answer, 200);
    assertStatus(await page('/'), 200);
    assert.equal((await get()).state, 'open');
  });
});

describe('a store whose first administrator the command line makes', async () => {
  const test = await startTestApp({ hasSettings: false });
  after(() => test.stop());

  it('was never set up here, and is open: its secret is dead', async () => {
    const url = (await offerSetup(test.deps)) ?? assert.fail('it is offered');
    const operator = operatorOf(test.deps, { kind: 'system', id: 'command-line' });
    await operator.create({ email: 'ada@nordlicht-staff.de', name: 'Ada', roles: ['owner'] });
    const late = await test.app.inject({
      method: 'POST',
      url: '/api/setup/owner',
      payload: owner(url.split('#')[1] ?? ''),
    });
    assertStatus(late, 409);
    assert.equal((await test.app.inject({ url: '/api/setup' })).json().data.state, 'open');
    assert.equal(await offerSetup(test.deps), null);
  });

  it('takes no example as an administrator’s address, from the command line or an owner', async () => {
    const owner = await createAdministrator(test);
    const operator = operatorOf(test.deps, { kind: 'system', id: 'command-line' });
    const invited = { email: 'Bo@staff.example', name: 'Bo', roles: ['auditor' as const] };
    await assert.rejects(
      operator.create(invited),
      /bo@staff\.example is an example and nobody’s own.*Nothing was changed/,
    );
    const refused = await owner.send('POST', '/api/admin/administrators', invited);
    assertStatus(refused, 422);
    assert.match(refused.json().errors.email[0], /is an example/);
    assert.ok('dueAt' in (await operator.create({ ...invited, email: 'bo@nordlicht-staff.de' })));
  });

  it('waits for its first accounts and its first seller where customers have paid already: an update alone makes no first run', async () => {
    const owner = await createAdministrator(test);
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.administrator set is_active = false where administrator_id <> ${owner.administratorId}`,
    );
    const { customerId, wallets } = await createCustomer(test);
    await send(test, {
      type: 'RequestDeposit',
      depositId: randomUUID(),
      number: 'DEP-OLD',
      customerId,
      walletId: wallets.EUR,
      amount: { amount: 1_000n, currency: 'EUR' },
      note: null,
    });
    const account = { currency: 'EUR', is_standard: true, beneficiary: 'Ink & Paper Ltd', bank: 'A Bank, Leeds' };
    const number = { number: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' };
    const saved = await owner.send('PUT', '/api/admin/settings/accounts', {
      accounts: [{ ...account, ...number }],
      why: 'The update asks for them',
      expect_version: 0,
    });
    assertStatus(saved, 200);
    assert.match(saved.json().message, /It counts from/);
    assert.equal(saved.json().data.accounts.value, null);
    const seller = {
      name: 'Ink & Paper Ltd',
      trade_name: null,
      address: '1 High Street\nLeeds',
      country: 'GB',
      vat_id: null,
      registration: null,
      email: 'books@ink-and-paper.co.uk',
      support_email: null,
      mail_from: null,
      links: [],
    };
    const first = await owner.send('PUT', '/api/admin/settings/seller', {
      ...seller,
      why: 'The update asks for it',
      expect_version: 0,
    });
    assertStatus(first, 200);
    assert.match(first.json().message, /It counts from/);
    assert.equal(first.json().data.seller.value, null);
  });
});
