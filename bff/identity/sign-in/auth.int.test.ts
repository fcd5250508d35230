import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { MAX_ATTEMPTS } from '#bff/identity/passwords/attempts.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { listWallets } from '#projections/models/wallets.ts';

const ORIGIN = 'http://localhost:3000';

describe('sign-in', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  const refresh = (token: string, headers: Record<string, string> = { origin: ORIGIN }) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      cookies: { giftledger_refresh: token },
      headers,
    });

  it('takes a new customer from registration to a session, with two wallets', async () => {
    const email = people.newEmail();
    const answer = await people.signUp(email.toUpperCase());
    assertStatus(answer, 201);
    assert.deepEqual(answer.json(), {
      message: 'Account created successfully! Please check your email to verify your account.',
      retry_after_s: 30,
    });

    const early = await people.signIn(email);
    assertStatus(early, 403);
    assert.equal(early.json().code, 'email_not_verified');
    assert.equal(early.json().message, 'Please verify your email address before logging in.');

    const body = people.verifyBodyOf(people.lastLinkTo(email));
    assertStatus(await people.post('/api/auth/verify-email', body), 200);
    assertStatus(await people.post('/api/auth/verify-email', body), 200);

    const session = await people.signedIn(email);
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

  it('answers a known address like a new one, and mails only the address itself', async () => {
    const { email } = await people.register();
    const known = await people.signUp(email, 'Somebody Else');
    const fresh = await people.signUp(people.newEmail());
    assert.equal(known.statusCode, fresh.statusCode);
    assert.deepEqual(known.json(), fresh.json());
    assert.match(people.mailsTo(email).at(-1)?.subject ?? '', /already have an account/);
  });

  it('refuses an unknown address and a wrong password in the same words', async () => {
    const { email } = await people.register();
    const [wrong, unknown] = [await people.signIn(email, 'wrong password'), await people.signIn('nobody@example.com')];
    assertStatus(wrong, 401);
    assertStatus(unknown, 401);
    const { correlation_id: _a, ...first } = wrong.json();
    const { correlation_id: _b, ...second } = unknown.json();
    assert.deepEqual(first, second);
    assert.equal(first.message, 'Invalid email or password. Please check your credentials and try again.');
  });

  it('names each field that is wrong with the form', async () => {
    const answer = await people.post('/api/auth/sign-up', {
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

  it('stops guessing at one account, and lets the owner in again later', async () => {
    const { email } = await people.register();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1)
      assertStatus(await people.signIn(email, 'wrong guess'), 401);
    const stopped = await people.signIn(email);
    assertStatus(stopped, 429);
    assert.equal(stopped.json().message, 'Too many login attempts. Please wait a moment before trying again.');
    await test.deps.database.query(
      sql.typeAlias('void')`update app.sign_in_attempt set attempted_at = attempted_at - interval '1 hour'`,
    );
    assertStatus(await people.signIn(email), 200);
  });

  it('gives the one successor of a refresh cookie however late it is asked again, and ends the session once that was used', async () => {
    const { email } = await people.register();
    const session = await people.signedIn(email, true);
    const nextOf = (answer: Awaited<ReturnType<typeof refresh>>) =>
      answer.cookies.find(({ name }) => name === 'giftledger_refresh')?.value ?? '';
    const first = await refresh(session.cookie.value);
    assertStatus(first, 200);
    // Hours later: the answer was lost on its way, or another tab sends what it has.
    await test.deps.database.query(
      sql.typeAlias('void')`update app.refresh_token set rotated_at = rotated_at - interval '5 hours'
        where rotated_at is not null`,
    );

    const again = await refresh(session.cookie.value);

    assertStatus(again, 200);
    assert.equal(nextOf(again), nextOf(first), 'the session has one chain and no branches');
    assert.notEqual(nextOf(first), session.cookie.value);
    const later = await refresh(nextOf(first));
    assertStatus(later, 200);
    assertStatus(await refresh(session.cookie.value), 401);
    assertStatus(await refresh(nextOf(later)), 401);
  });

  it('refuses a refresh that another site asked for', async () => {
    const session = await people.signedIn((await people.register()).email);
    assertStatus(await refresh(session.cookie.value, { origin: 'https://evil.example' }), 403);
    assertStatus(await refresh(session.cookie.value, { 'sec-fetch-site': 'cross-site' }), 403);
    assertStatus(await refresh(session.cookie.value), 200);
  });

  it('signs out: neither token works any more', async () => {
    const session = await people.signedIn((await people.register()).email);
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

  it('recognises an expired verification link, and mails a new one at most every 30 seconds', async () => {
    const email = people.newEmail();
    await people.signUp(email);
    const body = people.verifyBodyOf(people.lastLinkTo(email));
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.account_token set expires_at = now() - interval '1 minute' where email = ${email}`,
    );
    const expired = await people.post('/api/auth/verify-email', body);
    assertStatus(expired, 410);
    assert.equal(
      expired.json().message,
      'The email verification link has expired. Please request a new verification email.',
    );
    const count = people.mailsTo(email).length;
    assertStatus(await people.post('/api/auth/resend', { email }), 200);
    assert.equal(people.mailsTo(email).length, count, 'within the cool-down');
    await test.deps.database.query(
      sql.typeAlias('void')`update app.account_token set created_at = created_at - interval '1 minute'`,
    );
    assertStatus(await people.post('/api/auth/resend', { email }), 200);
    assert.equal(people.mailsTo(email).length, count + 1);
    assertStatus(await people.post('/api/auth/verify-email', people.verifyBodyOf(people.lastLinkTo(email))), 200);
  });

  it('refuses a forged verification link', async () => {
    const [mine, theirs] = [people.newEmail(), people.newEmail()];
    await people.signUp(mine);
    await people.signUp(theirs);
    const { hash } = people.verifyBodyOf(people.lastLinkTo(mine));
    const { user_id } = people.verifyBodyOf(people.lastLinkTo(theirs));
    assertStatus(await people.post('/api/auth/verify-email', { user_id, hash }), 422);
  });

  it('resets a password by mail once, and ends every session', async () => {
    const { email } = await people.register();
    const session = await people.signedIn(email);
    assertStatus(await people.post('/api/auth/forgot-password', { email: 'nobody@example.com' }), 200);
    assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
    const token = people.lastLinkTo(email).split('/').at(-1);
    const form = { token, password: 'a new password', password_confirmation: 'a new password' };
    assertStatus(await people.post('/api/auth/reset-password', form), 200);
    const again = await people.post('/api/auth/reset-password', form);
    assertStatus(again, 422);
    assert.equal(again.json().message, 'Invalid or expired reset link. Please try again.');
    assertStatus(await test.app.inject({ url: '/api/user', headers: session.headers }), 401);
    assertStatus(await people.signIn(email), 401);
    assertStatus(await people.signIn(email, 'a new password'), 200);
  });

  it('changes name, password and e-mail, each on its own terms', async () => {
    const { email } = await people.register();
    const session = await people.signedIn(email);
    const other = await people.signedIn(email);
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

    const address = people.newEmail();
    assertStatus(await put({ email: address, current_password: 'x' }), 422);
    const initiated = await put({ email: address, current_password: 'another one' });
    assertStatus(initiated, 200);
    assert.equal(initiated.json().message, 'Email Update Initiated');
    assert.equal(initiated.json().data.email, email, 'unchanged until its link was opened');
    const pendingEmail = async () =>
      (await test.app.inject({ url: '/api/user', headers: session.headers })).json().data.pending_email;
    assert.equal(await pendingEmail(), address, 'and known until then');
    assertStatus(await people.post('/api/auth/verify-email', people.verifyBodyOf(people.lastLinkTo(address))), 200);
    assert.equal(await pendingEmail(), null);
    assertStatus(await people.signIn(address, 'another one'), 200);
    assertStatus(await people.signIn(email, 'another one'), 401);
  });

  it('keeps no token, password or code that could be read', async () => {
    const { email } = await people.register();
    const session = await people.signedIn(email);
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
