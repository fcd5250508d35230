import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#bff/app/app.ts';
import { EVENT_STREAM } from '#bff/contract/people/notification.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('what every answer says', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  /** The same store over TLS. */
  const shop = await buildApp({
    ...test.deps,
    config: { ...test.deps.config, secureCookies: true, isProduction: true, publicUrl: 'https://shop.example' },
  });
  after(async () => {
    await shop.close();
    await test.stop();
  });

  it('is that nothing of the API is kept, answers and refusals alike', async () => {
    const { headers } = await createCustomer(test);
    for (const route of allRoutes.filter(({ file }) => file !== EVENT_STREAM)) {
      for (const who of [{}, headers]) {
        const url = route.path.replace(/:[A-Za-z]+/g, '1');
        const answer = await test.app.inject({ method: route.method, url, headers: who });
        assert.match(String(answer.headers['cache-control']), /no-store/, `${route.method} ${route.path}`);
      }
    }
    const page = await test.app.inject({ url: '/' });
    assert.doesNotMatch(String(page.headers['cache-control']), /no-store/);
  });

  it('is that a page needs no camera, microphone, place or payment', async () => {
    for (const url of ['/', '/api/health/live', '/api/user']) {
      const policy = String((await test.app.inject({ url })).headers['permissions-policy']);
      for (const feature of ['camera', 'microphone', 'geolocation', 'payment'])
        assert.ok(policy.includes(`${feature}=()`), `${url}: ${policy}`);
    }
  });

  it('is that pages and the documents’ viewer take nothing of other sites', async () => {
    for (const url of ['/', '/api/docs/static/index.html']) {
      const policy = String((await test.app.inject({ url })).headers['content-security-policy']);
      assert.match(policy, /base-uri 'none'/, url);
      assert.doesNotMatch(policy, /https?:(?!\/)|swagger\.io/, url);
    }
  });

  it('is whom to tell of a weakness', async () => {
    const { statusCode, body } = await test.app.inject({ url: '/.well-known/security.txt' });
    assert.equal(statusCode, 200);
    assert.match(body, /^Contact: http:\/\/localhost:3000\/about\nExpires: \d{4}-/);
  });

  describe('the name that it is asked for', () => {
    const statusOf = async (app: FastifyInstance, host: string, url = '/api/brands', remoteAddress = '127.0.0.1') =>
      (await app.inject({ url, headers: { host }, remoteAddress })).statusCode;

    it('is of nobody on the internet while the store is for its own machine, whatever name they send', async () => {
      for (const peer of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])
        assert.equal(await statusOf(test.app, 'localhost', '/api/brands', peer), 421, peer);
      for (const peer of ['127.0.0.1', '::1', '172.18.0.1', '192.168.1.5', '::ffff:127.0.0.1'])
        assert.equal(await statusOf(test.app, 'localhost', '/api/brands', peer), 200, peer);
      assert.equal(await statusOf(shop, 'shop.example', '/api/brands', '8.8.8.8'), 200, 'a public store is for all');
    });

    it('is this machine’s on this machine: another name, pointed to it, is refused', async () => {
      for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:80', '127.0.0.1:4130', '[::1]:3000'])
        assert.equal(await statusOf(test.app, host), 200, host);
      for (const host of [
        'evil.example',
        'evil.example:3000',
        'localhost.evil.example',
        '192.168.1.7',
        '127.0.0.1.nip.io',
      ])
        assert.equal(await statusOf(test.app, host), 421, host);
      const page = await test.app.inject({ url: '/', headers: { host: 'evil.example' } });
      assertStatus(page, 421);
      assert.match(page.json().message, /The store is at http:\/\/localhost:3000/);
    });

    it('is the store’s own where people reach it, and no other', async () => {
      assert.equal(await statusOf(shop, 'shop.example'), 200);
      for (const host of ['localhost', '127.0.0.1', 'evil.example', 'shop.example.evil.example'])
        assert.equal(await statusOf(shop, host), 421, host);
    });

    it('does not matter to a balancer that asks for its health', async () => {
      assert.equal(await statusOf(shop, '10.0.0.7:3000', '/api/health/live'), 200);
      await eventually(async () => assert.equal(await statusOf(shop, '10.0.0.7:3000', '/api/health/ready'), 200));
    });

    it('is that of X-Forwarded-Host where a trusted proxy says so, and nobody else', async () => {
      const behind = await buildApp({ ...test.deps, config: { ...test.deps.config, trustProxy: ['10.0.0.0/8'] } });
      const ask = async (remoteAddress: string) =>
        (
          await behind.inject({
            url: '/api/brands',
            remoteAddress,
            headers: { host: 'bff.internal', 'x-forwarded-host': 'localhost' },
          })
        ).statusCode;
      assert.equal(await ask('10.0.0.9'), 200);
      assert.equal(await ask('203.0.113.9'), 421);
      await behind.close();
    });
  });

  describe('cookies', () => {
    const signIn = async () => {
      const { email } = await people.register();
      return shop.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        headers: { host: 'shop.example' },
        payload: { email, password: PASSWORD, remember: true },
      });
    };

    it('belong to this host alone where browsers come over TLS', async () => {
      const answer = await signIn();
      assertStatus(answer, 200);
      const set = answer.cookies.filter(({ value }) => value !== '');
      assert.deepEqual(set.map(({ name }) => name).sort(), [
        '__Host-giftledger_device',
        '__Host-giftledger_refresh',
        '__Host-giftledger_signed_in',
      ]);
      for (const cookie of set) {
        assert.deepEqual(
          [cookie.secure, cookie.httpOnly, cookie.sameSite, cookie.path, cookie.domain],
          [true, true, 'Strict', '/', undefined],
          cookie.name,
        );
      }
    });

    it('that a subdomain could have planted are not read: only the prefix is proof of this host', async () => {
      const token = (await signIn()).cookies.find(({ name }) => name === '__Host-giftledger_refresh')?.value ?? '';
      const refresh = (name: string) =>
        shop.inject({
          method: 'POST',
          url: '/api/auth/refresh',
          headers: { host: 'shop.example', origin: 'https://shop.example' },
          cookies: { [name]: token },
        });
      assertStatus(await refresh('giftledger_refresh'), 401);
      assertStatus(await refresh('__Host-giftledger_refresh'), 200);
    });

    it('have plain names on http, where browsers take no others', async () => {
      const answer = await people.signedIn((await people.register()).email);
      assert.equal(answer.cookie.path, '/api/auth');
      assert.ok(!answer.cookie.secure);
    });
  });
});
