import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { cleanUp } from '#bff/app/clean-up.ts';
import type { SecurityEvent } from '#bff/contract/identity/admin-security-event-routes.ts';
import {
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  type SecurityEventKind,
} from '#bff/contract/identity/security-event-kinds.ts';
import { MAX_ATTEMPTS } from '#bff/identity/passwords/attempts.ts';
import { ADMIN_COOKIE } from '#bff/kit/http/cookies.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { listSecurityEvents } from './event-store.ts';
import { wireSecurityLog } from './wire-security-log.ts';

/** Pages of Postgres for one search. The events below have some 300. */
const MOST_PAGES = 60;

describe('the security log', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  const owner = await createAdministrator(test);
  after(() => test.stop());

  const listed = async (query: string): Promise<SecurityEvent[]> => {
    await test.deps.security.flush(true);
    const answer = await owner.get(`/api/admin/security-events?per_page=100&${query}`);
    assertStatus(answer, 200);
    return answer.json().data;
  };
  const lastOf = async (kind: SecurityEventKind) => (await listed(`kind=${kind}`))[0];
  const signIn = (email: string, password: string, remoteAddress: string, url = '/api/auth/sign-in') =>
    test.app.inject({ method: 'POST', url, payload: { email, password }, remoteAddress });

  it('records failed sign-ins and who is locked out, with the account where there is one, and never what was typed', async () => {
    const { email, customerId } = await people.register();
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) await signIn(email, 'a wrong guess', '203.0.113.7');
    await signIn('my-password-by-mistake@example.com', PASSWORD, '203.0.113.8');
    const ofAccount = await listed(`account=${customerId}`);
    assert.deepEqual(new Set(ofAccount.map(({ kind }) => kind)), new Set(['sign-in-failed', 'locked-out']));
    const failed = ofAccount.filter(({ kind }) => kind === 'sign-in-failed');
    assert.equal(
      failed.reduce((sum, { times }) => sum + times, 0),
      MAX_ATTEMPTS,
    );
    assert.equal(failed[0]?.address, '203.0.113.7');
    assert.equal(failed[0]?.account?.email, email);
    const [unknown] = await listed('address=203.0.113.8');
    assert.equal(unknown?.account, null);
    const rows = await test.deps.database.any(sql.type(Row)`select event::text as row from app.security_event event`);
    for (const { row } of rows) assert.doesNotMatch(row, /my-password-by-mistake|a wrong guess|horse/);
  });

  it('alerts the owners by mail and bell of what is severe, once an hour for each kind', async () => {
    const admin = await createAdministrator(test, 'support');
    const email = `${admin.administratorId.slice(0, 8)}@staff.example`;
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1)
      await signIn(email, 'a wrong guess', '203.0.113.20', '/api/admin/login');
    const event = await lastOf('admin-locked-out');
    assert.equal(event?.account?.kind, 'administrator');
    assert.equal(event?.severity, 'severe');
    const ownerMail = `${owner.administratorId.slice(0, 8)}@staff.example`;
    const alarms = () => test.mails.filter(({ to, subject }) => to === ownerMail && subject.startsWith('Security:'));
    assert.equal(alarms().length, 1);
    assert.match(alarms()[0]?.text ?? '', /\/admin\/security-events\?open=/);
    assert.ok(!test.mails.some(({ to, subject }) => to === email && subject.startsWith('Security:')), 'owners alone');
    test.advance(60_000);
    await signIn(email, 'a wrong guess', '203.0.113.20', '/api/admin/login');
    await test.deps.security.flush(true);
    assert.equal(alarms().length, 1, 'in the cool-down');
    const bell = await owner.get('/api/admin/notifications');
    assertStatus(bell, 200);
    const rung = bell.json().data.find(({ type }: { type: string }) => type === 'SecurityAlertNotification');
    assert.equal(rung?.data.name, 'Locked out of the back office');
    const others = await admin.get('/api/admin/notifications');
    assert.doesNotMatch(others.body, /SecurityAlertNotification/);
  });

  it('records a session’s token that is used twice', async () => {
    const { email, customerId } = await people.register();
    const session = await people.signedIn(email, true);
    const refresh = (token: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        cookies: { giftledger_refresh: token },
        headers: { origin: 'http://localhost:3000' },
      });
    const next = (await refresh(session.cookie.value)).cookies.find(({ name }) => name === 'giftledger_refresh');
    assertStatus(await refresh(next?.value ?? ''), 200);
    assertStatus(await refresh(session.cookie.value), 401);
    assert.equal((await lastOf('token-reused'))?.account?.id, customerId);
  });

  it('stores what a process notes first within a transaction', async () => {
    const log = wireSecurityLog(test.deps);
    const detail = `within a transaction ${randomUUID()}`;
    await test.deps.database.transaction(async () => log.note('token-reused', { detail }));
    await eventually(async () =>
      assert.ok((await listed('kind=token-reused')).some((event) => event.detail === detail)),
    );
    await log.close();
  });

  it('records refusals at the door: roles, strangers, keys, hosts and other sites', async () => {
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get('/api/admin/transactions'), 403);
    const denied = await lastOf('access-denied');
    assert.equal(denied?.detail, 'GET /api/admin/transactions');
    assert.equal(denied?.account?.id, support.administratorId);

    const customer = await createCustomer(test);
    assertStatus(await test.app.inject({ url: '/api/admin/users', headers: customer.headers }), 401);
    assert.equal((await lastOf('back-office-refused'))?.detail, 'GET /api/admin/users');

    assertStatus(await test.app.inject({ url: '/api/orders', headers: { authorization: 'Bearer glk_made-up' } }), 401);
    assert.ok(await lastOf('api-key-refused'));

    assertStatus(await test.app.inject({ url: '/', headers: { host: 'rebound.example:80' } }), 421);
    // What was typed is not kept.
    assert.equal((await lastOf('host-refused'))?.detail, '');

    const token = support.headers.authorization.replace('Bearer ', '');
    const forged = await test.app.inject({
      method: 'DELETE',
      url: '/api/admin/sessions',
      cookies: { [ADMIN_COOKIE.name]: token },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    assertStatus(forged, 403);
    assert.ok(await lastOf('other-site-refused'));
  });

  it('records who sends more than the limit, once for each route', async () => {
    const limited = await buildApp({ ...test.deps, config: { ...test.deps.config, rateLimitPerMinute: 2 } });
    const call = () => limited.inject({ url: '/api/brands', remoteAddress: '203.0.113.99' });
    try {
      for (let count = 0; count < 5; count += 1) await call();
      assertStatus(await call(), 429);
    } finally {
      await limited.close();
    }
    const events = (await listed('kind=too-many-requests')).filter(({ address }) => address === '203.0.113.99');
    assert.equal(
      events.reduce((sum, { times }) => sum + times, 0),
      4,
    );
    assert.deepEqual(new Set(events.map(({ detail }) => detail)), new Set(['GET /api/brands']));
  });

  it('records a wrong password in a session and a password that was reset', async () => {
    const { email, customerId } = await people.register();
    const session = await people.signedIn(email);
    const stepUp = await people.post('/api/auth/step-up', { password: 'wrong' }, session.headers);
    assertStatus(stepUp, 422);
    assert.equal((await lastOf('step-up-failed'))?.account?.id, customerId);
    await people.post('/api/auth/forgot-password', { email });
    const token = people.lastLinkTo(email).split('/').at(-1);
    const password = 'another horse battery';
    assertStatus(
      await people.post('/api/auth/reset-password', { token, password, password_confirmation: password }),
      200,
    );
    assert.equal((await lastOf('password-reset'))?.account?.id, customerId);
  });

  it('is filtered by kind, severity, account, address and day, and opens one', async () => {
    const [one] = await listed('severity=severe');
    assert.ok(one);
    assert.ok((await listed('severity=low')).every(({ severity }) => severity === 'low'));
    assert.ok((await listed('address=203.0.113.')).length > 0);
    assert.equal((await listed('address=198.51')).length, 0);
    assert.ok((await listed('account=person1%40')).every(({ account }) => account?.email === 'person1@example.com'));
    assert.equal((await listed('end_date=2020-01-01')).length, 0);
    const shown = await owner.get(`/api/admin/security-events/${one.id}`);
    assert.deepEqual(shown.json().data, one);
    assertStatus(await owner.get(`/api/admin/security-events/${randomUUID()}`), 404);
  });

  it('is searched among many without reading all', async () => {
    const { database } = test.deps;
    const admin = await createAdministrator(test, 'support');
    const customer = await createCustomer(test);
    await database.query(sql.void`
      insert into app.security_event (id, kind, account_id, address, times, first_at, last_at)
      select gen_random_uuid(), 'sign-in-failed', case when n % 2 = 0 then ${owner.administratorId}::uuid end, '198.51.' || n % 200 || '.1', 1, at, at
      from generate_series(1, 20000) as n cross join lateral (select now() - n * interval '1 minute' as at) moment`);
    const last = sql.fragment`1, now() - interval '40 days', now() - interval '40 days'`;
    await database.query(sql.void`
      insert into app.security_event (id, kind, account_id, address, times, first_at, last_at)
      values (gen_random_uuid(), 'locked-out', ${customer.customerId}, '192.0.2.77', ${last}),
        (gen_random_uuid(), 'admin-locked-out', ${admin.administratorId}, '192.0.2.78', ${last})`);
    await database.query(sql.void`analyze app.security_event`);
    const unused = await createCustomer(test);
    for (const [asked, kinds] of [
      [{ account: customer.email }, ['locked-out']],
      [{ account: customer.email.toUpperCase() }, ['locked-out']],
      [{ account: customer.email, kind: 'sign-in-failed' }, []],
      [{ account: customer.customerId }, ['locked-out']],
      [{ account: admin.administratorId.slice(0, 8) }, ['admin-locked-out']],
      [{ account: unused.email }, []],
      [{ account: 'nobody has this name' }, []],
      [{ address: '192.0.2.77' }, ['locked-out']],
      [{ address: '192.0.2.' }, ['admin-locked-out', 'locked-out']],
      [{ address: '192.0.3' }, []],
    ] as const) {
      const query = { page: 1, per_page: 15, ...asked };
      const { items, total } = await listSecurityEvents(database, query);
      assert.deepEqual(items.map(({ kind }) => kind).sort(), kinds, JSON.stringify(asked));
      assert.equal(total, kinds.length);
      const pages = await pagesTouched(database, (explained) =>
        listSecurityEvents(explained as typeof database, query),
      );
      assert.ok(pages <= MOST_PAGES, `${JSON.stringify(asked)} touched ${pages} pages of Postgres`);
    }
  });

  it('is read by owners and auditors alone', async () => {
    assertStatus(await (await createAdministrator(test, 'auditor')).get('/api/admin/security-events'), 200);
    for (const role of ['approver', 'catalogue', 'support', 'finance'] as const)
      assertStatus(await (await createAdministrator(test, role)).get('/api/admin/security-events'), 403);
  });

  it('is never changed, and is deleted by the cleaning job when its time is over', async () => {
    const { database } = test.deps;
    const refused = /appended, never changed/;
    await assert.rejects(
      database.query(sql.typeAlias('void')`update app.security_event set times = 1`),
      cause(refused),
    );
    await assert.rejects(database.query(sql.typeAlias('void')`delete from app.security_event`), cause(refused));
    await assert.rejects(database.query(sql.typeAlias('void')`truncate app.security_event`), cause(refused));
    const [old, young] = [randomUUID(), randomUUID()];
    for (const [id, days] of [
      [old, 91],
      [young, 89],
    ] as const) {
      await database.query(
        sql.typeAlias('void')`insert into app.security_event (id, kind, times, first_at, last_at)
          select ${id}::uuid, 'host-refused', 1, at, at from (select now() - ${`${days} days`}::interval as at) moment`,
      );
    }
    await cleanUp(test.deps);
    assertStatus(await owner.get(`/api/admin/security-events/${old}`), 404);
    assertStatus(await owner.get(`/api/admin/security-events/${young}`), 200);
  });

  it('has rules for Prometheus whose figures and kinds there are, one for each kind that wants one', async () => {
    const rules = await readFile('infra/observability/security.rules.yml', 'utf8');
    const expressions = rules.match(/expr: .*/g) ?? [];
    const text = await test.app.metrics.metrics();
    for (const expression of expressions) {
      const [, metric = ''] = /([a-z_]+)(?:\{|\) (?:==|>))/.exec(expression) ?? [];
      assert.match(text, new RegExp(`^${metric}\\b`, 'm'), expression);
    }
    const named = expressions.flatMap((line) => /kind=~?"([^"]+)"/.exec(line)?.[1]?.split('|') ?? []);
    const wanted = SECURITY_EVENT_KINDS.filter((kind) => SECURITY_EVENTS[kind].alert === 'rule');
    assert.deepEqual(named.sort(), wanted.sort());
  });

  it('is counted for Prometheus, by kind', async () => {
    const text = await test.app.metrics.metrics();
    assert.match(text, /security_events_total\{kind="sign-in-failed",severity="low"\} [1-9]/);
    assert.match(text, /security_events_total\{kind="upload-quarantined",severity="medium"\} 0/);
  });
});

const Row = z.object({ row: z.string() });
/** Slonik's errors have Postgres' as their cause. */
const cause = (pattern: RegExp) => (error: Error) => pattern.test(`${error.message} ${String(error.cause)}`);
