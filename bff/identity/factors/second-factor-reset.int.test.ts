import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, forgetConfirmation } from '#infra/proof/api/administrators.ts';
import { createSignUps } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { resetDueSecondFactors } from './second-factor-reset.ts';

const HOUR_MS = 3_600_000;
const CHECKED = 'Called back on the registered number.';

describe('the reset of a customer’s second factor', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  const owner = await createAdministrator(test);
  after(() => test.stop());

  async function withApp() {
    const { email, customerId } = await people.register();
    const { headers } = await people.signedIn(email);
    const { id: factor_id, totp } = (await people.post('/api/auth/mfa/enroll', {}, headers)).json();
    const app = new TOTP({ secret: totp.secret });
    const { challenge_id } = (await people.post('/api/auth/mfa/challenge', { factor_id }, headers)).json();
    const code = app.generate({ timestamp: test.deps.clock().getTime() });
    assertStatus(await people.post('/api/auth/mfa/verify', { factor_id, challenge_id, code }, headers), 200);
    const url = `/api/admin/users/${customerId}/second-factor-reset`;
    const dueAt = async () => {
      const answer = await test.app.inject({ url: '/api/auth/mfa/factors', headers });
      return answer.statusCode === 200 ? answer.json().reset_due_at : answer.statusCode;
    };
    return {
      email,
      customerId,
      headers,
      url,
      dueAt,
      ask: (as = owner) => as.send('POST', url, { checked: CHECKED }),
      stopByLink: () =>
        people.post('/api/auth/stop-second-factor-reset', { token: linkTo(email).split('/').at(-1) ?? '' }),
      status: async () => (await people.signIn(email)).json().status as string,
    };
  }
  const linkTo = (email: string) =>
    /https?:\/\/\S+stop-reset\S+/.exec(lastMail(email, 'about to be removed').text)?.[0] ?? '';
  const lastMail = (email: string, subject: string) => {
    const mail = people.mailsTo(email).findLast((each) => each.subject.includes(subject));
    assert.ok(mail, `${subject}: ${people.mailsTo(email).map((each) => each.subject)}`);
    return mail;
  };
  const actionsAbout = async (customerId: string) => {
    const { items } = await listAuditEvents(test.deps.database, { about: `customer:${customerId}`, limit: 50 });
    return items.map(({ data }) => (data as { action?: string }).action);
  };

  it('waits a day, is announced at once, and then takes the factor, the codes and every session', async () => {
    const customer = await withApp();
    const asked = await customer.ask();
    assertStatus(asked, 200);
    const { second_factor_reset: waits } = asked.json().data;
    assert.equal(waits.checked, CHECKED);
    assert.equal(waits.requested_by, owner.name);
    assert.equal(Date.parse(waits.due_at) - Date.parse(waits.requested_at), 24 * HOUR_MS);
    assert.equal(await customer.dueAt(), waits.due_at);
    lastMail(customer.email, 'about to be removed');
    const news = (await test.app.inject({ url: '/api/notifications', headers: customer.headers })).json().data;
    assert.ok(news.some(({ type }: { type: string }) => type === 'SecondFactorResetNotification'));
    assertStatus(await customer.ask(), 409);
    const stored = await test.deps.database.oneFirst(
      sql.unsafe`select checked_sealed from app.second_factor_reset where customer_id = ${customer.customerId}`,
    );
    assert.ok(!String(stored).includes('registered'), 'the note is sealed');

    await resetDueSecondFactors(test.deps);
    assert.equal(await customer.status(), 'mfa_required');
    test.advance(24 * HOUR_MS + 1_000);
    assert.equal(await resetDueSecondFactors(test.deps), 1);
    assert.equal(await customer.dueAt(), 401);
    assert.equal(await customer.status(), 'signed_in');
    lastMail(customer.email, 'Two-factor authentication is off');
    assert.equal(await resetDueSecondFactors(test.deps), 0);
    await eventually(async () => {
      assert.equal((await findCustomer(test.deps.database, customer.customerId))?.isMfaEnabled, false);
      const actions = await actionsAbout(customer.customerId);
      for (const action of ['second-factor-reset-asked', 'second-factor-reset-done']) {
        assert.ok(actions.includes(action), actions.join());
      }
    });
    assertStatus(await customer.ask(), 409);
  });

  it('is stopped by the link of the mail, once, without a sign-in', async () => {
    const customer = await withApp();
    assertStatus(await customer.ask(), 200);
    assertStatus(await people.post('/api/auth/stop-second-factor-reset', { token: 'forged' }), 422);
    assertStatus(await customer.stopByLink(), 200);
    assertStatus(await customer.stopByLink(), 422);
    assert.equal(await customer.dueAt(), null);
    lastMail(customer.email, 'stays');
    test.advance(25 * HOUR_MS);
    await resetDueSecondFactors(test.deps);
    assert.equal(await customer.status(), 'mfa_required');
    await eventually(async () =>
      assert.ok((await actionsAbout(customer.customerId)).includes('second-factor-reset-stopped')),
    );
  });

  it('is stopped by no session, which may be a thief’s, and is taken back by an owner', async () => {
    const customer = await withApp();
    assertStatus(await customer.ask(), 200);
    const stop = { method: 'DELETE', url: '/api/auth/second-factor-reset', headers: customer.headers } as const;
    assertStatus(await test.app.inject(stop), 404);
    assert.notEqual(await customer.dueAt(), null);
    const back = await owner.send('DELETE', customer.url);
    assertStatus(back, 200);
    assert.equal(back.json().data.second_factor_reset, null);
    assertStatus(await owner.send('DELETE', customer.url), 404);
  });

  it('is an owner’s alone, confirmed again, with a word on what was checked, and not for the own account', async () => {
    const customer = await withApp();
    for (const role of ['approver', 'support', 'finance', 'auditor', 'catalogue'] as const) {
      assertStatus(await customer.ask(await createAdministrator(test, role)), 403);
    }
    const blank = await owner.send('POST', customer.url, { checked: ' ' });
    assertStatus(blank, 422);
    assert.deepEqual(Object.keys(blank.json().errors), ['checked']);
    assertStatus(
      await owner.send('POST', `/api/admin/users/${owner.administratorId}/second-factor-reset`, { checked: CHECKED }),
      404,
    );

    const self = await createAdministrator(test);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator set email = ${customer.email}
        where administrator_id = ${self.administratorId}`,
    );
    const own = await customer.ask(self);
    assertStatus(own, 403);
    assert.equal(own.json().code, 'own_customer');

    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session set confirmed_at = now() - interval '11 minutes'`,
    );
    const late = await customer.ask();
    assertStatus(late, 403);
    assert.equal(late.json().code, 'step_up_required');
  });
});

/** A thief knows the password, or had a session of the last minutes, and adds a factor of their own: it locks the owner out. */
describe('a second factor that somebody else added', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());
  const NEW = { password: 'another horse battery', password_confirmation: 'another horse battery' };

  async function addApp(headers: Record<string, string>) {
    const { id: factor_id, totp } = (await people.post('/api/auth/mfa/enroll', {}, headers)).json();
    const { challenge_id } = (await people.post('/api/auth/mfa/challenge', { factor_id }, headers)).json();
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: test.deps.clock().getTime() });
    assertStatus(await people.post('/api/auth/mfa/verify', { factor_id, challenge_id, code }, headers), 200);
    return factor_id as string;
  }
  /** The thief's session has the factor; the owner's was ended by it. */
  async function taken() {
    const { email, customerId } = await people.register();
    const thief = (await people.signedIn(email)).headers;
    const factorId = await addApp(thief);
    assert.equal((await people.signIn(email)).json().status, 'mfa_required');
    return { email, customerId, thief, factorId };
  }
  const linkIn = (email: string, path: string) => {
    const texts = people.mailsTo(email).map(({ text }) => text);
    return texts.flatMap((text) => /https?:\/\/\S+/.exec(text) ?? []).findLast((link) => link.includes(path)) ?? '';
  };
  const undo = (email: string) => {
    const [, user_id, hash] = /not-me\/([^/]+)\/([^/]+)$/.exec(linkIn(email, '/not-me/')) ?? [];
    return people.post('/api/auth/undo-factor', { user_id, hash });
  };
  const resetTokenOf = (email: string) => linkIn(email, '/password-reset/').split('/').at(-1) ?? '';
  const isIn = async (headers: Record<string, string>) =>
    (await test.app.inject({ url: '/api/user', headers })).statusCode === 200;
  const hasFactor = async (customerId: string) =>
    eventually(async () => {
      assert.equal((await findCustomer(test.deps.database, customerId))?.isMfaEnabled, false);
    });

  it('is removed by the link of its mail for seven days, with its sessions and the password', async () => {
    const { email, customerId, thief } = await taken();
    // However many links strangers ask for, the owner gets the one to choose a password by.
    for (let index = 0; index < 6; index += 1) await people.post('/api/auth/forgot-password', { email });

    assertStatus(await undo(email), 200);

    assert.equal(await isIn(thief), false);
    assertStatus(await people.signIn(email), 401);
    await hasFactor(customerId);
    assertStatus(await people.post('/api/auth/reset-password', { ...NEW, token: resetTokenOf(email) }), 200);
    const back = await people.signIn(email, NEW.password);
    assert.equal(back.json().status, 'signed_in');
    assertStatus(await undo(email), 200);
    assert.equal(
      await isIn({ authorization: `Bearer ${back.json().access_token}` }),
      true,
      'a second press does nothing',
    );
  });

  it('is removed no more after seven days, nor by a forged link', async () => {
    const { email, customerId, thief } = await taken();
    assertStatus(await people.post('/api/auth/undo-factor', { user_id: customerId, hash: 'forged' }), 422);
    await test.deps.database.query(sql.void`update app.account_token set expires_at = now() - interval '1 second'
      where customer_id = ${customerId} and purpose = 'undo-factor'`);
    assertStatus(await undo(email), 422);
    assert.equal(await isIn(thief), true);
  });

  it('is shown at a reset of the password by mail, and removed where it is not confirmed', async () => {
    const { email, customerId, factorId } = await taken();
    assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
    const token = resetTokenOf(email);
    const shown = await people.post('/api/auth/reset-password/factors', { token });
    assertStatus(shown, 200);
    assert.deepEqual(
      shown.json().data.map(({ id, kind }: { id: string; kind: string }) => [id, kind]),
      [[factorId, 'app']],
    );
    assertStatus(await people.post('/api/auth/reset-password/factors', { token: 'forged' }), 422);
    assertStatus(await people.post('/api/auth/reset-password', { ...NEW, token }), 200);
    assert.equal((await people.signIn(email, NEW.password)).json().status, 'signed_in');
    await hasFactor(customerId);
    assert.match(
      people.mailsTo(email).at(-1)?.text ?? '',
      /Removed, because they are new and were not confirmed: Authenticator app/,
    );
  });

  it('stays at a reset where it is confirmed, or older than seven days', async () => {
    for (const isOld of [true, false]) {
      const { email, factorId } = await taken();
      if (isOld) {
        await test.deps.database.query(sql.void`update app.mfa_factor set verified_at = now() - interval '8 days'
          where factor_id = ${factorId}`);
      }
      assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
      const keep = isOld ? {} : { keep_factors: [factorId] };
      assertStatus(await people.post('/api/auth/reset-password', { ...NEW, ...keep, token: resetTokenOf(email) }), 200);
      assert.equal((await people.signIn(email, NEW.password)).json().status, 'mfa_required');
    }
  });

  it('ends the first step of a sign-in with the password that it was made by', async () => {
    const { email } = await taken();
    const { mfa_token, factors } = (await people.signIn(email)).json();
    assertStatus(await people.post('/api/auth/mfa/challenge', { mfa_token, factor_id: factors[0].id }), 200);
    assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
    const keep_factors = [factors[0].id];
    assertStatus(
      await people.post('/api/auth/reset-password', { ...NEW, keep_factors, token: resetTokenOf(email) }),
      200,
    );
    assertStatus(await people.post('/api/auth/mfa/challenge', { mfa_token, factor_id: factors[0].id }), 401);
    assertStatus(await people.post('/api/auth/sign-in/code', { mfa_token, code: '000000' }), 401);
  });

  describe('is locked out by support', () => {
    const urlOf = (customerId: string, what: string) => `/api/admin/users/${customerId}/${what}`;

    it('given all sessions ended, then every device is out, and the customer is told', async () => {
      const support = await createAdministrator(test, 'support');
      const { email, customerId, thief } = await taken();
      assertStatus(await support.send('DELETE', urlOf(customerId, 'sessions')), 200);
      assert.equal(await isIn(thief), false);
      assert.equal(people.mailsTo(email).at(-1)?.subject, 'You were signed out everywhere');
      await eventually(async () => {
        const { items } = await listAuditEvents(test.deps.database, { about: `customer:${customerId}`, limit: 50 });
        assert.ok(items.some(({ data }) => (data as { action?: string }).action === 'customer-sessions-ended'));
      });
    });

    it('given a freeze, then nobody gets in by password, code, refresh or key until it is open again', async () => {
      const support = await createAdministrator(test, 'support');
      const { email, customerId } = await people.register();
      const { headers, cookie } = await people.signedIn(email);
      const key = (await people.post('/api/api-key', { name: 'Shop', abilities: ['wallets:read'] }, headers)).json();
      const byKey = { authorization: `Bearer ${key.token?.plain_text_token}` };
      const reason = 'Called: a stranger added a passkey.';

      const frozen = await support.send('POST', urlOf(customerId, 'freeze'), { reason });

      assertStatus(frozen, 200);
      assert.equal(frozen.json().data.frozen.reason, reason);
      assert.equal(frozen.json().data.frozen.frozen_by, support.name);
      assert.equal(await isIn(headers), false);
      assertStatus(await test.app.inject({ url: '/api/wallets', headers: byKey }), 401);
      const refused = await people.signIn(email);
      assertStatus(refused, 403);
      assert.equal(refused.json().code, 'account_frozen');
      assertStatus(await people.signIn(email, 'a wrong password'), 401);
      const refresh = { origin: 'http://localhost:3000' };
      const cookies = { giftledger_refresh: cookie.value };
      assertStatus(await test.app.inject({ method: 'POST', url: '/api/auth/refresh', headers: refresh, cookies }), 401);
      assertStatus(await support.send('POST', urlOf(customerId, 'freeze'), { reason }), 409);
      assert.equal(people.mailsTo(email).at(-1)?.subject, 'Your account is frozen');
      assert.ok(!people.mailsTo(email).some(({ text }) => text.includes('stranger')), 'the reason stays inside');

      assertStatus(await support.send('POST', urlOf(customerId, 'unfreeze')), 200);
      assertStatus(await people.signIn(email), 200);
      assertStatus(await support.send('POST', urlOf(customerId, 'unfreeze')), 409);
    });

    it('is for those who may, and confirmed again', async () => {
      const { customerId } = await people.register();
      for (const role of ['catalogue', 'finance', 'auditor'] as const) {
        const other = await createAdministrator(test, role);
        assertStatus(await other.send('POST', urlOf(customerId, 'freeze'), { reason: 'x' }), 403);
        assertStatus(await other.send('DELETE', urlOf(customerId, 'sessions')), 403);
      }
      const support = await createAdministrator(test, 'support');
      await forgetConfirmation(test, support);
      for (const [method, what] of [
        ['POST', 'freeze'],
        ['POST', 'unfreeze'],
        ['DELETE', 'sessions'],
      ] as const) {
        const late = await support.send(
          method,
          urlOf(customerId, what),
          method === 'POST' ? { reason: 'x' } : undefined,
        );
        assert.equal(late.json().code, 'step_up_required', what);
      }
    });
  });
});
