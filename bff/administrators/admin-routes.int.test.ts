import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ManagedAdministrator } from '#bff/contract/admin-administrator.ts';
import { createAdministrator } from '#bff/testing/administrators.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';

const PASSWORD = 'a long walk by the sea';
const PATH = '/api/admin/administrators';

describe('administrators by the screen', async () => {
  const test = await startTestApp();
  const owner = await createAdministrator(test);
  after(() => test.stop());

  const invite = async (email: string, ...roles: string[]): Promise<ManagedAdministrator> => {
    const answer = await owner.send('POST', PATH, { email, name: 'Bo Berg', roles });
    assertStatus(answer, 201);
    return answer.json().data;
  };
  const act = (id: string, step: string, body = {}) => owner.send('POST', `${PATH}/${id}/${step}`, body);
  const listed = async (id: string): Promise<ManagedAdministrator> =>
    (await owner.get(PATH)).json().data.find((one: ManagedAdministrator) => one.id === id);
  const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload });
  const tokenIn = (email: string) => {
    const mail = test.mails.findLast(({ to }) => to === email);
    return /\/admin\/password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail(`no link for ${email}`);
  };
  const choose = (email: string) =>
    post('/api/admin/password', { token: tokenIn(email), password: PASSWORD, password_confirmation: PASSWORD });
  const signIn = (email: string) => post('/api/admin/login', { email, password: PASSWORD });

  it('are invited by a link that comes by mail, and act with their roles', async () => {
    const email = 'bo@staff.example';
    const invited = await invite('Bo@Staff.example', 'auditor', 'support');
    assert.deepEqual([invited.email, invited.roles, invited.is_active], [email, ['support', 'auditor'], true]);
    assert.ok(invited.link_expires_at && invited.last_sign_in_at === null);
    assertStatus(await choose(email), 200);
    const session = await signIn(email);
    assertStatus(session, 200);
    assert.deepEqual(session.json().administrator.roles, ['support', 'auditor']);
    const now = await listed(invited.id);
    assert.deepEqual([now.link_expires_at, now.open_sessions], [null, 1]);
    assert.ok(now.last_sign_in_at);
    const again = await owner.send('POST', PATH, { email, name: 'Bo', roles: ['auditor'] });
    assertStatus(again, 422);
    assert.deepEqual(again.json().errors.email, [`${email} is an administrator already.`]);
    const none = await owner.send('POST', PATH, { email: 'x@staff.example', name: 'X', roles: [] });
    assert.deepEqual(none.json().errors.roles, ['Choose at least one role']);
  });

  it('change roles, end sessions, send a new link, disable and enable, each recorded', async () => {
    const email = 'cy@staff.example';
    const { id } = await invite(email, 'finance');
    assertStatus(await choose(email), 200);
    const headers = { authorization: `Bearer ${(await signIn(email)).json().token}` };
    const look = async (url: string) => (await test.app.inject({ url, headers })).statusCode;

    assertStatus(await act(id, 'roles', { roles: ['catalogue'] }), 200);
    assert.equal(await look('/api/admin/ledger/trial-balance'), 403);
    assert.equal((await act(id, 'end-sessions')).json().data.open_sessions, 0);
    assert.equal(await look('/api/admin/session'), 401);
    assertStatus(await signIn(email), 200);

    assert.ok((await act(id, 'send-link')).json().data.link_expires_at);
    assertStatus(await signIn(email), 401);
    assertStatus(await choose(email), 200);
    assert.equal((await act(id, 'disable')).json().data.is_active, false);
    assertStatus(await signIn(email), 401);
    assert.equal((await act(id, 'send-link')).json().code, 'invalid_state');
    assertStatus(await act(id, 'enable'), 200);
    assertStatus(await signIn(email), 200);

    await eventually(async () => {
      const trail = await owner.get(`/api/admin/audit/admin/${id}`);
      const done: string[] = trail.json().data.map(({ data }: { data: { action: string } }) => data.action);
      const steps = ['created', 'roles-set', 'sessions-ended', 'reset', 'disabled', 'enabled'];
      assert.deepEqual(
        steps.filter((step) => !done.includes(`administrator-${step}`)),
        [],
      );
    });
  });

  it('change nothing of their own', async () => {
    for (const step of ['roles', 'disable', 'enable', 'end-sessions', 'send-link']) {
      const refused = await act(owner.administratorId, step, { roles: ['auditor'] });
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'own_account');
    }
    assertStatus(await act('00000000-0000-4000-8000-000000000000', 'disable'), 404);
  });

  it('leave one owner where two disable each other at once', async () => {
    const second = await createAdministrator(test);
    const answers = await Promise.all([
      act(second.administratorId, 'disable'),
      second.send('POST', `${PATH}/${owner.administratorId}/disable`, {}),
    ]);
    // The slower one is the last owner, or is signed out already.
    const [done, refused] = answers.map(({ statusCode }) => statusCode).toSorted();
    assert.ok(done === 200 && (refused === 409 || refused === 401), `${done}, ${refused}`);
    const left = await Promise.all([owner.get(PATH), second.get(PATH)]);
    assert.deepEqual(left.map(({ statusCode }) => statusCode).toSorted(), [200, 401]);
  });
});
