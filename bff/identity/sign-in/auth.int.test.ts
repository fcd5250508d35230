import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { v7 } from 'uuid';
import { z } from 'zod';
import { ACCOUNT_LINK, sendAccountLink } from '#bff/identity/accounts/account-links.ts';
import { MAX_ATTEMPTS } from '#bff/identity/passwords/attempts.ts';
import type { SendMail } from '#bff/kit/mails/cool-down.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
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

  describe('a request for a link whose job died', () => {
    const laterBy = (time: string) =>
      test.deps.database.query(
        sql.typeAlias('void')`update app.account_token set created_at = created_at - ${time}::interval`,
      );
    const MORE_THAN_THE_HOUR_HAS_ROOM_FOR = 6;
    async function asked() {
      const { email } = await people.register();
      await laterBy('1 minute');
      const newRequest = () => {
        const token = test.deps.crypto.randomToken();
        return { id: v7(), purpose: 'reset-password', email, correlationId: v7(), token } as const;
      };
      const before = people.mailsTo(email).length;
      return { request: newRequest(), newRequest, mailed: () => people.mailsTo(email).slice(before) };
    }
    const dyingIn = (send: SendMail) => ({ ...test.deps, mails: { ...test.deps.mails, send } });
    const beforeItsMail = dyingIn(() => Promise.reject(new Error('Postgres is away')));
    const afterItsMail = dyingIn(async (...mail) => {
      await test.deps.mails.send(...mail);
      throw new Error('Postgres is away');
    });
    async function assertLastLinkWorks(mailed: readonly { readonly text: string }[]) {
      const token = /password-reset\/(\S+)/.exec(mailed.at(-1)?.text ?? '')?.[1];
      const password = 'another horse battery';
      const reset = await people.post('/api/auth/reset-password', { token, password, password_confirmation: password });
      assertStatus(reset, 200);
    }

    it('before its mail, at each of many tries, is mailed, and one beside it is not', async () => {
      const { request, newRequest, mailed } = await asked();
      for (let tries = 0; tries < MORE_THAN_THE_HOUR_HAS_ROOM_FOR; tries += 1)
        await assert.rejects(sendAccountLink(beforeItsMail, request));

      await sendAccountLink(test.deps, request);
      await sendAccountLink(test.deps, newRequest());

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('after its mail is mailed once, and the link works', async () => {
      const { request, newRequest, mailed } = await asked();
      for (let tries = 0; tries < MORE_THAN_THE_HOUR_HAS_ROOM_FOR; tries += 1)
        await assert.rejects(sendAccountLink(afterItsMail, request));

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await laterBy('1 minute');
      await sendAccountLink(test.deps, newRequest());
      assert.equal(mailed().length, 2, 'a repeated try takes no room of the hour');
      await assertLastLinkWorks(mailed());
    });

    it('before a later request was mailed is not mailed after that, so that the last link works', async () => {
      const { request, newRequest, mailed } = await asked();
      await assert.rejects(sendAccountLink(beforeItsMail, request));
      await laterBy('1 minute');
      await sendAccountLink(test.deps, newRequest());
      await laterBy('1 minute');

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('until its link had expired is mailed a link that works', async () => {
      const { request, mailed } = await asked();
      await assert.rejects(sendAccountLink(beforeItsMail, request));
      await test.deps.database.query(
        sql.typeAlias('void')`update app.account_token set expires_at = now() where request_id = ${request.id}`,
      );

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('of a sign-up is mailed once, too, and nothing follows once its link was used', async () => {
      const email = people.newEmail();
      assertStatus(await people.signUp(email), 201);
      const before = people.mailsTo(email).length;
      const token = test.deps.crypto.randomToken();
      const request = { id: v7(), purpose: 'sign-up', email, correlationId: v7(), token } as const;

      await assert.rejects(sendAccountLink(afterItsMail, request));
      await sendAccountLink(test.deps, request);

      assert.equal(people.mailsTo(email).length, before + 1);
      const body = people.verifyBodyOf(people.lastLinkTo(email));
      assertStatus(await people.post('/api/auth/verify-email', body), 200);

      await sendAccountLink(test.deps, request);

      assert.equal(people.mailsTo(email).length, before + 1);
    });
  });

  it('mails the link of a sign-up once, also where the event log is away at all tries of an hour but the last', async () => {
    const email = people.newEmail();
    assertStatus(await people.signUp(email), 201);
    const before = people.mailsTo(email).length;
    const jobs = createJobs({ databaseUrl: test.databaseUrl, logger: createLogger({ part: 'test', level: 'silent' }) });
    try {
      // Its pauses are 2, 4, 8 … s, and here so many milliseconds.
      const kind = { ...ACCOUNT_LINK, backoffMs: 2 };
      let triedForMs = 0;
      jobs.work(kind, (request, { attempt }) => {
        const isAway = triedForMs < 3_600_000;
        triedForMs += 2_000 * 2 ** (attempt - 1);
        const ledger = { ...test.deps.ledger, execute: () => Promise.reject(new Error('the event log is away')) };
        return sendAccountLink(isAway ? { ...test.deps, ledger } : test.deps, request);
      });
      const token = test.deps.crypto.randomToken();
      await jobs.add(kind, { id: v7(), purpose: 'sign-up', email, correlationId: v7(), token });
      await eventually(async () => {
        const [counts] = await jobs.counts([kind]);
        assert.equal((counts?.completed ?? 0) + (counts?.failed ?? 0), 1);
      });
    } finally {
      await jobs.close();
    }
    assert.equal(people.mailsTo(email).length, before + 1);
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
