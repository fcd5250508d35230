import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { signAccessToken, signAdministratorToken, signMfaToken } from '#bff/auth/access-tokens.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { createAdministrator } from './administrators.ts';
import { assertCivil } from './civil.ts';
import { createCustomer } from './customers.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const MINUTE_MS = 60_000;
/** Long enough to be asked with once on a busy machine. */
const LASTS_MS = 10_000;

describe('tokens that are none', async () => {
  const test = await startTestApp();
  const [victim, stranger] = [await createCustomer(test), await createCustomer(test)];
  const administrator = await createAdministrator(test);
  after(() => test.stop());

  /** Forged, expired, of a session that ended or never was, of a step before signing in. */
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
      expired: signAccessToken(test.app, victim.customerId, sessionId, past),
      'of no session': signAccessToken(test.app, victim.customerId, randomUUID(), soon),
      'of the code step': signMfaToken(test.app, victim.customerId, false, soon),
      'of an unknown administrator': signAdministratorToken(test.app, randomUUID(), randomUUID(), soon),
      'without a signature': `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
      'signed by somebody else': `${forged}.${createHmac('sha256', randomBytes(32)).update(forged).digest('base64url')}`,
      'with other claims': `${header}.${base64({ ...claims, sub: stranger.customerId })}.${signature}`,
      garbage: randomBytes(40).toString('hex'),
      huge: 'a'.repeat(12_000),
    };
  }

  it('let nobody in from the moment they expire, though they did before', async () => {
    const { sid } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
    const token = signAccessToken(test.app, victim.customerId, sid, new Date(Date.now() + LASTS_MS));
    const ask = () => test.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
    assertStatus(await ask(), 200);
    await eventually(async () => assertStatus(await ask(), 401));
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
