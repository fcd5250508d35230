import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { sql } from '#bff/lib/sql.ts';
import { createAdministrator } from '#bff/testing/administrators.ts';
import { createSignUps } from '#bff/testing/sign-ups.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { listAuditEvents } from '#projections/audit-trail/queries.ts';
import { findCustomer } from '#projections/customers/queries.ts';
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
      ...{ email, customerId, headers, url, dueAt },
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

  it('is stopped by the customer in the settings, or taken back by an owner', async () => {
    const customer = await withApp();
    const stranger = await withApp();
    const stop = (headers: Record<string, string>) =>
      test.app.inject({ method: 'DELETE', url: '/api/auth/second-factor-reset', headers });
    assertStatus(await customer.ask(), 200);
    assertStatus(await stop(stranger.headers), 404);
    assertStatus(await stop(customer.headers), 200);
    assertStatus(await stop(customer.headers), 404);
    assertStatus(await customer.ask(), 200);
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
    assert.equal(own.json().code, 'own_account');

    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session set confirmed_at = now() - interval '11 minutes'`,
    );
    const late = await customer.ask();
    assertStatus(late, 403);
    assert.equal(late.json().code, 'step_up_required');
  });
});
