import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { ErrorBody } from '#bff/contract/base/common.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { COMPANY } from '#infra/proof/api/company.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('the HTTP side', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  after(() => test.stop());

  const urlOf = (route: (typeof allRoutes)[number]) =>
    route.path.replace(/:kind/, 'customer').replace(/:[A-Za-z]+/g, randomUUID());
  const request = (route: (typeof allRoutes)[number], headers: Record<string, string> = {}) =>
    test.app.inject({ method: route.method, url: urlOf(route), headers });

  it('has every route of the contract', () => {
    const missing = allRoutes
      .filter(({ method, path: url }) => !test.app.hasRoute({ method, url }))
      .map(({ method, path: url }) => `${method} ${url}`);
    assert.deepEqual(missing, []);
  });

  it('takes a call without a body that says it sends JSON, as many clients always do', async () => {
    const headers = { ...customer.headers, 'content-type': 'application/json' };
    const emptied = await test.app.inject({
      method: 'DELETE',
      url: `/api/cart?wallet_id=${customer.wallets.EUR}`,
      headers,
    });
    assertStatus(emptied, 200);
    assertStatus(await test.app.inject({ method: 'POST', url: '/api/user/company-detail/submit', headers }), 200);
    assertStatus(await test.app.inject({ method: 'POST', url: '/api/cart', headers, payload: '{' }), 400);
  });

  it('refuses a stranger on every route that is not public', async () => {
    for (const route of allRoutes.filter(({ auth }) => auth !== 'public')) {
      const answer = await request(route);
      assert.equal(answer.statusCode, 401, `${route.method} ${route.path}`);
      assert.equal(ErrorBody.parse(answer.json()).code, 'unauthenticated');
    }
  });

  it('refuses a customer on every route of the administrators', async () => {
    for (const route of allRoutes.filter(({ auth }) => auth === 'administrator')) {
      assert.equal((await request(route, customer.headers)).statusCode, 401, `${route.method} ${route.path}`);
    }
  });

  it('refuses a customer who is not approved on every route of the store itself', async () => {
    const waiting = await createCustomer(test, 'company');
    for (const route of allRoutes.filter(({ auth }) => auth === 'customer')) {
      const answer = await request(route, waiting.headers);
      assert.equal(answer.statusCode, 403, `${route.method} ${route.path}`);
      assert.equal(answer.json().code, 'not_approved');
    }
    const unfinished = await createCustomer(test, 'verified');
    const answer = await test.app.inject({ url: '/api/orders', headers: unfinished.headers });
    assert.equal(answer.json().code, 'company_incomplete');
  });

  it('refuses forged and foreign tokens', async () => {
    const [header, claims] = customer.token.split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const token of [
      `${header}.${claims}.AAAA`,
      `${unsigned}.${claims}.`,
      'garbage',
      'glk_garbage',
      'gl_live_garbage',
      'gl_test_garbage',
    ]) {
      const answer = await test.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
      assert.equal(answer.statusCode, 401, token.slice(0, 20));
    }
  });

  it('answers every error in one shape, with the correlation id that the caller sent', async () => {
    const headers = { ...customer.headers, 'x-correlation-id': 'my-correlation-1' };
    const unknown = await test.app.inject({ url: '/api/nothing', headers });
    assertStatus(unknown, 404);
    assert.equal(unknown.headers['x-correlation-id'], 'my-correlation-1');
    assert.equal(ErrorBody.parse(unknown.json()).correlation_id, 'my-correlation-1');
    const badId = await test.app.inject({ url: '/api/orders/no-id', headers });
    assertStatus(badId, 404);
    const badJson = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    assertStatus(badJson, 400);
    ErrorBody.parse(badJson.json());
    const forged = await test.app.inject({ url: '/api/nothing', headers: { 'x-correlation-id': 'a\tb{"x":1}' } });
    assert.match(String(forged.headers['x-correlation-id']), /^[0-9a-f-]{36}$/);
  });

  it('lets no inline script run and no other site frame it', async () => {
    for (const url of ['/api/health/live', '/api/health/live', '/nowhere']) {
      const { headers } = await test.app.inject({ url });
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /script-src 'self'(;|$)/);
      assert.match(policy, /object-src blob:/);
      assert.match(policy, /frame-ancestors 'self'/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
    }
  });

  it('says so when the read models do not follow in time', async () => {
    const app = await buildApp({
      ...test.deps,
      readModels: { ...test.deps.readModels, waitForPosition: async () => false },
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user/company-detail',
      payload: COMPANY,
      headers: customer.headers,
    });
    assertStatus(answer, 201);
    assert.equal(answer.headers['x-read-model'], 'behind');
    await app.close();
  });

  it('says how fresh a list is', async () => {
    const answer = await test.app.inject({ url: '/api/notifications', headers: customer.headers });
    assertStatus(answer, 200);
    assert.ok(BigInt(String(answer.headers['x-read-model-position'])) > 0n);
    assert.ok(!Number.isNaN(Date.parse(String(answer.headers['x-read-model-as-of']))));
  });

  it('limits how often one address may call, and the calls that passwords are tried through more tightly', async () => {
    const app = await buildApp({
      ...test.deps,
      config: { ...test.deps.config, rateLimitPerMinute: 5, authRateLimitPerMinute: 2 },
    });
    const tries = async (count: number, url: string, payload?: object) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const asked = { method: payload ? 'POST' : 'GET', url, payload, remoteAddress: '203.0.113.1' } as const;
        statuses.push((await app.inject(asked)).statusCode);
      }
      return statuses;
    };
    const body = { email: 'nobody@example.com', password: 'guess' };
    assert.deepEqual(await tries(3, '/api/auth/sign-in', body), [401, 401, 429]);
    const statuses = await tries(6, '/api/brands');
    assert.equal(statuses.at(-1), 429);
    assert.equal((await tries(6, '/tlog/key')).at(-1), 429, 'the published log reads the database, too');
    assert.deepEqual(new Set(await tries(6, '/robots.txt')), new Set([200]), 'files are not counted');
    await app.close();
  });

  it('takes an address in one spelling only, so that no limit and no header is passed by', async () => {
    const app = await buildApp(test.deps);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    // A raw socket, because clients rewrite the target before they send it.
    const answerTo = async (target: string) => {
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'guess' });
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
      return text(socket);
    };
    const spellings = [
      '/%61pi/auth/sign-in',
      '/ap%69/auth/sign-in',
      '/api/auth/sign%2Din',
      'http://localhost/api/auth/sign-in',
    ];
    for (const target of [...spellings, '/api/%61dmin/login', '*']) {
      const answer = await answerTo(target);
      assert.match(answer, /^HTTP\/1.1 400 /, target);
      assert.equal(
        ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).code,
        'address_spelling',
        target,
      );
    }
    const plain = await answerTo('/api/auth/sign-in');
    assert.match(plain, /^HTTP\/1.1 401 /);
    assert.match(plain, /cache-control: no-store/);
    await app.close();
  });

  it('leads a browser from an address that is none to the page that says so', async () => {
    const open = (url: string, accept: string) => test.app.inject({ url, headers: { accept } });
    const page = await open('/orders/%E0%A4%A', 'text/html,application/xhtml+xml');
    assert.deepEqual([page.statusCode, page.headers.location], [302, '/not-found']);
    for (const [url, accept] of [
      ['/api/orders/%E0%A4%A', 'text/html'],
      ['/orders/%E0%A4%A', 'application/json'],
    ] as const) {
      const refused = await open(url, accept);
      assert.equal(refused.statusCode, 400, url);
      assert.ok(ErrorBody.parse(refused.json()).code);
    }
  });

  it('takes JSON in UTF-8 alone', async () => {
    const send = (payload: Buffer, type = 'application/json') =>
      test.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload, headers: { 'content-type': type } });
    const body = '{"email":"nobody@example.com","password":"gegrüßt"}';
    const latin = await send(Buffer.from(body, 'latin1'));
    assert.deepEqual([latin.statusCode, ErrorBody.parse(latin.json()).code], [400, 'invalid_json']);
    for (const charset of ['iso-8859-1', '"windows-1252"', 'utf-16']) {
      const other = await send(Buffer.from(body), `application/json; charset=${charset}`);
      assert.deepEqual(
        [other.statusCode, ErrorBody.parse(other.json()).code],
        [415, 'unsupported_media_type'],
        charset,
      );
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])
      assert.equal((await send(Buffer.from(body), type)).statusCode, 401, type);
    assert.equal((await send(Buffer.from('{"__proto__":{"a":1}}'))).statusCode, 400);
  });

  it('refuses what is no request in the shape of all refusals, and an address with two slashes as unknown', async () => {
    const app = await buildApp(test.deps);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = async (head: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head}\r\n\r\n`);
      const answer = await text(socket);
      return [Number(answer.split(' ')[1]), ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).code];
    };
    const get = 'GET /api/brands HTTP/1.1\r\nhost: localhost';
    assert.deepEqual(await answerTo(`${get}\r\nx: a\0b`), [400, 'bad_request']);
    assert.deepEqual(await answerTo(`${get}\r\ncookie: a=${'b'.repeat(17_000)}`), [431, 'headers_too_large']);
    assert.deepEqual(await answerTo('GET //api/brands HTTP/1.1\r\nhost: localhost\r\nconnection: close'), [
      404,
      'not_found',
    ]);
    await app.close();
  });

  it('answers a download that cannot be made as what it is', async () => {
    const shopper = await createCustomer(test);
    const refused = await test.app.inject({
      url: '/api/code-reveals/export?start_date=0000-01-01&end_date=0000-01-01',
      headers: { ...shopper.headers, 'accept-encoding': 'gzip' },
    });
    assert.ok(refused.statusCode >= 400);
    assert.deepEqual(
      [refused.headers['content-encoding'], refused.headers['content-disposition']],
      [undefined, undefined],
    );
    ErrorBody.parse(refused.json());
  });

  it('takes a client’s address from as many proxies as are configured, or from those of the configured networks', async () => {
    const addressBy = async (trustProxy: number | string[] | false) => {
      const app = await buildApp({ ...test.deps, config: { ...test.deps.config, trustProxy } });
      app.get('/address', async (request) => request.ip);
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.2, 10.0.0.3' };
      const { body } = await app.inject({ url: '/address', headers, remoteAddress: '10.0.0.9' });
      await app.close();
      return body;
    };
    assert.equal(await addressBy(false), '10.0.0.9');
    assert.equal(await addressBy(1), '10.0.0.3');
    assert.equal(await addressBy(2), '203.0.113.2');
    assert.equal(await addressBy(['10.0.0.0/8']), '203.0.113.2');
    assert.equal(await addressBy(['192.0.2.0/24']), '10.0.0.9');
  });

  it('documents every route', async () => {
    const answer = await test.app.inject({ url: '/api/docs/json' });
    assertStatus(answer, 200);
    const { paths } = answer.json();
    for (const route of allRoutes) {
      const documented = paths[route.path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[route.method.toLowerCase()];
      assert.ok(documented?.operationId, `${route.method} ${route.path}`);
    }
    assertStatus(await test.app.inject({ url: '/api/docs/' }), 200);
  });
});
