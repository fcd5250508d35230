import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { allRoutes } from '#bff/contract/routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('what a session must be confirmed for', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  type Headers = Record<string, string>;
  const age = () =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.session set confirmed_at = now() - interval '11 minutes'`,
    );
  const fieldOf = (answer: { json(): { code?: string; errors?: object } }) => {
    assert.equal(answer.json().code, 'step_up_required');
    return Object.keys(answer.json().errors ?? {}).join();
  };
  async function enrol(headers: Headers) {
    const { id: factor_id, totp } = (await people.post('/api/auth/mfa/enroll', {}, headers)).json();
    const app = new TOTP({ secret: totp.secret });
    const code = () => {
      test.advance(31_000);
      return app.generate({ timestamp: test.deps.clock().getTime() });
    };
    const challenge = async (more: object = {}, as: Headers = {}) =>
      (await people.post('/api/auth/mfa/challenge', { factor_id, ...more }, as)).json().challenge_id as string;
    const body = { factor_id, challenge_id: await challenge({}, headers), code: code() };
    const verified = await people.post('/api/auth/mfa/verify', body, headers);
    assertStatus(verified, 200);
    return { factor_id, code, challenge, codes: verified.json().recovery_codes as string[] };
  }

  it('is refused once the password was given too long ago, and done after it was given again', async () => {
    const customer = await createCustomer(test);
    await age();
    const routes = allRoutes.filter(({ step_up, auth }) => step_up === true && auth !== 'administrator');
    assert.ok(routes.length >= 6, routes.map(({ path }) => path).join());
    for (const { method, path } of routes) {
      const url = path.replace(':id', customer.customerId);
      const refused = await test.app.inject({ method, url, headers: customer.headers });
      assertStatus(refused, 403);
      assert.equal(fieldOf(refused), 'password');
    }

    const { headers } = await people.signedIn((await people.register()).email);
    await age();
    assert.equal(fieldOf(await people.post('/api/auth/mfa/enroll', {}, headers)), 'password');
    assertStatus(await people.post('/api/auth/step-up', { password: 'wrong' }, headers), 422);
    assertStatus(await people.post('/api/auth/step-up', {}, headers), 422);
    assertStatus(await people.post('/api/auth/mfa/enroll', {}, headers), 403);
    assertStatus(await people.post('/api/auth/step-up', { password: PASSWORD }, headers), 200);
    assertStatus(await people.post('/api/auth/mfa/enroll', {}, headers), 201);
  });

  it('takes a code where a second factor is set up: the password is not enough, nor is it for a new address', async () => {
    const { email } = await people.register();
    const { headers } = await people.signedIn(email);
    const rename = (name: string) =>
      test.app.inject({ method: 'PUT', url: '/api/auth/user', payload: { name }, headers });
    await age();
    assertStatus(await rename('Zoë'), 200);
    const { code, codes } = await enrolAgain(headers);
    await age();
    assert.equal(fieldOf(await rename('Zoë Müller')), 'code');
    assert.equal(fieldOf(await people.post('/api/auth/mfa/recovery-codes', {}, headers)), 'code');
    assertStatus(await people.post('/api/auth/step-up', { password: PASSWORD }, headers), 422);
    assertStatus(await people.post('/api/auth/step-up', { code: code() }, headers), 200);
    assertStatus(await rename('Zoë Müller'), 200);
    await age();
    assertStatus(await people.post('/api/auth/step-up', { code: codes[0] }, headers), 200);
    assertStatus(await people.post('/api/auth/step-up', { code: codes[0] }, headers), 422);
  });
  async function enrolAgain(headers: Headers) {
    assertStatus(await people.post('/api/auth/step-up', { password: PASSWORD }, headers), 200);
    return enrol(headers);
  }

  it('comes with recovery codes: each signs in once, they can be renewed, and all of it is announced', async () => {
    const { email } = await people.register();
    const [session, other] = [await people.signedIn(email), await people.signedIn(email)];
    const { factor_id, challenge, codes } = await enrol(session.headers);
    assert.equal(codes.length, 10);
    const get = (url: string, headers: Headers) => test.app.inject({ url, headers });
    assertStatus(await get('/api/auth/sessions', other.headers), 401);
    assertStatus(await get('/api/auth/sessions', session.headers), 200);

    const { mfa_token } = (await people.signIn(email)).json();
    const byCode = async (code: string | undefined) =>
      people.post('/api/auth/mfa/verify', { factor_id, challenge_id: await challenge({ mfa_token }), code, mfa_token });
    assertStatus(await byCode(codes[0]), 200);
    assertStatus(await byCode(codes[0]), 422);
    const left = (await get('/api/auth/mfa/factors', session.headers)).json().recovery_codes_left;
    assert.equal(left, 9);
    const renewed = await people.post('/api/auth/mfa/recovery-codes', {}, session.headers);
    assertStatus(renewed, 201);
    assertStatus(await byCode(codes[1]), 422);
    assertStatus(await byCode(renewed.json().recovery_codes[0]), 200);

    const url = `/api/auth/mfa/factors/${factor_id}`;
    assertStatus(await test.app.inject({ method: 'DELETE', url, headers: session.headers }), 200);
    assertStatus(await people.post('/api/auth/mfa/recovery-codes', {}, session.headers), 409);
    const subjects = people.mailsTo(email).map(({ subject }) => subject);
    for (const subject of [
      'Two-factor authentication is on',
      'A recovery code was used',
      'You have new recovery codes',
      'Two-factor authentication is off',
    ]) {
      assert.ok(subjects.includes(subject), subjects.join());
    }
  });
});
