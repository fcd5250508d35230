import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { AdministratorProposal, ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { depositDesk } from '#infra/proof/api/deposit-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { carryOutChanges } from './changes.ts';

const PASSWORD = 'a long walk by the sea';
const PATH = '/api/admin/administrators';
const DAY_MS = 86_400_000;

describe('administrators by the screen', async () => {
  const test = await startTestApp();
  const owner = await createAdministrator(test);
  const second = await createAdministrator(test);
  after(() => test.stop());

  type Answer = Awaited<ReturnType<TestAdministrator['send']>>;
  const proposalIn = (answer: Answer, status = 200): AdministratorProposal => {
    assertStatus(answer, status);
    return answer.json().proposal ?? assert.fail('no proposal');
  };
  const invite = async (email: string, ...roles: string[]) =>
    proposalIn(await owner.send('POST', PATH, { email, name: 'Bo Berg', roles }), 201);
  const act = (id: string, step: string, body = {}, as = owner) => as.send('POST', `${PATH}/${id}/${step}`, body);
  const decide = (id: string, step: 'confirm' | 'refuse', as = second) =>
    as.send('POST', `${PATH}/changes/${id}/${step}`, {});
  const listed = async (id: string): Promise<ManagedAdministrator | undefined> =>
    (await owner.get(PATH)).json().data.find((one: ManagedAdministrator) => one.id === id);
  const waiting = async (as = owner): Promise<AdministratorProposal[]> => (await as.get(PATH)).json().proposals;
  const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload });
  const tokenIn = (email: string) => {
    const mail = test.mails.findLast(({ to, id }) => to === email && id.startsWith('administrator-link'));
    return /\/admin\/password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail(`no link for ${email}`);
  };
  const choose = (email: string) =>
    post('/api/admin/password', { token: tokenIn(email), password: PASSWORD, password_confirmation: PASSWORD });
  const signIn = (email: string) => post('/api/admin/login', { email, password: PASSWORD });
  const grown = async (email: string, ...roles: string[]) => {
    const { id, administrator_id } = await invite(email, ...roles);
    assertStatus(await decide(id, 'confirm'), 200);
    assertStatus(await choose(email), 200);
    return administrator_id;
  };
  const mailOf = (administrator: TestAdministrator) =>
    test.mails.filter(({ to, id }) => to === administrator.email && id.startsWith('administrator-change')).at(-1)
      ?.text ?? '';

  it('are invited once a second owner confirms it, and act with their roles', async () => {
    const email = 'bo@staff.example';
    const proposal = await invite('Bo@Staff.example', 'auditor', 'support');
    assert.equal(proposal.what, 'Add Bo Berg (bo@staff.example) as Support, Auditor');
    assert.deepEqual([proposal.due_at, proposal.may_confirm, proposal.may_refuse], [null, false, true]);
    assert.equal(await listed(proposal.administrator_id), undefined);
    for (const each of [owner, second]) {
      assert.match(mailOf(each), /proposed: Add Bo Berg .* It waits until another owner confirms it/s);
    }
    assert.ok(!test.mails.some(({ to }) => to === email));
    assert.equal((await waiting(second))[0]?.may_confirm, true);
    const alone = await decide(proposal.id, 'confirm', owner);
    assertStatus(alone, 409);
    assert.match(alone.json().message, /You have said yes to this already/);

    for (const answer of await Promise.all([1, 2].map(() => decide(proposal.id, 'confirm')))) assertStatus(answer, 200);
    assert.ok((await listed(proposal.administrator_id))?.link_expires_at);
    assert.equal(test.mails.filter(({ to }) => to === email).length, 1);
    assertStatus(await choose(email), 200);
    const session = await signIn(email);
    assertStatus(session, 200);
    assert.deepEqual(session.json().administrator.roles, ['support', 'auditor']);
    const now = await listed(proposal.administrator_id);
    assert.deepEqual([now?.link_expires_at, now?.open_sessions], [null, 1]);
    const again = await owner.send('POST', PATH, { email, name: 'Bo', roles: ['auditor'] });
    assertStatus(again, 422);
    assert.deepEqual(again.json().errors.email, [`${email} is an administrator already.`]);
    const none = await owner.send('POST', PATH, { email: 'x@staff.example', name: 'X', roles: [] });
    assert.deepEqual(none.json().errors.roles, ['Choose at least one role']);
  });

  it('change roles, get a new link, are disabled and enabled, each by two owners and recorded', async () => {
    const email = 'cy@staff.example';
    const id = await grown(email, 'finance');
    const headers = { authorization: `Bearer ${(await signIn(email)).json().token}` };
    const look = async (url: string) => (await test.app.inject({ url, headers })).statusCode;
    const byTwo = async (step: string, body = {}) => {
      const { id: change } = proposalIn(await act(id, step, body));
      return () => decide(change, 'confirm');
    };

    const roles = await byTwo('roles', { roles: ['catalogue'] });
    assert.equal(await look('/api/admin/ledger/trial-balance'), 200);
    assertStatus(await act(id, 'disable'), 409);
    assertStatus(await roles(), 200);
    assert.equal(await look('/api/admin/ledger/trial-balance'), 403);
    assert.equal((await act(id, 'end-sessions')).json().data.open_sessions, 0);
    assert.equal(await look('/api/admin/session'), 401);
    assertStatus(await signIn(email), 200);

    const link = await byTwo('send-link');
    assertStatus(await signIn(email), 200);
    assertStatus(await link(), 200);
    assertStatus(await signIn(email), 401);
    // A link that was never used is sent again at once: it opens nothing that was closed.
    assert.equal((await act(id, 'send-link')).json().proposal, null);
    assertStatus(await choose(email), 200);
    const disable = await byTwo('disable');
    assertStatus(await signIn(email), 401);
    assertStatus(await disable(), 200);
    assert.equal((await act(id, 'send-link')).json().code, 'invalid_state');
    const enable = await byTwo('enable');
    assertStatus(await signIn(email), 401);
    assertStatus(await enable(), 200);
    assertStatus(await signIn(email), 200);

    await eventually(async () => {
      const trail = await owner.get(`/api/admin/audit/admin/${id}?per_page=100`);
      const done: string[] = trail.json().data.map(({ data }: { data: { action: string } }) => data.action);
      const steps = [
        'created',
        'roles-set',
        'sessions-ended',
        'reset',
        'disabled',
        'enabled',
        'change-proposed',
        'change-confirmed',
      ];
      assert.deepEqual(
        steps.filter((step) => !done.includes(`administrator-${step}`)),
        [],
      );
    });
  });

  it('ring the bell of the other owners, are in the queue of approvals, and are seen by nobody else', async () => {
    const ringsOf = async (as: TestAdministrator): Promise<string[]> =>
      (await as.get('/api/admin/notifications?per_page=100'))
        .json()
        .data.filter(({ type }: { type: string }) => type === 'AdministratorChangeNotification')
        .map(({ data }: { data: { message: string } }) => data.message);
    const proposal = await invite('dot@staff.example', 'approver');
    assert.match((await ringsOf(second))[0] ?? '', /^A change to an administrator waits/);
    const own = await ringsOf(owner);
    const queue = (await second.get('/api/admin/approvals?kind=administrator')).json();
    assert.deepEqual(
      queue.data.map((row: { subject_id: string; reference: string; may_confirm: boolean }) => [
        row.subject_id,
        row.reference,
        row.may_confirm,
      ]),
      [[proposal.id, 'Add Bo Berg (dot@staff.example) as Approver', true]],
    );
    assert.equal((await owner.get('/api/admin/approvals')).json().meta.to_confirm, 0);
    const auditor = await createAdministrator(test, 'auditor');
    assert.equal((await auditor.get('/api/admin/approvals')).json().meta.total, 0);
    assert.deepEqual(await ringsOf(auditor), []);
    assertStatus(await decide(proposal.id, 'refuse'), 200);
    assert.equal((await ringsOf(owner)).length, own.length + 1);
    assertStatus(await decide(proposal.id, 'confirm'), 409);
  });

  it('change nothing of their own', async () => {
    for (const step of ['roles', 'disable', 'enable', 'end-sessions', 'send-link']) {
      const refused = await act(owner.administratorId, step, { roles: ['auditor'] });
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'own_account');
    }
    assertStatus(await act('00000000-0000-4000-8000-000000000000', 'disable'), 404);
    const third = await createAdministrator(test);
    const { id } = proposalIn(await act(third.administratorId, 'roles', { roles: ['auditor'] }));
    for (const step of ['confirm', 'refuse'] as const) assertStatus(await decide(id, step, third), 409);
    assertStatus(await decide(id, 'refuse', owner), 200);
  });

  it('are not the second yes to who brought them in, nor the other way round, for the days of the policy', async () => {
    const desk = await depositDesk(test);
    const email = 'two@staff.example';
    await grown(email, 'approver');
    const headers = { authorization: `Bearer ${(await signIn(email)).json().token}` };
    const theirs: TestAdministrator = {
      ...owner,
      send: (method, url, payload) => test.app.inject({ method, url, headers, ...(payload && { payload }) }),
    };
    const deposit = await desk.requested(1_200_000n);
    assertStatus(await desk.approve(deposit, '12000', {}, owner), 200);
    const refused = await desk.approve(deposit, '12000', {}, theirs);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /brought one another in a short time ago/);
    assertStatus(await desk.approve(deposit, '12000', {}, second), 200);
    const other = await desk.requested(1_200_000n);
    assertStatus(await desk.approve(other, '12000', {}, theirs), 200);
    assertStatus(await desk.approve(other, '12000', {}, owner), 409);
  });

  it('of one mailbox are one person for ever, and nobody is invited to the mailbox of another', async () => {
    const tagged = await createAdministrator(test);
    const email = owner.email.replace('@', '+2@');
    const refused = await owner.send('POST', '/api/admin/administrators', { email, name: 'Ada Too', roles: ['owner'] });
    assertStatus(refused, 422);
    assert.match(refused.json().errors.email[0], /is the mailbox of an administrator already/);
    // An account from before this rule.
    await test.deps.database.query(sql.void`
      update app.administrator set email = ${email} where administrator_id = ${tagged.administratorId}`);
    const desk = await depositDesk(test);
    const deposit = await desk.requested(1_200_000n);
    assertStatus(await desk.approve(deposit, '12000', {}, owner), 200);
    const one = await desk.approve(deposit, '12000', {}, tagged);
    assertStatus(one, 409);
    assert.match(one.json().message, /share a mailbox/);
    const list = (await tagged.get('/api/admin/approvals?kind=deposit')).json().data;
    assert.equal(list.find((each: { subject_id: string }) => each.subject_id === deposit)?.may_confirm, false);
    assertStatus(await desk.approve(deposit, '12000', {}, second), 200);
  });

  it('whose first yes waits lose it with their role', async () => {
    const desk = await depositDesk(test);
    const email = 'rogue@staff.example';
    const id = await grown(email, 'approver');
    const headers = { authorization: `Bearer ${(await signIn(email)).json().token}` };
    const deposit = await desk.requested(1_200_000n);
    const payload = { status: 'approved', approved_amount: '12000', admin_notes: 'Seen on the account' };
    const first = await test.app.inject({
      method: 'POST',
      url: `/api/admin/deposits/${deposit}/approve`,
      headers,
      payload,
    });
    assertStatus(first, 200);
    proposalIn(await act(id, 'disable'));
    const again = await desk.approve(deposit, '12000', {}, second);
    assertStatus(again, 200);
    assert.equal(again.json().data.awaits_second_approval, true);
    assert.deepEqual(
      again.json().data.approvals.map(({ by }: { by: { id: string } }) => by.id),
      [second.administratorId],
    );
  });

  it('are changed after a delay where there is no second owner, who may also be the one it is about', async () => {
    const email = 'late@staff.example';
    await test.deps.database.query(sql.void`update app.administrator set roles = '{auditor}'
      where administrator_id not in (${owner.administratorId}, ${second.administratorId})`);
    const { id } = proposalIn(await act(second.administratorId, 'roles', { roles: ['auditor'] }));
    assert.ok((await waiting(second)).find((each) => each.id === id)?.due_at);
    assertStatus(await decide(id, 'confirm'), 409);
    assertStatus(await decide(id, 'refuse'), 200);
    proposalIn(await act(second.administratorId, 'roles', { roles: ['auditor'] }));
    test.advance(DAY_MS);
    await carryOutChanges(test.deps);
    assert.deepEqual((await listed(second.administratorId))?.roles, ['auditor']);
    const alone = await invite(email, 'approver');
    assert.ok(alone.due_at);
    await carryOutChanges(test.deps);
    assert.ok(!test.mails.some(({ to }) => to === email));
    assertStatus(await decide(alone.id, 'refuse', owner), 200);
    test.advance(DAY_MS);
    await carryOutChanges(test.deps);
    assert.ok(!test.mails.some(({ to }) => to === email));
  });
});
