import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { SignInAnswer } from '#bff/contract/identity/auth.ts';
import { createSignUps } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { findCustomer } from '#projections/models/customers.ts';

describe('two-factor authentication', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  it('asks for a code of the authenticator app once one is set up, and takes each code once', async () => {
    const { email } = await people.register();
    const session = await people.signedIn(email);
    const enrolled = await people.post('/api/auth/mfa/enroll', {}, session.headers);
    assertStatus(enrolled, 201);
    const { id: factor_id, totp } = enrolled.json();
    assert.match(totp.qr_code, /^otpauth:\/\/totp\//);
    const codes = new TOTP({ secret: totp.secret });
    const codeNow = () => codes.generate({ timestamp: test.deps.clock().getTime() });
    const challenge = async (more: object = {}, headers: Record<string, string> = {}) => {
      const answer = await people.post('/api/auth/mfa/challenge', { factor_id, ...more }, headers);
      assertStatus(answer, 200);
      return { factor_id, challenge_id: answer.json().challenge_id, ...more };
    };

    const empty = await people.post(
      '/api/auth/mfa/verify',
      { ...(await challenge({}, session.headers)), code: '' },
      session.headers,
    );
    assertStatus(empty, 422);
    assert.deepEqual(empty.json().errors.code[0], 'Please enter the verification code from your authenticator app');
    const first = codeNow();
    assertStatus(
      await people.post(
        '/api/auth/mfa/verify',
        { ...(await challenge({}, session.headers)), code: first },
        session.headers,
      ),
      200,
    );
    assert.equal((await findCustomer(test.deps.database, session.user.id))?.isMfaEnabled, true);

    const answer = SignInAnswer.parse((await people.signIn(email)).json());
    assert.equal(answer.status, 'mfa_required');
    if (answer.status !== 'mfa_required') return;
    const more = { mfa_token: answer.mfa_token };
    const spent = await people.post('/api/auth/mfa/verify', { ...(await challenge(more)), code: first });
    assertStatus(spent, 422);
    assert.equal(spent.json().message, 'Failed to verify code. Please check the code and try again.');
    test.advance(31_000);
    const confirmed = await people.post('/api/auth/mfa/verify', { ...(await challenge(more)), code: codeNow() });
    assertStatus(confirmed, 200);

    const remove = (token: string) =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/auth/mfa/factors/${factor_id}`,
        headers: { authorization: `Bearer ${token}` },
      });
    assertStatus(await remove(confirmed.json().access_token), 200);
    assert.equal(SignInAnswer.parse((await people.signIn(email)).json()).status, 'signed_in');
  });

  it('keeps factors of one customer from another', async () => {
    const [mine, theirs] = [
      await people.signedIn((await people.register()).email),
      await people.signedIn((await people.register()).email),
    ];
    const { id } = (await people.post('/api/auth/mfa/enroll', {}, mine.headers)).json();
    assertStatus(await people.post('/api/auth/mfa/challenge', { factor_id: id }, theirs.headers), 404);
    assertStatus(
      await test.app.inject({ method: 'DELETE', url: `/api/auth/mfa/factors/${id}`, headers: theirs.headers }),
      404,
    );
  });
});
