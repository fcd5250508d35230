import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { MAX_ATTEMPTS } from '#bff/identity/passwords/attempts.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { assertStatus, startTestApp, type TestApi } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { carryOutChanges } from './changes.ts';
import { operatorOf } from './operator.ts';

const PASSWORD = 'an administrator’s password';

describe('an administrator’s own account', async () => {
  const test = await startTestApp();
  const config = { ...test.deps.config, isProduction: true };
  /** The same BFF with the configuration of production. */
  const production = { app: await buildApp({ ...test.deps, config }) };
  after(async () => {
    await production.app.close();
    await test.stop();
  });

  async function createPerson(on: TestApi = test) {
    const id = randomUUID();
    const email = `${id.slice(0, 8)}@staff.example`;
    const hash = await test.deps.crypto.hashPassword(PASSWORD);
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.administrator (administrator_id, email, name, roles, password_hash)
        values (${id}, ${email}, 'Ada Admin', '{owner}', ${hash})`,
    );
    const login = (password = PASSWORD) =>
      on.app.inject({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
    const loginCode = (mfa_token: string, code: string) =>
      on.app.inject({ method: 'POST', url: '/api/admin/login/code', payload: { mfa_token, code } });
    const mailsTo = () => test.mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
    const actionsOf = async () => {
      const { items } = await listAuditEvents(test.deps.database, { objectId: id, limit: 50 });
      return items.map(({ data }) => (data as { action: string }).action);
    };
    return { id, email, login, loginCode, mailsTo, actionsOf };
  }
  function sessionOf(token: string, on: TestApi = test) {
    const headers = { authorization: `Bearer ${token}` };
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      on.app.inject({ method, url: `/api/admin${url}`, headers, ...(payload && { payload }) });
    return { ask, status: async () => (await ask('GET', '/session')).statusCode };
  }
  async function signIn(person: Awaited<ReturnType<typeof createPerson>>, on: TestApi = test) {
    const answer = await person.login();
    assertStatus(answer, 200);
    assert.equal(answer.json().status, 'signed_in');
    return sessionOf(answer.json().token, on);
  }
  /** Sets up an authenticator app; `code` gives the next code that was not used yet. */
  async function enrol({ ask }: ReturnType<typeof sessionOf>) {
    const enrolled = await ask('POST', '/mfa/enroll');
    assertStatus(enrolled, 201);
    const { id: factor_id, totp } = enrolled.json();
    const app = new TOTP({ secret: totp.secret });
    const code = () => {
      test.advance(31_000);
      return app.generate({ timestamp: test.deps.clock().getTime() });
    };
    assertStatus(await ask('POST', '/mfa/verify', { factor_id, code: '000000' }), 422);
    const verified = await ask('POST', '/mfa/verify', { factor_id, code: code() });
    assertStatus(verified, 200);
    return { code, recoveryCodes: verified.json().recovery_codes as string[] };
  }
  const confirmedAgo = (id: string, minutes: number) =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session
        set confirmed_at = now() - ${`${minutes} minutes`}::interval where administrator_id = ${id}`,
    );
  const usedAgo = (id: string, minutes: number) =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session
        set last_used_at = now() - ${`${minutes} minutes`}::interval where administrator_id = ${id}`,
    );

  it('asks for a code after the password once an app is set up, which ends the other sessions', async () => {
    const person = await createPerson();
    const [session, other] = [await signIn(person), await signIn(person)];
    const { code } = await enrol(session);
    assert.deepEqual([await session.status(), await other.status()], [200, 401]);

    const first = (await person.login()).json();
    assert.deepEqual([first.status, first.token], ['mfa_required', undefined]);
    assert.equal(await sessionOf(first.mfa_token).status(), 401);
    assertStatus(await person.loginCode(first.mfa_token, '000000'), 422);
    const right = code();
    const signedIn = await person.loginCode(first.mfa_token, right);
    assertStatus(signedIn, 200);
    assert.equal(await sessionOf(signedIn.json().token).status(), 200);
    assertStatus(await person.loginCode(first.mfa_token, right), 422);
    assertStatus(await person.loginCode('forged', right), 401);
    assert.ok(person.mailsTo().includes('Two-factor authentication is on'));
    await eventually(async () => assert.ok((await person.actionsOf()).includes('second-factor-enabled')));
  });

  it('takes each recovery code once, says how many are left, and announces their use', async () => {
    const person = await createPerson();
    const session = await signIn(person);
    const { recoveryCodes } = await enrol(session);
    assert.equal(new Set(recoveryCodes).size, 10);
    const code = recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const { mfa_token } = (await person.login()).json();
    const answers = await Promise.all([person.loginCode(mfa_token, code), person.loginCode(mfa_token, code)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 422]);
    assert.equal((await session.ask('GET', '/security')).json().data.recovery_codes_left, 9);
    assert.ok(person.mailsTo().includes('A recovery code was used'));

    const renewed = await session.ask('POST', '/mfa/recovery-codes');
    assertStatus(renewed, 201);
    assertStatus(await person.loginCode(mfa_token, recoveryCodes[1] ?? ''), 422);
    assertStatus(await person.loginCode(mfa_token, renewed.json().recovery_codes[1]), 200);
    await eventually(async () => {
      const actions = await person.actionsOf();
      for (const action of ['recovery-code-used', 'recovery-codes-made']) assert.ok(actions.includes(action), action);
    });
    // A code of somebody else's app is refused.
    const stranger = await createPerson();
    await enrol(await signIn(stranger));
    const theirs = (await stranger.login()).json().mfa_token;
    assertStatus(await stranger.loginCode(theirs, renewed.json().recovery_codes[2]), 422);
  });

  it('limits guesses at the code, which nobody can begin without the password', async () => {
    const person = await createPerson();
    const { code } = await enrol(await signIn(person));
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) assertStatus(await person.login('wrong'), 401);
    assertStatus(await person.login('wrong'), 429);
    await test.deps.database.query(sql.typeAlias('void')`delete from app.sign_in_attempt`);
    const { mfa_token } = (await person.login()).json();
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) assertStatus(await person.loginCode(mfa_token, '000000'), 422);
    assertStatus(await person.loginCode(mfa_token, code()), 429);
  });

  it('is confirmed again before the second factor is removed, by a code and not by the password', async () => {
    const person = await createPerson();
    const session = await signIn(person);
    const { code } = await enrol(session);
    await confirmedAgo(person.id, 11);
    const refused = await session.ask('DELETE', '/mfa');
    assertStatus(refused, 403);
    assert.deepEqual([refused.json().code, Object.keys(refused.json().errors)], ['step_up_required', ['code']]);
    assertStatus(await session.ask('POST', '/step-up', { password: PASSWORD }), 422);
    assertStatus(await session.ask('POST', '/step-up', { code: '000000' }), 422);
    assertStatus(await session.ask('POST', '/step-up', { code: code() }), 200);
    assertStatus(await session.ask('DELETE', '/mfa'), 200);
    assert.equal((await person.login()).json().status, 'signed_in');
    assert.ok(person.mailsTo().includes('Two-factor authentication is off'));
    await eventually(async () => assert.ok((await person.actionsOf()).includes('second-factor-removed')));

    await confirmedAgo(person.id, 11);
    assert.deepEqual(Object.keys((await session.ask('POST', '/mfa/enroll')).json().errors), ['password']);
    assertStatus(await session.ask('POST', '/step-up', { password: 'wrong' }), 422);
    assertStatus(await session.ask('POST', '/step-up', { password: PASSWORD }), 200);
    assertStatus(await session.ask('POST', '/mfa/enroll'), 201);
  });

  it('opens nothing but the setup in production, until a second factor is set up', async () => {
    const person = await createPerson(production);
    const session = await signIn(person, production);
    assert.equal((await session.ask('GET', '/session')).json().data.must_enrol, true);
    const refused = await session.ask('GET', '/brands');
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'second_factor_required');
    await enrol(session);
    assert.equal((await session.ask('GET', '/session')).json().data.must_enrol, false);
    assertStatus(await session.ask('GET', '/brands'), 200);
  });

  it('ends a session that is not used for half an hour, which a screen’s own asking does not prolong', async () => {
    const person = await createPerson();
    const session = await signIn(person);
    await usedAgo(person.id, 29);
    assertStatus(await session.ask('GET', '/notifications'), 200);
    await usedAgo(person.id, 31);
    assert.equal(await session.status(), 401);

    const another = await signIn(person);
    await usedAgo(person.id, 29);
    assertStatus(await another.ask('GET', '/notifications'), 200);
    const idle = () =>
      test.deps.database.one(
        sql.type(
          z.object({ idle: z.boolean() }),
        )`select max(last_used_at) < now() - interval '20 minutes' as idle from app.administrator_session
          where administrator_id = ${person.id}`,
      );
    assert.equal((await idle()).idle, true);
    assert.equal(await another.status(), 200);
    assert.equal((await idle()).idle, false);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session set expires_at = now()
        where administrator_id = ${person.id}`,
    );
    assert.equal(await another.status(), 401);
  });

  it('lists its sessions, and ends them from another device', async () => {
    const person = await createPerson();
    const [here, there, elsewhere] = [await signIn(person), await signIn(person), await signIn(person)];
    const listed = (await here.ask('GET', '/sessions')).json().data as { id: string; is_current: boolean }[];
    assert.deepEqual(listed.map(({ is_current }) => is_current).toSorted(), [false, false, true]);
    const idOfThere = (await there.ask('GET', '/sessions'))
      .json()
      .data.find((session: { is_current: boolean }) => session.is_current).id;
    const stranger = await signIn(await createPerson());
    assertStatus(await stranger.ask('DELETE', `/sessions/${idOfThere}`), 404);
    assertStatus(await here.ask('DELETE', `/sessions/${idOfThere}`), 200);
    assert.deepEqual([await here.status(), await there.status(), await elsewhere.status()], [200, 401, 200]);
    assertStatus(await here.ask('DELETE', '/sessions'), 200);
    assert.deepEqual([await here.status(), await elsewhere.status()], [200, 401]);
  });

  it('changes its password with the old one, and signs out other devices', async () => {
    const person = await createPerson();
    const [here, there] = [await signIn(person), await signIn(person)];
    const password = 'a long walk by the sea';
    const form = { current_password: PASSWORD, password, password_confirmation: password };
    assertStatus(await here.ask('PUT', '/own-password', { ...form, current_password: 'wrong' }), 422);
    assertStatus(await here.ask('PUT', '/own-password', form), 200);
    assert.deepEqual([await here.status(), await there.status()], [200, 401]);
    assertStatus(await person.login(), 401);
    assertStatus(await person.login(password), 200);
    assert.ok(person.mailsTo().includes('Your password was changed'));
    await eventually(async () => assert.ok((await person.actionsOf()).includes('password-changed')));
  });

  it('loses its second factor by a reset on the command line', async () => {
    const person = await createPerson();
    const session = await signIn(person);
    const { recoveryCodes } = await enrol(session);
    const { mfa_token } = (await person.login()).json();
    await operatorOf(test.deps, { kind: 'system', id: 'command-line' }).reset(person.email);
    assert.equal(await session.status(), 200);
    test.advance(test.deps.rules().administratorChangeHours * 3_600_000);
    await carryOutChanges(test.deps);
    const mail = test.mails.findLast(({ to, id }) => to === person.email && id.startsWith('administrator-link'));
    const link = /\/admin\/password\/\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link');
    // The first step ended with the password that it was made by.
    assertStatus(await person.loginCode(mfa_token, recoveryCodes[0] ?? ''), 401);
    assert.equal(await session.status(), 401);
    const password = 'another long walk by the sea';
    const chosen = await test.app.inject({
      method: 'POST',
      url: '/api/admin/password',
      payload: { token: link.split('/').at(-1), password, password_confirmation: password },
    });
    assertStatus(chosen, 200);
    assert.equal((await person.login(password)).json().status, 'signed_in');
  });
});
