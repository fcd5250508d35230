import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { SignedIn, SignInAnswer } from '#bff/contract/auth.ts';
import { sql } from '#bff/lib/sql.ts';
import { createCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';
import { findCustomer } from '#projections/customers/queries.ts';
import { listWallets } from '#projections/wallets/queries.ts';
import { MAX_ATTEMPTS } from './attempts.ts';

const PASSWORD = 'correct horse battery';
const ORIGIN = 'http://localhost:3000';

describe('sign-in', () => {
  let test: TestApp;
  let people = 0;
  before(async () => {
    test = await startTestApp();
  });
  after(() => test.stop());

  const post = (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'POST', url, payload, headers });
  const newEmail = () => {
    people += 1;
    return `person${people}@example.com`;
  };
  const signUp = (email: string, name = 'Zoë Müller') =>
    post('/api/auth/sign-up', { name, email, password: PASSWORD, password_confirmation: PASSWORD });
  const mailsTo = (email: string) => test.mails.filter((mail) => mail.to === email);
  const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const lastLinkTo = (email: string) => linkIn(mailsTo(email).at(-1)?.text ?? '');

  function verifyBodyOf(link: string) {
    const [, user_id, hash] = /\/verify-email\/([^/]+)\/([^/]+)$/.exec(link) ?? [];
    return { user_id, hash };
  }
  async function register(): Promise<{ email: string; customerId: string }> {
    const email = newEmail();
    assertStatus(await signUp(email), 201);
    const body = verifyBodyOf(lastLinkTo(email));
    assertStatus(await post('/api/auth/verify-email', body), 200);
    return { email, customerId: body.user_id ?? '' };
  }
  const signIn = (email: string, password = PASSWORD, remember = false) =>
    post('/api/auth/sign-in', { email, password, remember });
  async function signedIn(email: string, remember = false) {
    const answer = await signIn(email, PASSWORD, remember);
    assertStatus(answer, 200);
    const cookie = answer.cookies.find(({ name }) => name === 'giftledger_refresh');
    assert.ok(cookie, 'a refresh cookie');
    const body = SignedIn.parse(answer.json());
    return { ...body, cookie, headers: { authorization: `Bearer ${body.access_token}` } };
  }
  const refresh = (token: string, headers: Record<string, string> = { origin: ORIGIN }) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      cookies: { giftledger_refresh: token },
      headers,
    });

  it('takes a new customer from registration to a session, with two wallets', async () => {
    const email = newEmail();
    const answer = await signUp(email.toUpperCase());
    assertStatus(answer, 201);
    assert.deepEqual(answer.json(), {
      message: 'Account created successfully! Please check your email to verify your account.',
    });

    const early = await signIn(email);
    assertStatus(early, 403);
    assert.equal(early.json().code, 'email_not_verified');
    assert.equal(early.json().message, 'Please verify your email address before logging in.');

    const body = verifyBodyOf(lastLinkTo(email));
    assertStatus(await post('/api/auth/verify-email', body), 200);
    assertStatus(await post('/api/auth/verify-email', body), 200);

    const session = await signedIn(email);
    assert.equal(session.user.email, email);
    assert.equal(session.user.is_approved, false);
    assert.deepEqual(session.user.wallets.map((wallet) => wallet.currency).sort(), ['EUR', 'USD']);
    assert.equal(session.cookie.httpOnly, true);
    assert.equal(session.cookie.sameSite, 'Strict');
    assert.equal(session.cookie.path, '/api/auth');

    const customer = await findCustomer(test.deps.database, session.user.id);
    assert.equal(customer?.status, 'verified');
    assert.equal((await listWallets(test.deps.database, session.user.id)).length, 2);
    const user = await test.app.inject({ url: '/api/user', headers: session.headers });
    assertStatus(user, 200);
    assert.equal(user.json().data.credit, '0.00');
  });

  it('answers a known address like a new one, and tells only the address itself', async () => {
    const { email } = await register();
    const known = await signUp(email, 'Somebody Else');
    const fresh = await signUp(newEmail());
    assert.equal(known.statusCode, fresh.statusCode);
    assert.deepEqual(known.json(), fresh.json());
    assert.match(mailsTo(email).at(-1)?.subject ?? '', /already have an account/);
  });

  it('refuses an unknown address and a wrong password in the same words', async () => {
    const { email } = await register();
    const [wrong, unknown] = [await signIn(email, 'wrong password'), await signIn('nobody@example.com')];
    assertStatus(wrong, 401);
    assertStatus(unknown, 401);
    const { correlation_id: _a, ...first } = wrong.json();
    const { correlation_id: _b, ...second } = unknown.json();
    assert.deepEqual(first, second);
    assert.equal(first.message, 'Invalid email or password. Please check your credentials and try again.');
  });

  it('names each field that is wrong with the form', async () => {
    const answer = await post('/api/auth/sign-up', {
      name: ' ',
      email: 'x',
      password: 'short',
      password_confirmation: '',
    });
    assertStatus(answer, 422);
    const { errors, code } = answer.json();
    assert.equal(code, 'validation_failed');
    assert.deepEqual(errors.name, ['Name is required']);
    assert.deepEqual(errors.email, ['Please enter a valid email address']);
    assert.deepEqual(errors.password, ['Password must be at least 8 characters long']);
  });

  it('stops guessing at one account, whoever guesses, and lets the owner in again later', async () => {
    const { email } = await register();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) assertStatus(await signIn(email, 'wrong guess'), 401);
    const stopped = await signIn(email);
    assertStatus(stopped, 429);
    assert.equal(stopped.json().message, 'Too many login attempts. Please wait a moment before trying again.');
    await test.deps.database.query(
      sql.typeAlias('void')`update app.sign_in_attempt set attempted_at = attempted_at - interval '1 hour'`,
    );
    assertStatus(await signIn(email), 200);
  });

  it('exchanges the refresh cookie, and ends the session when an old one comes again', async () => {
    const { email } = await register();
    const session = await signedIn(email, true);
    assert.ok((session.cookie.maxAge ?? 0) > 24 * 3_600, 'remembered beyond a day');
    const first = await refresh(session.cookie.value);
    assertStatus(first, 200);
    const next = first.cookies.find(({ name }) => name === 'giftledger_refresh')?.value ?? '';
    assert.notEqual(next, session.cookie.value);
    // Two tabs at once are no theft.
    assertStatus(await refresh(session.cookie.value), 200);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.refresh_token set rotated_at = rotated_at - interval '1 minute'
        where rotated_at is not null`,
    );
    assertStatus(await refresh(session.cookie.value), 401);
    assertStatus(await refresh(next), 401);
    assertStatus(await test.app.inject({ url: '/api/user', headers: session.headers }), 401);
  });

  it('refuses a refresh that another site asked for', async () => {
    const session = await signedIn((await register()).email);
    assertStatus(await refresh(session.cookie.value, { origin: 'https://evil.example' }), 403);
    assertStatus(await refresh(session.cookie.value, { 'sec-fetch-site': 'cross-site' }), 403);
    assertStatus(await refresh(session.cookie.value), 200);
  });

  it('signs out: neither token works any more', async () => {
    const session = await signedIn((await register()).email);
    const out = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      cookies: { giftledger_refresh: session.cookie.value },
      headers: { origin: ORIGIN },
    });
    assertStatus(out, 200);
    assertStatus(await refresh(session.cookie.value), 401);
    assertStatus(await test.app.inject({ url: '/api/user', headers: session.headers }), 401);
  });

  it('tells an expired verification link, and mails a new one at most every 30 seconds', async () => {
    const email = newEmail();
    await signUp(email);
    const body = verifyBodyOf(lastLinkTo(email));
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.account_token set expires_at = now() - interval '1 minute' where email = ${email}`,
    );
    const expired = await post('/api/auth/verify-email', body);
    assertStatus(expired, 410);
    assert.equal(
      expired.json().message,
      'The email verification link has expired. Please request a new verification email.',
    );
    const count = mailsTo(email).length;
    assertStatus(await post('/api/auth/resend', { email }), 200);
    assert.equal(mailsTo(email).length, count, 'within the cool-down');
    await test.deps.database.query(
      sql.typeAlias('void')`update app.account_token set created_at = created_at - interval '1 minute'`,
    );
    assertStatus(await post('/api/auth/resend', { email }), 200);
    assert.equal(mailsTo(email).length, count + 1);
    assertStatus(await post('/api/auth/verify-email', verifyBodyOf(lastLinkTo(email))), 200);
  });

  it('refuses a forged verification link', async () => {
    const [mine, theirs] = [newEmail(), newEmail()];
    await signUp(mine);
    await signUp(theirs);
    const { hash } = verifyBodyOf(lastLinkTo(mine));
    const { user_id } = verifyBodyOf(lastLinkTo(theirs));
    assertStatus(await post('/api/auth/verify-email', { user_id, hash }), 422);
  });

  it('resets a password by mail once, and ends every session', async () => {
    const { email } = await register();
    const session = await signedIn(email);
    assertStatus(await post('/api/auth/forgot-password', { email: 'nobody@example.com' }), 200);
    assertStatus(await post('/api/auth/forgot-password', { email }), 200);
    const token = lastLinkTo(email).split('/').at(-1);
    const form = { token, password: 'a new password', password_confirmation: 'a new password' };
    assertStatus(await post('/api/auth/reset-password', form), 200);
    const again = await post('/api/auth/reset-password', form);
    assertStatus(again, 422);
    assert.equal(again.json().message, 'Invalid or expired reset link. Please try again.');
    assertStatus(await test.app.inject({ url: '/api/user', headers: session.headers }), 401);
    assertStatus(await signIn(email), 401);
    assertStatus(await signIn(email, 'a new password'), 200);
  });

  it('changes name, password and e-mail, each on its own terms', async () => {
    const { email } = await register();
    const session = await signedIn(email);
    const other = await signedIn(email);
    const put = (payload: object) =>
      test.app.inject({ method: 'PUT', url: '/api/auth/user', payload, headers: session.headers });

    const named = await put({ name: 'Ewa Żak' });
    assertStatus(named, 200);
    assert.equal(named.json().data.name, 'Ewa Żak');
    assert.equal(named.json().message, 'Your profile has been updated.');

    const wrong = await put({ current_password: 'x', password: 'another one', password_confirmation: 'another one' });
    assertStatus(wrong, 422);
    assert.deepEqual(wrong.json().errors, { current_password: ['Current password is incorrect'] });
    assertStatus(
      await put({ current_password: PASSWORD, password: 'another one', password_confirmation: 'another one' }),
      200,
    );
    assertStatus(await test.app.inject({ url: '/api/user', headers: other.headers }), 401);
    assertStatus(await test.app.inject({ url: '/api/user', headers: session.headers }), 200);

    const address = newEmail();
    assertStatus(await put({ email: address, current_password: 'x' }), 422);
    const initiated = await put({ email: address, current_password: 'another one' });
    assertStatus(initiated, 200);
    assert.equal(initiated.json().message, 'Email Update Initiated');
    assert.equal(initiated.json().data.email, email, 'unchanged until its link was opened');
    assertStatus(await post('/api/auth/verify-email', verifyBodyOf(lastLinkTo(address))), 200);
    assertStatus(await signIn(address, 'another one'), 200);
    assertStatus(await signIn(email, 'another one'), 401);
  });

  it('asks for a code of the authenticator app once one is set up, and takes each code once', async () => {
    const { email } = await register();
    const session = await signedIn(email);
    const enrolled = await post('/api/auth/mfa/enroll', {}, session.headers);
    assertStatus(enrolled, 201);
    const { id: factor_id, totp } = enrolled.json();
    assert.match(totp.qr_code, /^otpauth:\/\/totp\//);
    const codes = new TOTP({ secret: totp.secret, digits: 6, period: 30, algorithm: 'SHA1' });
    const codeNow = () => codes.generate({ timestamp: test.deps.clock().getTime() });
    const challenge = async (more: object = {}, headers: Record<string, string> = {}) => {
      const answer = await post('/api/auth/mfa/challenge', { factor_id, ...more }, headers);
      assertStatus(answer, 200);
      return { factor_id, challenge_id: answer.json().challenge_id, ...more };
    };

    const empty = await post(
      '/api/auth/mfa/verify',
      { ...(await challenge({}, session.headers)), code: '' },
      session.headers,
    );
    assertStatus(empty, 422);
    assert.deepEqual(empty.json().errors.code[0], 'Please enter the verification code from your authenticator app');
    assertStatus(
      await post(
        '/api/auth/mfa/verify',
        { ...(await challenge({}, session.headers)), code: codeNow() },
        session.headers,
      ),
      200,
    );
    assert.equal((await findCustomer(test.deps.database, session.user.id))?.isMfaEnabled, true);

    const answer = SignInAnswer.parse((await signIn(email)).json());
    assert.equal(answer.status, 'mfa_required');
    if (answer.status !== 'mfa_required') return;
    const more = { mfa_token: answer.mfa_token };
    const spent = await post('/api/auth/mfa/verify', { ...(await challenge(more)), code: codeNow() });
    assertStatus(spent, 422);
    assert.equal(spent.json().message, 'Failed to verify code. Please check the code and try again.');
    test.advance(31_000);
    const confirmed = await post('/api/auth/mfa/verify', { ...(await challenge(more)), code: codeNow() });
    assertStatus(confirmed, 200);

    const remove = (token: string) =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/auth/mfa/factors/${factor_id}`,
        headers: { authorization: `Bearer ${token}` },
      });
    assertStatus(await remove(confirmed.json().access_token), 200);
    assert.equal(SignInAnswer.parse((await signIn(email)).json()).status, 'signed_in');
  });

  it('keeps factors of one customer from another', async () => {
    const [mine, theirs] = [await signedIn((await register()).email), await signedIn((await register()).email)];
    const { id } = (await post('/api/auth/mfa/enroll', {}, mine.headers)).json();
    assertStatus(await post('/api/auth/mfa/challenge', { factor_id: id }, theirs.headers), 404);
    assertStatus(
      await test.app.inject({ method: 'DELETE', url: `/api/auth/mfa/factors/${id}`, headers: theirs.headers }),
      404,
    );
  });

  it('keeps no token, password or code that could be read', async () => {
    const { email } = await register();
    const session = await signedIn(email);
    const dump = await test.deps.database.any(
      sql.type(z.object({ text: z.string() }))`
        select row_to_json(account)::text as text from app.account as account
        union all select row_to_json(token)::text from app.refresh_token as token`,
    );
    const all = dump.map((row) => row.text).join('\n');
    assert.ok(!all.includes(session.cookie.value));
    assert.ok(!all.includes(PASSWORD));
  });

  it('lets nobody use a customer’s token as an administrator, or the other way round', async () => {
    const customer = await createCustomer(test);
    assertStatus(await test.app.inject({ url: '/api/admin/session', headers: customer.headers }), 401);
  });
});
