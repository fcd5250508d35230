import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { carryOutChanges, proposeChange, refuseChange } from './changes.ts';
import { listAdministrators } from './list.ts';
import { operatorOf } from './operator.ts';

const ACTOR = { kind: 'system', id: 'command-line' } as const;
const PASSWORD = 'a long walk by the sea';
const DAY_MS = 86_400_000;

describe('changes to administrators that nobody signed in for', async () => {
  const test = await startTestApp();
  after(() => test.stop());
  const operator = operatorOf(test.deps, ACTOR);
  const setActive = (email: string, isActive: boolean) =>
    proposeChange(test.deps, { email }, isActive ? { step: 'enable' } : { step: 'disable', isOut: false }, ACTOR);
  const setRoles = (email: string, ...roles: Role[]) =>
    proposeChange(test.deps, { email }, { step: 'roles', roles }, ACTOR);

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
  const linkFor = (email: string) =>
    /\S+\/admin\/password\/\S+/.exec(
      test.mails.findLast(({ to, id }) => to === email && id.startsWith('administrator-link'))?.text ?? '',
    )?.[0] ?? assert.fail(`no link for ${email}`);
  const afterDelay = async () => {
    test.advance(DAY_MS);
    await carryOutChanges(test.deps);
  };
  const grown = async (email: string, ...roles: Role[]) => {
    await operator.create({ email, name: 'An administrator', roles });
    await afterDelay();
    assertStatus(await choose(linkFor(email), PASSWORD), 200);
  };
  const toOwner = () =>
    test.mails.filter(({ to, id }) => to === 'ada@staff.example' && id.startsWith('administrator-change'));
  const listed = async (email: string) => (await listAdministrators(test.deps)).find((each) => each.email === email);

  it('begin with an owner, who chooses a password by a printed link that works once', async () => {
    const email = 'ada@staff.example';
    const outcome = await operator.create({ email: 'Ada@Staff.example', name: 'Ada', roles: ['owner'] });
    const link = ('link' in outcome && outcome.link) || assert.fail('no link');
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
    await assert.rejects(operator.create({ email, name: 'Ada', roles: ['owner'] }), /is an administrator already/);
    assert.ok((await listed(email))?.last_sign_in_at);
  });

  it('after the first owner obey the delay: every owner gets a mail, and nothing is done before its time', async () => {
    const email = 'bo@staff.example';
    const before = toOwner().length;
    const outcome = await operator.create({ email, name: 'Bo', roles: ['owner'] });
    assert.ok('dueAt' in outcome && outcome.dueAt);
    const hours = (outcome.dueAt.getTime() - test.deps.clock().getTime()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, `${hours} hours`);
    const mail = toOwner().at(-1);
    assert.equal(toOwner().length, before + 1);
    assert.match(
      mail?.text ?? '',
      /The command line proposed: Add Bo \(bo@staff\.example\) as Owner\. It is carried out on/,
    );
    await assert.rejects(
      operator.create({ email, name: 'Bo', roles: ['owner'] }),
      /invitation of bo@staff\.example waits/,
    );
    await carryOutChanges(test.deps);
    assert.equal(await listed(email), undefined);
    await afterDelay();
    assert.match(toOwner().at(-1)?.text ?? '', /Nobody refused it in time, so it is done/);
    assertStatus(await choose(linkFor(email), PASSWORD), 200);
    const held = await operator.reset(email);
    assert.ok('dueAt' in held);
    assertStatus(await signIn(email, PASSWORD), 200);
  });

  it('are not changed by what was refused', async () => {
    const [change] = await operator.changes();
    assert.match(change?.what ?? '', /^Remove the password and the second factor of Bo/);
    await operator.refuse(change?.id ?? '');
    await afterDelay();
    assertStatus(await signIn('bo@staff.example', PASSWORD), 200);
    assert.match(toOwner().at(-1)?.text ?? '', /It was refused\. Nothing was changed/);
    await assert.rejects(operator.refuse('00000000-0000-4000-8000-000000000000'), /no such proposal/);
  });

  it('are told to owners, though the process that made them ended before it could, and by two at once one time', async () => {
    const before = toOwner().length;
    const { mails } = test.deps;
    const send: typeof mails.send = (kind, ...mail) =>
      kind === 'administrator-change' ? assert.fail('the queue is away') : mails.send(kind, ...mail);
    const dying = { ...test.deps, mails: { ...mails, send } };
    await proposeChange(dying, { email: 'bo@staff.example' }, { step: 'roles', roles: ['approver'] }, ACTOR);
    assert.equal(toOwner().length, before);
    const [waiting] = await operator.changes();
    await refuseChange(dying, ACTOR, waiting?.id ?? '');
    await Promise.all([carryOutChanges(test.deps), carryOutChanges(test.deps)]);
    await carryOutChanges(test.deps);
    const told = toOwner().slice(before);
    assert.deepEqual(
      told.map(({ text }) => /The command line proposed|It was refused/.exec(text)?.[0]),
      ['The command line proposed', 'It was refused'],
    );
  });

  it('are reset: the password and the sessions end, and an older link with them', async () => {
    const email = 'dee@staff.example';
    await grown(email, 'support');
    const session = await sessionOf(email, PASSWORD);
    await operator.reset(email);
    assert.equal(await session(), 200);
    await afterDelay();
    const older = linkFor(email);
    assert.equal(await session(), 401);
    assertStatus(await signIn(email, PASSWORD), 401);
    // Nobody has a password now: a new link opens nothing that was closed, so it is sent at once.
    await operator.reset(email);
    assertStatus(await choose(older, PASSWORD), 422);
    assertStatus(await choose(linkFor(email), PASSWORD), 200);
    assertStatus(await signIn(email, PASSWORD), 200);
    await assert.rejects(
      operator.reset('nobody@staff.example'),
      /There is no such administrator nobody@staff\.example/,
    );
  });

  it('are kept out at once while it is decided, where they are no owner, and let in again when it is refused', async () => {
    const email = 'cy@staff.example';
    await grown(email, 'finance');
    const session = await sessionOf(email, PASSWORD);
    await setActive(email, false);
    assert.equal(await session(), 401);
    assertStatus(await signIn(email, PASSWORD), 401);
    await operator.refuse((await operator.changes())[0]?.id ?? '');
    assertStatus(await signIn(email, PASSWORD), 200);
    await setActive(email, false);
    await afterDelay();
    assert.equal((await listed(email))?.is_active, false);
    await setActive(email, true);
    assertStatus(await signIn(email, PASSWORD), 401);
    await afterDelay();
    assertStatus(await signIn(email, PASSWORD), 200);
  });

  it('keep an owner: of two changes that would leave none, the later one ends without effect', async () => {
    const owners = async () =>
      (await listAdministrators(test.deps))
        .filter(({ roles, is_active }) => is_active && roles.includes('owner'))
        .map((each) => each.email);
    assert.deepEqual(await owners(), ['ada@staff.example', 'bo@staff.example']);
    await setActive('ada@staff.example', false);
    await setRoles('bo@staff.example', 'support', 'finance');
    assert.equal((await owners()).length, 2);
    test.advance(DAY_MS);
    await Promise.all([carryOutChanges(test.deps), carryOutChanges(test.deps)]);
    const [left, ...more] = await owners();
    assert.ok(left && more.length === 0);
    assert.deepEqual(await operator.changes(), []);
    await assert.rejects(setActive(left, false), /is the last active owner/);
    await assert.rejects(setRoles(left, 'auditor'), /is the last active owner/);
  });

  it('are in the audit trail, each step by who took it', async () => {
    await eventually(async () => {
      const { items } = await listAuditEvents(test.deps.database, { limit: 100 });
      const steps = items
        .filter(({ type }) => type === 'AdministratorActed')
        .map(({ data, actorKind }) => `${(data as { action: string }).action} by ${actorKind}`);
      for (const step of [
        'administrator-created by system',
        'administrator-change-proposed by system',
        'administrator-change-carried-out by system',
        'administrator-change-refused by system',
        'administrator-change-lapsed by system',
        'password-chosen by administrator',
      ]) {
        assert.ok(steps.includes(step), `${step} of ${steps.join()}`);
      }
    });
  });
});
