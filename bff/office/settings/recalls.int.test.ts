import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminDepositPage, DepositSaved } from '#bff/contract/money/deposit.ts';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { tellOfRecalls } from '#bff/money/deposits/tell-recalled.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { demoAccount } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { watchStatements } from '#infra/proof/api/watch-statements.ts';
import { SETTINGS_TOLD } from './tell-owners.ts';
import { workSettings } from './work.ts';

const URL = '/api/admin/settings';
const DAY_MS = 24 * 3_600_000;
const WRONG = demoAccount('EUR');
const OTHER = 'DE42 5001 0517 1234 5678 12';
const RIGHT = { number: 'AT61 1904 3002 3457 3201', bic: 'BKAUATWWXXX' };

describe('an account that was wrong', async () => {
  const test = await startTestApp();
  const pool = createPgPool(test.databaseUrl, {
    maxConnections: 2,
    applicationName: 'test',
    onIdleError: assert.ifError,
  });
  const [owner, second, finance] = await Promise.all([
    createAdministrator(test),
    createAdministrator(test),
    createAdministrator(test, 'finance'),
  ]);
  const customer = await createCustomer(test);
  after(async () => {
    await pool.end();
    await test.stop();
  });
  const run = () => workSettings(test.deps, createProcessCheckpoint(pool, SETTINGS_TOLD));
  const read = async () => AdminSettings.parse((await owner.get(URL)).json().data);
  const recall = async (number: string, more: object = {}, who = owner, headers = {}) => {
    const { version } = (await read()).recalls;
    const stated = { why: 'Two digits are wrong', expect_version: version };
    const body = { currency: 'EUR', number, routing: null, is_recalled: true, ...stated, ...more };
    return who.send('PUT', `${URL}/recalls`, body, headers);
  };
  const decide = async (section: 'recalls' | 'accounts', how: 'confirm' | 'withdraw', who = second) => {
    const { waiting } = (await read())[section];
    assertStatus(await who.send('POST', `${URL}/changes/${waiting?.id}/${how}`, {}), 200);
  };
  const confirm = (section: 'recalls' | 'accounts') => decide(section, 'confirm');
  const request = () =>
    test.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: customer.headers,
      payload: { wallet_id: customer.wallets.EUR, amount: '10' },
    });
  const asked = async () => {
    const answer = await request();
    assertStatus(answer, 201);
    return DepositSaved.parse(answer.json()).data;
  };
  const shown = async (id: string) =>
    DepositSaved.shape.data.parse(
      (await test.app.inject({ url: `/api/deposits/${id}`, headers: customer.headers })).json().data,
    );
  const numbersOf = (rows: readonly { value: string }[] | null) => rows?.map(({ value }) => value).join(' ') ?? null;
  const affected = async () =>
    AdminDepositPage.parse((await finance.get('/api/admin/deposits?status=recalled_account')).json()).data.map(
      ({ reference }) => reference,
    );
  const mailsAbout = (reference: string) =>
    test.mails.filter(
      ({ to, subject }) => to === customer.email && subject.includes(reference) && !/How to/.test(subject),
    );
  /** With another number for euros, which counts. */
  const putRight = async ({ number, bic }: typeof RIGHT) => {
    const { value, version } = (await read()).accounts;
    const accounts = value?.accounts.map((each) => (each.currency === 'EUR' ? { ...each, number, bic } : each));
    const stated = { why: 'The right one', expect_version: version };
    assertStatus(await owner.send('PUT', `${URL}/accounts`, { accounts, ...stated }), 200);
    await confirm('accounts');
    test.advance(DAY_MS + 1_000);
    await run();
  };

  const deposit = await asked();
  const rejected = await asked();

  it('is recalled by owners alone, and only where customers were asked to pay into it', async () => {
    assertStatus(await recall(WRONG.number, {}, finance), 403);
    const unknown = await recall(RIGHT.number);
    assertStatus(unknown, 422);
    assert.match(unknown.json().errors.number[0], /never asked to pay EUR into AT61/);
  });

  it('counts as soon as a second owner confirms it, and a repetition after a lost answer changes nothing', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const proposed = await recall(WRONG.number.replaceAll(' ', ''), {}, owner, headers);
    assertStatus(proposed, 200);
    assertStatus(await recall(WRONG.number, {}, second), 409);
    const waits = await request();
    assertStatus(waits, 409);
    assert.match(waits.json().message, /Deposits in EUR wait: the store checks the account.*do not transfer anything/);
    const doubted = await read();
    assert.match(
      doubted.missing.join(),
      /^An owner asks to recall the account for deposits in EUR, and there is no other/,
    );
    assert.deepEqual(
      doubted.asked_accounts.filter(({ is_being_recalled }) => is_being_recalled).map(({ number }) => number),
      [WRONG.number],
    );
    assert.deepEqual((await shown(deposit.id)).do_not_pay_into, [], 'a second owner decides about those');
    await decide('recalls', 'withdraw', owner);
    await asked();
    assertStatus(await recall(WRONG.number), 200);
    await confirm('recalls');
    const { recalls, missing, asked_accounts, deposits_into_recalled } = await read();
    assert.deepEqual(recalls.value.recalled, [{ currency: 'EUR', number: WRONG.number, routing: null }]);
    assert.deepEqual(missing, ['The account for deposits in EUR was recalled, and there is no other.']);
    assert.deepEqual(
      asked_accounts.filter(({ is_recalled }) => is_recalled).map(({ number, is_now }) => [number, is_now]),
      [[WRONG.number, true]],
    );
    assert.equal(deposits_into_recalled, 3);
    const repeated = await owner.send(
      'PUT',
      `${URL}/recalls`,
      {
        currency: 'EUR',
        number: WRONG.number.replaceAll(' ', ''),
        routing: null,
        is_recalled: true,
        why: 'Two digits are wrong',
        expect_version: 0,
      },
      headers,
    );
    assert.deepEqual(repeated.json(), proposed.json());
  });

  it('is asked for by no deposit any more: its only currency is closed, in words', async () => {
    const refused = await request();
    assertStatus(refused, 409);
    assert.match(refused.json().message, /Deposits in EUR are not open.*do not transfer anything/);
  });

  it('is marked on pending deposits, and their customers get one mail each', async () => {
    assertStatus(await owner.send('POST', `/api/admin/deposits/${rejected.id}/reject`, { admin_notes: 'Twice' }), 200);
    await run();
    await run();
    const now = await shown(deposit.id);
    assert.deepEqual([now.pay_into, numbersOf(now.do_not_pay_into[0] ?? null)?.includes(WRONG.number)], [null, true]);
    const [mail, ...more] = mailsAbout(deposit.reference);
    assert.equal(more.length, 0);
    assert.match(mail?.subject ?? '', /^Do not pay into the account of your deposit DEP-/);
    assert.match(mail?.text ?? '', new RegExp(`${WRONG.number}[^]*do not transfer anything yet`));
    assert.deepEqual(
      mailsAbout(rejected.reference)
        .map(({ subject }) => subject)
        .filter((each) => /pay into/.test(each)),
      [],
    );
    assert.equal((await affected()).length, 2);
    assert.deepEqual((await shown(rejected.id)).do_not_pay_into, []);
  });

  it('is replaced by the right one, of which the customers get a mail, and a wrong one again is recalled again', async () => {
    await putRight(RIGHT);
    await run();
    assert.equal(numbersOf((await shown(deposit.id)).pay_into)?.includes(RIGHT.number), true);
    assert.match(mailsAbout(deposit.reference).at(-1)?.text ?? '', new RegExp(RIGHT.number));
    const later = await asked();
    assertStatus(await recall(RIGHT.number), 200);
    await confirm('recalls');
    await run();
    const { pay_into, do_not_pay_into } = await shown(deposit.id);
    assert.deepEqual([pay_into, do_not_pay_into.length], [null, 2], 'a mail named the second one');
    assert.equal((await shown(later.id)).do_not_pay_into.length, 2);
    assert.equal(mailsAbout(deposit.reference).length, 3);
    assert.equal(mailsAbout(later.reference).length, 1);
  });

  it('is said where a deposit is explained, and the deposit is still reviewed', async () => {
    const explained = JSON.stringify(
      await test.deps.explain({ category: 'deposit', id: deposit.id } as never),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    assert.match(explained, /The account was recalled.*"why":"Two digits are wrong"/);
    const approve = (who = owner) =>
      who.send('POST', `/api/admin/deposits/${deposit.id}/approve`, {
        approved_amount: '10',
        admin_notes: 'The wrong bank sent it on',
        expect_amount: '10.00',
        expect_proof: null,
        expect_fee_percent: '0',
      });
    assertStatus(await approve(), 200);
    assertStatus(await approve(second), 200);
    assert.equal((await shown(deposit.id)).status, 'approved');
    assert.equal((await affected()).includes(deposit.reference), false);
  });

  it('that was right after all waits until it is asked for again, and its customers get a mail', async () => {
    const before = await affected();
    assertStatus(await recall(RIGHT.number, { is_recalled: false, why: 'It was right' }), 200);
    await confirm('recalls');
    await run();
    assert.equal((await affected()).length, before.length, 'it waits');
    test.advance(DAY_MS + 1_000);
    await run();
    await run();
    const [last] = before.slice(0, 1);
    assert.equal((await affected()).length, before.length - 1);
    assert.match(mailsAbout(last ?? '').at(-1)?.subject ?? '', /is right after all/);
    assertStatus(await request(), 201);
  });

  it('is doubted while its recall waits: another account of its currency is asked for, until that is refused', async () => {
    const { value, version } = (await read()).accounts;
    const [standard] = value?.accounts.filter(({ currency }) => currency === 'EUR') ?? [];
    const accounts = [
      ...(value?.accounts ?? []),
      { ...standard, id: '', number: OTHER, bic: null, is_standard: false },
    ];
    const stated = { why: 'A second bank', expect_version: version };
    assertStatus(await owner.send('PUT', `${URL}/accounts`, { accounts, ...stated }), 200);
    await confirm('accounts');
    test.advance(DAY_MS + 1_000);
    await run();
    assert.equal(numbersOf((await asked()).pay_into)?.includes(RIGHT.number), true);
    assertStatus(await recall(RIGHT.number), 200);
    assert.equal(numbersOf((await asked()).pay_into)?.includes(OTHER), true);
    assert.deepEqual((await read()).missing, []);
    // A second wrong one is kept away as well, and both are decided about together.
    assertStatus(await recall(OTHER, {}, second), 200);
    assertStatus(await request(), 409);
    assert.deepEqual(
      (await read()).asked_accounts.flatMap(({ number, is_being_recalled }) => (is_being_recalled ? [number] : [])),
      [RIGHT.number, OTHER],
    );
    await decide('recalls', 'withdraw');
    assert.equal(numbersOf((await asked()).pay_into)?.includes(RIGHT.number), true);
  });

  it('is looked for in as many statements for many deposits as for one', async () => {
    assertStatus(await recall(RIGHT.number), 200);
    await confirm('recalls');
    await run();
    assert.ok((await affected()).length > 3);
    const watch = watchStatements(() => true);
    await tellOfRecalls(test.deps);
    watch.stop();
    const asked = watch.texts.filter((text) => text.includes('read.deposits'));
    assert.equal(asked.length, 3, 'for the accounts, for who is not told yet, and for who was told in vain');
  });
});
