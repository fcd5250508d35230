import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { allRoutes } from '#bff/contract/routes.ts';
import { accessToken, administratorToken, mfaTokens } from '#bff/identity/sessions/access-tokens.ts';
import { createAdministrator } from './administrators.ts';
import { assertCivil } from './civil.ts';
import { createCustomer } from './customers.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const MINUTE_MS = 60_000;
const LASTS_MS = 10_000;

describe('tokens that are none', async () => {
  const test = await startTestApp();
  const [victim, stranger] = [await createCustomer(test), await createCustomer(test)];
  const administrator = await createAdministrator(test);
  after(() => test.stop());

  /** Forged, expired, of a session that ended or never existed, of a step before sign-in. */
  function badTokens(): Record<string, string> {
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [sessionId, soon, past] = [
      randomUUID(),
      new Date(Date.now() + MINUTE_MS),
      new Date(Date.now() - MINUTE_MS),
    ] as const;
    const claims = { typ: 'access', sub: victim.customerId, sid: sessionId, exp: Math.floor(soon.getTime() / 1_000) };
    const forged = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
    const [header = '', , signature = ''] = victim.token.split('.');
    return {
      expired: accessToken.sign(test.app, past, { sub: victim.customerId, sid: sessionId }),
      'of no session': accessToken.sign(test.app, soon, { sub: victim.customerId, sid: randomUUID() }),
      'of the code step': mfaTokens.customer.sign(test.app, soon, {
        sub: victim.customerId,
        remember: false,
        password: '',
      }),
      'of an unknown administrator': administratorToken.sign(test.app, soon, { sub: randomUUID(), sid: randomUUID() }),
      'without a signature': `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
      'signed by somebody else': `${forged}.${createHmac('sha256', randomBytes(32)).update(forged).digest('base64url')}`,
      'with other claims': `${header}.${base64({ ...claims, sub: stranger.customerId })}.${signature}`,
      garbage: randomBytes(40).toString('hex'),
      huge: 'a'.repeat(12_000),
    };
  }

  it('let nobody in from the moment they expire, though they did before', async ({ mock }) => {
    const { sid } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
    // In whole seconds, as in tokens.
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const token = accessToken.sign(test.app, new Date(now + LASTS_MS), { sub: victim.customerId, sid });
    const ask = () => test.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
    mock.timers.enable({ apis: ['Date'], now });
    assertStatus(await ask(), 200);
    mock.timers.setTime(now + LASTS_MS);
    assertStatus(await ask(), 200);
    mock.timers.setTime(now + LASTS_MS + 1);
    assertStatus(await ask(), 401);
  });

  it('let nobody in, at any route', async () => {
    const bad = badTokens();
    for (const route of allRoutes.filter(({ auth }) => auth !== 'public')) {
      const others = route.auth === 'administrator' ? victim.token : administrator.headers.authorization.slice(7);
      for (const [kind, token] of Object.entries({ ...bad, 'of the other kind': others })) {
        const answer = await test.app.inject({
          method: route.method,
          url: route.path.replace(/:[A-Za-z]+/g, victim.customerId),
          headers: { authorization: `Bearer ${token}` },
        });
        const what = `${route.method} ${route.path}, a token ${kind}`;
        assert.equal(answer.statusCode, 401, `${what}: ${answer.body}`);
        assertCivil(answer, what);
        for (const secret of [victim.email, victim.name]) assert.ok(!answer.body.includes(secret), what);
      }
    }
  });
});
