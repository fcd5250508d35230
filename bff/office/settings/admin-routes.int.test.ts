import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ApprovalPage } from '#bff/contract/money/admin-approval.ts';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { AdminSettings, SettingsEntry } from '#bff/contract/office/admin-settings.ts';
import type { AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import { NotificationPage } from '#bff/contract/people/notification.ts';
import type { ApiError } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { accountsOpen } from '#bff/papers/invoices/paid-into.ts';
import { CATEGORIES } from '#core/aggregates/events.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { chain } from '#core/kernel/log/hash-chain.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { SELLER_FORM } from '#infra/proof/api/forms.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { DEMO_SELLER } from '#infra/seed/settings.ts';
import { changeSection } from './changes.ts';
import { presentSettings } from './present.ts';
import { SETTINGS_TOLD } from './tell-owners.ts';
import { workSettings } from './work.ts';

const DAY_MS = 24 * 3_600_000;
const EVENT_MACS = { current: { id: 1, key: randomBytes(32) }, retired: [], since: null };
const URL = '/api/admin/settings';

describe('settings', () => {
  let test: TestApp;
  let pool: ReturnType<typeof createPgPool>;
  /** A run of the job. */
  let run: (deps?: TestApp['deps']) => Promise<void>;
  let [owner, second, finance]: TestAdministrator[] = [];
  const as = (who: TestAdministrator | undefined) => who ?? assert.fail('an administrator');
  const read = async (who = owner) => AdminSettings.parse((await as(who).get(URL)).json().data);
  const history = async () => SettingsEntry.array().parse((await as(owner).get(`${URL}/history`)).json().data);
  const put = (section: string, body: object, who = owner) => as(who).send('PUT', `${URL}/${section}`, body);
  const decide = (id: string, step: 'confirm' | 'withdraw', who = owner) =>
    as(who).send('POST', `${URL}/changes/${id}/${step}`, {});
  const accountsNow = async (): Promise<AccountsValue> => (await read()).accounts.value ?? assert.fail('accounts');
  /** The accounts, with another number for euros. */
  async function withNumber(number: string) {
    const { version } = (await read()).accounts;
    const accounts = (await accountsNow()).accounts.map((each) =>
      each.currency === 'EUR' ? { ...each, number, bic: 'COBADEFFXXX' } : each,
    );
    return { accounts, why: 'A new bank', expect_version: version };
  }
  /** What waits in the list of approvals, how much of it they may confirm, and what of it their bell says. */
  const seen = async (who: TestAdministrator | undefined) => {
    const { data, meta } = ApprovalPage.parse((await as(who).get('/api/admin/approvals?kind=settings')).json());
    const bell = NotificationPage.parse((await as(who).get('/api/admin/notifications')).json());
    return [
      data.flatMap(({ subject_id, may_confirm }) => [subject_id, may_confirm]),
      meta.to_confirm,
      bell.data.flatMap((each) => (each.type === 'SettingsChangeNotification' ? [each.data.message] : [])),
    ];
  };
  const waiting = async () => (await read()).accounts.waiting ?? assert.fail('a change that waits');

  before(async () => {
    test = await startTestApp({ eventMacs: EVENT_MACS });
    pool = createPgPool(test.databaseUrl, { maxConnections: 2, applicationName: 'test', onIdleError: assert.ifError });
    run = (deps = test.deps) => workSettings(deps, createProcessCheckpoint(pool, SETTINGS_TOLD));
    owner = await createAdministrator(test);
    second = await createAdministrator(test);
    finance = await createAdministrator(test, 'finance');
  });
  after(async () => {
    await pool.end();
    await test.stop();
  });

  it('are read by finance and changed by owners, with a confirmed session', async () => {
    assertStatus(await as(finance).get(URL), 200);
    assertStatus(await as(finance).get(`${URL}/history`), 200);
    assertStatus(await put('seller', { ...SELLER_FORM, why: 'Ours', expect_version: 1 }, finance), 403);
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get(URL), 403);
    const customer = await createCustomer(test);
    assertStatus(await test.app.inject({ url: URL, headers: customer.headers }), 401);
    const third = await createAdministrator(test);
    await forgetConfirmation(test, third);
    const refused = await put('seller', { ...SELLER_FORM, why: 'Ours', expect_version: 1 }, third);
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'step_up_required');
    await test.deps.database.query(
      sql.typeAlias('void')`
        update app.administrator set is_active = false where administrator_id = ${third.administratorId}`,
    );
  });

  it('of the seller count at once, and say what changed, who and why', async () => {
    const { seller } = await read();
    const saved = await put('seller', { ...SELLER_FORM, why: ' We are the seller ', expect_version: seller.version });
    assertStatus(saved, 200);
    const now = await read();
    assert.deepEqual(now.seller.value, {
      ...SELLER_FORM,
      links: [{ label: 'Blog', url: 'https://ink-and-paper.co.uk' }],
    });
    assert.equal(now.version, 4);
    const { data } = (await test.app.inject({ url: '/api/seller' })).json();
    assert.deepEqual(
      [data.name, data.legal],
      ['Inkwell', 'Ink & Paper Ltd · 1 High Street, Leeds LS1 4AP, Netherlands'],
    );
    const [entry] = await history();
    assert.deepEqual(
      [entry?.section, entry?.step, entry?.version, entry?.why, entry?.by?.id],
      ['seller', 'changed', 4, 'We are the seller', as(owner).administratorId],
    );
    const name = entry?.changes.find(({ field }) => field === 'Name');
    assert.deepEqual([name?.before, name?.after], ['Giftledger B.V.', 'Ink & Paper Ltd']);
    await run();
    const mails = test.mails.filter(({ subject }) => subject.startsWith('Settings: '));
    assert.equal(mails.length, 2, 'every owner hears of it, and of nothing else: the demonstration is nobody’s change');
    assert.ok(mails.every(({ text, sender }) => text.includes('after: Ink & Paper Ltd') && sender === 'operator'));
  });

  it('are refused from a page of before, without a reason, and with what is wrong at its field', async () => {
    const stale = await put('seller', { ...SELLER_FORM, name: 'Another', why: 'Renamed', expect_version: 1 });
    assertStatus(stale, 409);
    assert.equal(stale.json().code, 'changed_elsewhere');
    const wrong = await put('seller', { ...SELLER_FORM, email: 'x', country: '', why: '', expect_version: 4 });
    assertStatus(wrong, 422);
    assert.deepEqual(Object.keys(wrong.json().errors).toSorted(), ['country', 'email', 'why']);
    const body = await withNumber('DE00 1234');
    const account = await put('accounts', body);
    assertStatus(account, 422);
    assert.deepEqual(Object.keys(account.json().errors), ['accounts.1.number']);
    const twoLines = body.accounts.map((each) => ({ ...each, bank: 'A bank\n  after: Another bank' }));
    const refused = await put('accounts', { ...body, accounts: twoLines });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json().errors['accounts.0.bank'], ['Please write it on one line']);
    const foreignId = body.accounts.map((each) => ({ ...each, id: 'Not_An_Id' }));
    assertStatus(await put('accounts', { ...body, accounts: foreignId }), 422);
    const [first] = await accountsNow().then(({ accounts }) => accounts);
    const hidden = { ...first, number: 'NL91ABNA0417164300', is_standard: false };
    const sameId = await put('accounts', { ...body, accounts: [hidden, ...(await accountsNow()).accounts] });
    assertStatus(sameId, 422);
    assert.match(JSON.stringify(sameId.json()), /the same id/);
    const several = body.accounts.map((each) => ({ ...each, is_standard: false }));
    assertStatus(await put('accounts', { ...body, accounts: several }), 422);
  });

  it('of accounts wait for a second owner and a day, with a mail to every owner at each step', async () => {
    const before = test.mails.length;
    const key = { 'idempotency-key': randomUUID() };
    const body = await withNumber('DE89 3704 0044 0532 0130 00');
    const proposed = await as(owner).send('PUT', `${URL}/accounts`, body, key);
    assertStatus(proposed, 200);
    assert.match(proposed.json().message, /Another owner has to confirm it/);
    assertStatus(await as(owner).send('PUT', `${URL}/accounts`, body, key), 200);
    const { id, may_confirm, by } = await waiting();
    assert.deepEqual([may_confirm, by.id], [false, as(owner).administratorId]);
    assert.deepEqual(await seen(owner), [[id, false], 0, []]);
    assert.deepEqual(await seen(finance), [[id, false], 0, []]);
    const waits = 'A change of the settings “Accounts to pay into” was proposed.';
    assert.deepEqual(await seen(second), [[id, true], 1, [waits]]);
    assertStatus(await decide(id, 'confirm'), 409);
    assertStatus(await decide(id, 'confirm', finance), 403);
    assertStatus(await decide(randomUUID(), 'confirm', second), 404);
    const confirmed = await decide(id, 'confirm', second);
    assertStatus(confirmed, 200);
    assert.match(confirmed.json().message, /It counts from .* unless it is withdrawn/);
    assert.deepEqual((await seen(second)).slice(0, 2), [[id, false], 0], 'it waits for its time alone');

    await run();
    assert.ok((await waiting()).due_at);
    test.advance(DAY_MS + 1_000);
    await run();
    await run();
    const { version } = test.deps.settings.now();
    assert.ok((await test.deps.settings.reached(await test.deps.eventStore.headPosition(), 10_000)) || version === 5);
    const euros = (await accountsNow()).accounts.find(({ currency }) => currency === 'EUR');
    assert.deepEqual([euros?.number, euros?.id], ['DE89 3704 0044 0532 0130 00', 'demo-eur']);
    assert.equal((await read()).accounts.waiting, null);
    assert.deepEqual((await seen(second)).slice(0, 2), [[], 0]);
    const steps = (await history()).slice(0, 3).map(({ step, version }) => [step, version]);
    assert.deepEqual(steps, [
      ['changed', 5],
      ['confirmed', null],
      ['proposed', null],
    ]);
    const mails = test.mails.slice(before).filter(({ subject }) => subject === 'Settings: Accounts to pay into');
    assert.equal(mails.length, 6, 'three steps, two owners');
    assert.ok(mails[0]?.text.includes('before: Giftledger B.V., Example Bank N.V., Amsterdam, NL91'));
  });

  it('that wait are withdrawn by any owner, and then not confirmed', async () => {
    assertStatus(await put('accounts', await withNumber('GB29 NWBK 6016 1331 9268 19')), 200);
    const { id } = await waiting();
    assertStatus(await put('accounts', await withNumber('FR14 2004 1010 0505 0001 3M02 606'), second), 409);
    assertStatus(await decide(id, 'withdraw', second), 200);
    assertStatus(await decide(id, 'confirm', second), 409);
    assert.equal((await read()).accounts.waiting, null);
  });

  it('leave a deposit the account that its paper asked to pay into', async () => {
    const customer = await createCustomer(test);
    const ask = async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/deposits',
        headers: customer.headers,
        payload: { wallet_id: customer.wallets.EUR, amount: '10' },
      });
      assertStatus(answer, 201);
      return DepositSaved.parse(answer.json()).data;
    };
    const numberOf = async (id: string) => {
      const shown = await test.app.inject({ url: `/api/deposits/${id}`, headers: customer.headers });
      return shown.json().data.pay_into.find(({ label }: { label: string }) => label === 'IBAN').value;
    };
    const before = await ask();
    assertStatus(await put('accounts', await withNumber('AT61 1904 3002 3457 3201')), 200);
    assertStatus(await decide((await waiting()).id, 'confirm', second), 200);
    test.advance(DAY_MS + 1_000);
    await run();
    assert.ok(await reachedVersion(6));
    const later = await ask();
    assert.deepEqual(
      [await numberOf(before.id), await numberOf(later.id)],
      ['DE89 3704 0044 0532 0130 00', 'AT61 1904 3002 3457 3201'],
    );
    for await (const { metadata } of test.deps.eventStore.readStream(`deposit-${later.id}`)) {
      assert.equal(Object(metadata).settingsVersion, 6, 'it was decided by that version');
    }
    const explained = JSON.stringify(
      await test.deps.explain({ category: 'deposit', id: before.id } as never),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    assert.match(explained, /"number":"DE89 3704 0044 0532 0130 00".*"version of the settings":"5"/);
  });
  async function reachedVersion(version: number): Promise<boolean> {
    for (let tries = 0; tries < 100 && test.deps.settings.now().version < version; tries += 1) {
      await test.deps.settings.reached(await test.deps.eventStore.headPosition(), 50);
    }
    return test.deps.settings.now().version >= version;
  }

  it('of the demonstration are refused in production, and deposits with them', async () => {
    const deps = { ...test.deps, config: { ...test.deps.config, isProduction: true } };
    assert.deepEqual(accountsOpen(deps), [], 'the registry’s examples are nobody’s own');
    const actor = { kind: 'administrator', administratorId: as(owner).administratorId, roles: ['owner'] } as never;
    const call = { actor, newId: () => randomUUID(), execute: () => assert.fail('nothing is sent') };
    const stated = { why: 'Ours', expect_version: 4 };
    await assert.rejects(
      changeSection(deps, call, 'seller', { ...DEMO_SELLER, name: 'Ours' }, stated),
      (error: ApiError) => error.statusCode === 422 && Object.keys(error.errors ?? {}).join() === 'vat_id',
    );
    const { missing } = await presentSettings(deps, actor);
    assert.ok(
      missing.some((each) => /account for EUR has an example/.test(each)),
      missing.join(' '),
    );
  });

  it('have their trail', async () => {
    assert.ok(CATEGORIES.includes('settings'));
    const trail = await as(owner).get('/api/admin/audit?subject_kind=settings');
    assertStatus(trail, 200);
    assert.ok(trail.json().data.some(({ title }: { title: string }) => title === 'Change of settings confirmed'));
  });

  it('of the seller wait like those of accounts where they change its country, VAT number or sender', async () => {
    const { version, value } = (await read()).seller;
    const moved = { ...SELLER_FORM, country: 'GB', vat_id: 'GB980780684', why: 'We moved' };
    const proposed = await put('seller', { ...moved, expect_version: version });
    assertStatus(proposed, 200);
    assert.match(proposed.json().message, /Another owner has to confirm it/);
    const renamed = await put(
      'seller',
      { ...SELLER_FORM, name: 'Paper Co', why: 'Renamed', expect_version: version },
      second,
    );
    assertStatus(renamed, 409);
    assert.match(renamed.json().message, /A change of “Seller” waits already/);
    const { waiting: ofSeller, value: still } = (await read()).seller;
    assert.deepEqual([ofSeller?.value.country, still], ['GB', value]);
    assertStatus(await decide(ofSeller?.id ?? '', 'confirm', second), 200);
    test.advance(DAY_MS + 1_000);
    await run();
    const { value: now, waiting: left } = (await read()).seller;
    assert.deepEqual([now?.country, now?.vat_id, left], ['GB', 'GB980780684', null]);
  });

  it('of rounding wait for a second owner, say it in words, and are stored only where they are not the standard', async () => {
    const { money } = await read();
    assert.equal(money.value.rounding, 'half-even');
    const { rounding: _, ...without } = money.value;
    const stated = { why: 'As in our country', expect_version: money.version };
    const missing = await put('money', { ...without, ...stated });
    assertStatus(missing, 422);
    assert.deepEqual(Object.keys(missing.json().errors), ['rounding']);
    assertStatus(await put('money', { ...money.value, rounding: 'up', ...stated }), 422);
    assertStatus(await put('money', { ...money.value, ...stated }), 422);
    assertStatus(await put('money', { ...money.value, rounding: 'half-away-from-zero', ...stated }), 200);
    const proposed = (await read()).money.waiting ?? assert.fail('a change that waits');
    const [before, after] = ['Half to even: 0.125 becomes 0.12', 'Half away from zero: 0.125 becomes 0.13'];
    assert.deepEqual(proposed.changes, [{ field: 'Rounding', before, after }]);
    assertStatus(await decide(proposed.id, 'confirm', second), 200);
    assert.equal(test.deps.rules().rounding, 'half-even');
    test.advance(DAY_MS + 1_000);
    await run();
    assert.equal((await read()).money.value.rounding, 'half-away-from-zero');
    assert.equal(test.deps.rules().rounding, 'half-away-from-zero');
    const [entry] = await history();
    assert.deepEqual([entry?.step, entry?.changes], ['changed', [{ field: 'Rounding', before, after }]]);
    assert.ok(test.mails.some(({ text }) => text.includes(`after: ${after}`)));
    const again = (await read()).money;
    const back = { ...again.value, rounding: 'half-even', why: 'Back', expect_version: again.version };
    assertStatus(await put('money', back), 200);
    const standard = test.deps.settings.now().waiting.money?.value ?? assert.fail('a change that waits');
    assert.equal('rounding' in standard, false);
    assertStatus(await decide((await read()).money.waiting?.id ?? '', 'withdraw', second), 200);
  });

  it('that a newer version writes meanwhile are read as far as they are known: what decides money by them is refused, and they are not written here', async () => {
    const customer = await createCustomer(test);
    const deposit = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/deposits',
        headers: customer.headers,
        payload: { wallet_id: customer.wallets.EUR, amount: '20.00' },
      });
    const before = await read();
    const { orders, accounts } = test.deps.settings.now().values;
    await writeAsNewer(test, [
      { section: 'giftWrap', after: { price: '3.00' } },
      { section: 'orders', after: { ...SECTIONS.orders.standard, ...orders, orderTermHours: 36, reserveHours: 2 } },
      { section: 'accounts', after: { accounts: accounts?.accounts.map((each) => ({ ...each, purpose: 'CASH' })) } },
    ]);
    await eventually(async () => assert.equal((await read()).version, before.version + 3));
    const now = await read();
    assert.equal(now.orders.value.order_term_hours, 36);
    assert.deepEqual(now.accounts.value, before.accounts.value);
    assert.deepEqual(
      now.newer.map(({ title, names }) => [title, names[0]]),
      [
        ['Accounts to pay into', 'accounts.0.purpose'],
        ['Orders and credit', 'reserveHours'],
        ['Settings of a newer version', 'giftWrap'],
      ],
    );
    const body = { ...now.orders.value, order_term_hours: 24, why: 'Shorter', expect_version: now.orders.version };
    const refused = await put('orders', body);
    assertStatus(refused, 409);
    assert.match(
      refused.json().message,
      /A newer version of the store has written “Orders and credit”.*Nothing was changed/,
    );
    const unknown = await deposit();
    assertStatus(unknown, 503);
    assert.match(unknown.json().message, /“Accounts to pay into” were changed by a newer version.*Nothing was done/);
    for (const url of ['/api/products', '/api/wallets', '/api/orders'])
      assertStatus(await test.app.inject({ url, headers: customer.headers }), 200);
    assert.equal((await history()).length > 0, true);
    const { retention } = now;
    const known = { ...retention.value, security_event_days: 91, why: 'Longer', expect_version: retention.version };
    assertStatus(await put('retention', known), 200);
    // As the newer version writes them when they are whole for this one, too.
    await writeAsNewer(test, [{ section: 'accounts', after: { accounts: accounts?.accounts } }]);
    await eventually(async () => assertStatus(await deposit(), 201));
  });
});

/** Appends changes that this program could not write, as another version does that runs beside it. */
async function writeAsNewer(test: TestApp, changes: readonly { section: string; after: object }[]): Promise<void> {
  const client = createEventStoreClient(test.eventstoreUrl);
  try {
    const store = createEventStoreDb(client, EVENT_MACS);
    const streamId = `settings-${SETTINGS_ID}`;
    let { version } = test.deps.settings.now();
    for (const change of changes) {
      let last: StoredEvent | undefined;
      for await (const event of store.readStream(streamId)) last = event;
      assert.ok(last);
      // Its MAC is made when it is stored.
      const {
        hash,
        mac: _,
        ...metadata
      } = last.metadata as Parameters<typeof chain>[0]['metadata'] & { hash: string; mac: unknown };
      version += 1;
      const data = { ...change, before: null, why: 'New', by: null, version };
      const [id, revision] = [randomUUID(), last.revision + 1n];
      const chained = chain({ id, type: 'SettingsChanged', data, streamId, revision, metadata }, hash);
      await store.append(streamId, last.revision, [
        { id, type: 'SettingsChanged', data: chained.data, metadata: chained.metadata },
      ]);
    }
  } finally {
    await client.dispose();
  }
}
