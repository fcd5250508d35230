import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MAX_ATTEMPTS, MAX_ATTEMPTS_OF_STRANGERS } from '#bff/identity/passwords/attempts.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const DEVICE_COOKIE = 'giftledger_device';

describe('while somebody guesses the password of an account', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  const from = (remoteAddress: string, email: string, password: string, cookies: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email, password, remember: false },
      remoteAddress,
      cookies,
    });

  it('given a guesser who is refused, then the owner signs in from elsewhere', async () => {
    const { email } = await people.register();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1)
      assertStatus(await from('203.0.113.7', email, 'a wrong guess'), 401);
    assertStatus(await from('203.0.113.7', email, PASSWORD), 429);
    assertStatus(await from('198.51.100.1', email, PASSWORD), 200);
    // All addresses of one IPv6 network are one guesser.
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1)
      assertStatus(await from(`2001:db8:1:2::${attempt}`, email, 'a wrong guess'), 401);
    assertStatus(await from('2001:db8:1:2:ffff::1', email, PASSWORD), 429);
    assertStatus(await from('2001:db8:1:3::1', email, PASSWORD), 200);
  });

  it('does not prolong the wait by a try that was refused', async () => {
    const { email } = await people.register();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) await people.signIn(email, 'a wrong guess');
    await test.deps.database.query(
      sql.typeAlias('void')`update app.sign_in_attempt set attempted_at = attempted_at - interval '14 minutes'`,
    );
    assertStatus(await people.signIn(email), 429);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.sign_in_attempt set attempted_at = attempted_at - interval '2 minutes'`,
    );
    assertStatus(await people.signIn(email), 200);
  });

  it('given guesses from very many networks, then strangers wait and a browser that is known does not', async () => {
    const { email } = await people.register();
    const known = await from('192.0.2.1', email, PASSWORD);
    const device = known.cookies.find(({ name }) => name === DEVICE_COOKIE);
    assert.equal(device?.httpOnly, true);
    await Promise.all(
      Array.from({ length: MAX_ATTEMPTS_OF_STRANGERS['sign-in'] - 1 }, (_, network) =>
        from(`10.${network}.0.1`, email, 'a wrong guess'),
      ),
    );
    // A right one is no guess.
    for (let time = 0; time < 2; time += 1) assertStatus(await from('198.51.100.9', email, PASSWORD), 200);
    await from('10.255.0.1', email, 'a wrong guess');
    assertStatus(await from('198.51.100.9', email, PASSWORD), 429);
    assertStatus(await from('198.51.100.9', email, PASSWORD, { [DEVICE_COOKIE]: device?.value ?? '' }), 200);
    assertStatus(await from('198.51.100.9', email, PASSWORD, { [DEVICE_COOKIE]: 'made up' }), 429);
  });
});
