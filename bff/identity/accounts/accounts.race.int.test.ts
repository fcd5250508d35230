import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp, type TestApi } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';

const ORIGIN = 'http://localhost:3000';
const ROUNDS = 4;

/** The same person in two tabs, or two people who want the same address, each on a BFF of their own. */
describe('races for an account', async () => {
  const test = await startTestApp();
  const bffs = [test, await test.twin()] as const;
  const people = createSignUps(test);
  after(async () => {
    try {
      await auditBooks(test);
    } finally {
      await test.stop();
    }
  });

  const post = (bff: TestApi, url: string, payload: object = {}, headers: Record<string, string> = {}) =>
    bff.app.inject({ method: 'POST', url, payload, headers });
  const onBoth = (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
    Promise.all(bffs.map((bff) => post(bff, url, payload, headers)));
  const statuses = (answers: readonly { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted();
  async function register() {
    const { email, customerId } = await people.register();
    const { cookie, headers } = await people.signedIn(email);
    return { email, customerId, cookie: cookie.value, headers };
  }
  const verifyBodyFor = (email: string) => people.verifyBodyOf(people.lastLinkTo(email));
  const signUp = (bff: TestApi, email: string, name: string) =>
    post(bff, '/api/auth/sign-up', { name, email, password: PASSWORD, password_confirmation: PASSWORD });
  const count = (what: ReturnType<typeof sql.fragment>) =>
    test.deps.database.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*)::int as count from ${what}`);

  it('given one address signed up twice at once, there is one account with two wallets', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = people.newEmail();

      const answers = await Promise.all(
        bffs.flatMap((bff, index) => [1, 2].map(() => signUp(bff, email, `Ewa ${index}`))),
      );

      assert.deepEqual(statuses(answers), [201, 201, 201, 201]);
      assert.equal(await count(sql.fragment`app.account where email = ${email}`), 1);
      const link = { ...verifyBodyFor(email), password: PASSWORD };
      assertStatus(await post(test, '/api/auth/verify-email', link), 200);
      const { user_id: customerId = '' } = verifyBodyFor(email);
      assert.equal(await count(sql.fragment`read.wallets where customer_id = ${customerId}`), 2);
    }
  });

  it('given one link opened twice at once, the address is verified', async () => {
    const email = people.newEmail();
    assertStatus(await people.signUp(email), 201);
    assert.deepEqual(statuses(await onBoth('/api/auth/verify-email', verifyBodyFor(email))), [200, 200]);
  });

  it('given two customers who confirm the same new address at once, one has it and the other is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const wanted = people.newEmail();
      const [one, other] = [await register(), await register()];
      const bodies = [];
      for (const { headers } of [one, other]) {
        const payload = { email: wanted, current_password: PASSWORD };
        assertStatus(await test.app.inject({ method: 'PUT', url: '/api/auth/user', headers, payload }), 200);
        bodies.push(verifyBodyFor(wanted));
      }

      const answers = await Promise.all(
        bodies.map((body, index) => post(bffs[index % 2] ?? test, '/api/auth/verify-email', body)),
      );

      assert.deepEqual(statuses(answers), [200, 422], answers.map(({ body }) => body).join());
      assert.equal(await count(sql.fragment`app.account where email = ${wanted}`), 1);
    }
  });

  it('given one refresh token used four times at once, all tabs stay signed in; used again after its successor was, none does', async () => {
    const { cookie } = await register();
    const refresh = (bff: TestApi, token: string) =>
      bff.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        cookies: { giftledger_refresh: token },
        headers: { origin: ORIGIN },
      });

    const answers = await Promise.all(bffs.flatMap((bff) => [refresh(bff, cookie), refresh(bff, cookie)]));

    assert.deepEqual(statuses(answers), [200, 200, 200, 200]);
    const tokens = answers.map(
      (answer) => answer.cookies.find(({ name }) => name === 'giftledger_refresh')?.value ?? '',
    );
    assert.equal(new Set(tokens).size, 1, 'all have the one successor');
    const [successor = ''] = tokens;
    const next = await Promise.all(bffs.map((bff) => refresh(bff, successor)));
    assert.deepEqual(statuses(next), [200, 200]);
    const stolen = await Promise.all(bffs.map((bff) => refresh(bff, cookie)));
    assert.deepEqual(statuses(stolen), [401, 401]);
    for (const token of [successor, next[0]?.cookies.find(({ name }) => name === 'giftledger_refresh')?.value ?? '']) {
      assertStatus(await refresh(test, token), 401);
    }
  });

  it('given one reset link used with two passwords at once, one of them is the password', async () => {
    const { email } = await register();
    assertStatus(await post(test, '/api/auth/forgot-password', { email }), 200);
    const token = people.lastLinkTo(email).split('/').at(-1);
    const passwords = ['first password', 'second password'];

    const answers = await Promise.all(
      passwords.map((password, index) =>
        post(bffs[index % 2] ?? test, '/api/auth/reset-password', { token, password, password_confirmation: password }),
      ),
    );

    assert.deepEqual(statuses(answers), [200, 422], answers.map(({ body }) => body).join());
    for (const [index, password] of passwords.entries()) {
      const expected = answers[index]?.statusCode === 200 ? 200 : 401;
      assertStatus(await post(test, '/api/auth/sign-in', { email, password }), expected);
    }
  });

  describe('with two-factor authentication', () => {
    const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: test.deps.clock().getTime() });
    const isEnabled = async (customerId: string) =>
      (await count(sql.fragment`read.customers where customer_id = ${customerId} and mfa_factors > 0`)) === 1;
    const challenge = async (factor_id: string, headers: Record<string, string>) => {
      const answer = await post(test, '/api/auth/mfa/challenge', { factor_id }, headers);
      return { factor_id, challenge_id: answer.json().challenge_id as string };
    };

    it('given an authenticator set up in two tabs at once, one of the two is the second factor', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { headers, customerId } = await register();
        const enrolled = await onBoth('/api/auth/mfa/enroll', {}, headers);
        assert.deepEqual(statuses(enrolled), [201, 201], enrolled.map(({ body }) => body).join());
        const confirmed = await Promise.all(
          enrolled.map(async (answer, index) => {
            const { id, totp } = answer.json();
            const asked = await challenge(id, headers);
            if (asked.challenge_id === undefined) return 404;
            const body = { ...asked, code: codeOf(totp.secret) };
            return (await post(bffs[index % 2] ?? test, '/api/auth/mfa/verify', body, headers)).statusCode;
          }),
        );
        assert.deepEqual(confirmed.toSorted(), [200, 404]);
        assert.equal(await count(sql.fragment`app.mfa_factor where owner_id = ${customerId}`), 1);
        assert.equal(await isEnabled(customerId), true);
      }
    });

    it('given an authenticator confirmed while another is set up, the ledger and the sign-in agree', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { headers, customerId } = await register();
        const enrolled = await post(test, '/api/auth/mfa/enroll', {}, headers);
        const { id, totp } = enrolled.json();
        const body = { ...(await challenge(id, headers)), code: codeOf(totp.secret) };

        const [confirmed, again] = await Promise.all([
          post(bffs[0], '/api/auth/mfa/verify', body, headers),
          post(bffs[1], '/api/auth/mfa/enroll', {}, headers),
        ]);

        assert.ok([200, 404, 409, 422].includes(confirmed.statusCode), confirmed.body);
        assert.ok([201, 409].includes(again.statusCode), again.body);
        const verified = await count(
          sql.fragment`app.mfa_factor where owner_id = ${customerId} and verified_at is not null`,
        );
        assert.equal(verified, confirmed.statusCode === 200 ? 1 : 0, `${confirmed.body} ${again.body}`);
        assert.equal(await isEnabled(customerId), verified === 1);
      }
    });

    it('given one code sent twice at once, it is taken once', async () => {
      const { headers } = await register();
      const { id, totp } = (await post(test, '/api/auth/mfa/enroll', {}, headers)).json();
      const bodies = [await challenge(id, headers), await challenge(id, headers)];
      const code = codeOf(totp.secret);

      const answers = await Promise.all(
        bodies.map((body, index) => post(bffs[index % 2] ?? test, '/api/auth/mfa/verify', { ...body, code }, headers)),
      );

      assert.deepEqual(statuses(answers), [200, 422]);
    });
  });

  describe('by API key', () => {
    const keysOf = (who: TestCustomer) =>
      count(sql.fragment`app.api_key where customer_id = ${who.customerId} and revoked_at is null`);
    const body = { name: 'Shop', abilities: ['orders:read'] };

    it('given two keys made at once, one of them works and the other does not', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const who = await createCustomer(test);

        const answers = await onBoth('/api/api-key', body, who.headers);

        assert.deepEqual(statuses(answers), [201, 201], answers.map((answer) => answer.body).join());
        assert.equal(await keysOf(who), 1);
        const works = await Promise.all(
          answers.map(async (answer) => {
            const headers = { authorization: `Bearer ${answer.json().token.plain_text_token}` };
            return (await test.app.inject({ url: '/api/orders', headers })).statusCode;
          }),
        );
        assert.deepEqual(works.toSorted(), [200, 401]);
      }
    });

    it('given a key revoked twice at once, it is revoked once', async () => {
      const who = await createCustomer(test);
      assertStatus(await post(test, '/api/api-key', body, who.headers), 201);
      const answers = await Promise.all(
        bffs.map((bff) => bff.app.inject({ method: 'DELETE', url: '/api/api-key', headers: who.headers })),
      );
      // The second request comes after everything is done, or helps to finish what the first began.
      assert.match(statuses(answers).join(), /^200,(200|404)$/);
      assert.equal(await keysOf(who), 0);
      const { items } = await listAuditEvents(test.deps.database, { objectId: who.customerId, limit: 50 });
      assert.equal(items.filter(({ type }) => type === 'CustomerApiKeyRevoked').length, 1);
    });
  });
});
