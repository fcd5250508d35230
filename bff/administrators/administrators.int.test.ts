import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { listAuditEvents } from '#projections/audit-trail/queries.ts';
import {
  createAdministrator,
  resetAdministrator,
  setAdministratorActive,
  setAdministratorRoles,
} from './administrators.ts';
import { listAdministrators } from './list.ts';

const ACTOR = { kind: 'system', id: 'command-line' } as const;
const PASSWORD = 'a long walk by the sea';

describe('administrators by the command line', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload });
  const signIn = (email: string, password: string) => post('/api/admin/login', { email, password });
  const choose = (link: string, password: string) =>
    post('/api/admin/password', { token: link.split('/').at(-1), password, password_confirmation: password });
  const sessionOf = async (email: string, password: string) => {
    const answer = await signIn(email, password);
    assertStatus(answer, 200);
    const headers = { authorization: `Bearer ${answer.json().token}` };
    return async () => (await test.app.inject({ url: '/api/admin/session', headers })).statusCode;
  };

  it('are created without a password, and choose one by a link that works once', async () => {
    const email = 'ada@staff.example';
    const link = await createAdministrator(
      test.deps,
      { email: 'Ada@Staff.example', name: 'Ada', roles: ['owner'] },
      ACTOR,
    );
    assert.match(link, /^http:\/\/localhost:3000\/admin\/password\/\S+$/);
    assertStatus(await signIn(email, ''), 422);
    assertStatus(await choose(`${link}x`, PASSWORD), 422);
    const common = await choose(link, 'password123');
    assertStatus(common, 422);
    assert.match(common.json().errors.password[0], /choose another one/);

    const answers = await Promise.all([choose(link, PASSWORD), choose(link, 'another long walk')]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 422]);

    const chosen = answers[0]?.statusCode === 200 ? PASSWORD : 'another long walk';
    assertStatus(await signIn(email, chosen), 200);
    await assert.rejects(
      createAdministrator(test.deps, { email, name: 'Ada', roles: ['owner'] }, ACTOR),
      /is an administrator already/,
    );
    const [listed] = await listAdministrators(test.deps);
    assert.deepEqual([listed?.email, listed?.isActive], [email, true]);
    assert.ok(listed?.lastSignInAt);
  });

  it('are reset: the password and the sessions end, and an older link with them', async () => {
    const email = 'bo@staff.example';
    const first = await createAdministrator(test.deps, { email, name: 'Bo', roles: ['support'] }, ACTOR);
    assertStatus(await choose(first, PASSWORD), 200);
    const session = await sessionOf(email, PASSWORD);
    const older = await resetAdministrator(test.deps, email, ACTOR);
    const link = await resetAdministrator(test.deps, email, ACTOR);
    assert.equal(await session(), 401);
    assertStatus(await signIn(email, PASSWORD), 401);
    assertStatus(await choose(older, PASSWORD), 422);
    assertStatus(await choose(link, PASSWORD), 200);
    assertStatus(await signIn(email, PASSWORD), 200);
    await assert.rejects(resetAdministrator(test.deps, 'nobody@staff.example', ACTOR), /There is no administrator/);
  });

  it('are disabled at once, and enabled again', async () => {
    const email = 'cy@staff.example';
    assertStatus(
      await choose(await createAdministrator(test.deps, { email, name: 'Cy', roles: ['finance'] }, ACTOR), PASSWORD),
      200,
    );
    const session = await sessionOf(email, PASSWORD);
    const link = await resetAdministrator(test.deps, email, ACTOR);
    await setAdministratorActive(test.deps, email, false, ACTOR);
    assert.equal(await session(), 401);
    assertStatus(await choose(link, PASSWORD), 422);
    await setAdministratorActive(test.deps, email, true, ACTOR);
    assertStatus(await choose(await resetAdministrator(test.deps, email, ACTOR), PASSWORD), 200);
    assertStatus(await signIn(email, PASSWORD), 200);
  });

  it('keep an owner: the last active one is neither disabled nor loses the role, under two requests at once too', async () => {
    const rolesOf = async () => {
      const listed = await listAdministrators(test.deps);
      return new Map(listed.map(({ email, roles, isActive }) => [email, isActive ? roles.join() : 'disabled']));
    };
    const isOwner = (roles: string | undefined) => roles?.split(',').includes('owner');
    // Owners that earlier tests left become auditors: two owners remain.
    const others = [...(await rolesOf())].filter(([, roles]) => isOwner(roles)).map(([email]) => email);
    const [first, second] = ['ed@staff.example', 'fay@staff.example'];
    for (const email of [first, second]) {
      await createAdministrator(test.deps, { email, name: 'An owner', roles: ['finance', 'owner'] }, ACTOR);
    }
    for (const email of others) await setAdministratorRoles(test.deps, email, ['auditor'], ACTOR);
    const outcomes = await Promise.allSettled([
      setAdministratorActive(test.deps, first, false, ACTOR),
      setAdministratorRoles(test.deps, second, ['support', 'finance'], ACTOR),
      setAdministratorActive(test.deps, second, false, ACTOR),
    ]);
    assert.ok(outcomes.some(({ status }) => status === 'rejected'));
    const [left, ...more] = [...(await rolesOf())].filter(([, roles]) => isOwner(roles)).map(([email]) => email);
    assert.ok(left && more.length === 0);
    await assert.rejects(setAdministratorActive(test.deps, left, false, ACTOR), /is the last active owner/);
    await assert.rejects(setAdministratorRoles(test.deps, left, ['auditor'], ACTOR), /is the last active owner/);
    await setAdministratorRoles(test.deps, left, ['support', 'owner'], ACTOR);
    assert.equal((await rolesOf()).get(left), 'owner,support');
  });

  it('are in the audit trail, each step by who took it', async () => {
    const email = 'di@staff.example';
    const link = await createAdministrator(test.deps, { email, name: 'Di', roles: ['approver'] }, ACTOR);
    assertStatus(await choose(link, PASSWORD), 200);
    await eventually(async () => {
      const { items } = await listAuditEvents(test.deps.database, { limit: 50 });
      const steps = items
        .filter(({ type }) => type === 'AdministratorActed')
        .map(({ data, actorKind }) => `${(data as { action: string }).action} by ${actorKind}`);
      assert.ok(steps.includes('administrator-created by system'), steps.join());
      assert.ok(steps.includes('password-chosen by administrator'), steps.join());
    });
  });
});
