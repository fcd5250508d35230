import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { ErrorBody, PageMeta } from '#bff/contract/base/common.ts';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { isList } from '#bff/kit/http/register-routes.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const LIMIT = 3;
/** Lists that require a parameter. */
const NEEDED = 'term=no';

/** Properties that clients may rely on at every route. */
describe('all routes alike', async () => {
  const test = await startTestApp();
  const [customer, administrator] = [await createCustomer(test), await createAdministrator(test)];
  const payload = { url: 'https://example.com/hook', events: ['order.paid'] };
  const created = await test.app.inject({ method: 'POST', url: '/api/webhooks', headers: customer.headers, payload });
  assertStatus(created, 201);
  await fund(test, customer, 'USD', 100n);
  const { productId, variantId } = await createProduct(test);
  const order = await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
  const statement = 'date,amount,currency,account\n2026-10-31,1.00,EUR,NL91ABNA0417164300\n';
  const file = formOf({ statement: Buffer.from(statement) }, 'bank.csv');
  const imported = await administrator.send('POST', '/api/admin/bank-statements', file);
  assertStatus(imported, 201);
  const brands = formOf({ of: 'brands', file: Buffer.from('title\nNord\n') }, 'brands.csv');
  const change = await administrator.send('POST', '/api/admin/catalogue/files', brands);
  assertStatus(change, 201);
  const ids: Readonly<Record<string, string>> = {
    webhooks: created.json().data.id,
    products: productId,
    orders: order.id,
    statements: imported.json().data[0].id,
    changes: change.json().data.id,
  };
  after(() => test.stop());

  const headersFor = ({ auth }: RouteContract) => (auth === 'administrator' ? administrator : customer).headers;
  const idIn = ({ path }: RouteContract) => ids[/(\w+)\/:id/.exec(path)?.[1] ?? ''] ?? customer.customerId;

  it('page their lists in one way', async () => {
    // The audit trail and statements of the books are paged from a position in the log, because they grow while they are read.
    const paged = allRoutes.filter(isList);
    assert.ok(paged.length >= 15, `${paged.length} lists`);
    for (const route of paged) {
      const path = route.path.replace(':kind', 'customer').replace(/:\w+/, idIn(route));
      const ask = (search: string) =>
        test.app.inject({ url: `${path}?${NEEDED}&${search}`, headers: headersFor(route) });
      const page = await ask('page=1&per_page=1');
      assertStatus(page, 200);
      const { data, meta } = z.object({ data: z.array(z.unknown()), meta: PageMeta }).parse(page.json(), {
        error: () => route.path,
      });
      assert.deepEqual([meta.current_page, meta.per_page], [1, 1], route.path);
      assert.equal(data.length, meta.from === null ? 0 : 1, route.path);
      assert.equal(meta.last_page, Math.max(meta.total, 1), route.path);
      const beyond = await ask('page=99999&per_page=1');
      assert.deepEqual([beyond.json().data, beyond.json().meta.from], [[], null], route.path);
      assertError(await ask('per_page=101'), 422, route.path);
      assertError(await ask('page=0'), 422, route.path);
    }
  });

  it('refuse in one shape', async () => {
    for (const route of allRoutes) {
      const path = route.path.replace(/:\w+/g, randomUUID());
      const what = `${route.method} ${route.path}`;
      if (route.auth !== 'public') assertError(await test.app.inject({ method: route.method, url: path }), 401, what);
      if (route.method === 'GET' || route.multipart) continue;
      const headers = { ...headersFor(route), 'content-type': 'application/json' };
      assertError(await test.app.inject({ method: route.method, url: path, headers, payload: '{"no json' }), 400, what);
      const compressed = { ...headers, 'content-encoding': 'gzip' };
      assertError(
        await test.app.inject({ method: route.method, url: path, headers: compressed, payload: 'x' }),
        415,
        what,
      );
    }
    assertError(await test.app.inject({ url: '/api/nothing' }), 404, 'an unknown address');
    const large = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    const headers = { 'content-type': 'application/json' };
    const sent = await test.app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload: large });
    assertError(sent, 413, 'a large body');
  });

  it('say how much may be asked, on every answer that counts', async () => {
    const app = await buildApp({
      ...test.deps,
      config: { ...test.deps.config, rateLimitPerMinute: LIMIT, authRateLimitPerMinute: 2 },
    });
    try {
      const remoteAddress = '203.0.113.1';
      const ask = (url: string, headers = {}) => app.inject({ url, headers, remoteAddress });
      const left = async (answer: Promise<LightMyRequestResponse>, status: number) => {
        const { statusCode, headers } = await answer;
        assert.equal(statusCode, status);
        assert.equal(headers['ratelimit-limit'], String(LIMIT));
        assert.ok(Number(headers['ratelimit-reset']) <= 60);
        return headers['ratelimit-remaining'];
      };
      assert.equal(await left(ask('/api/brands'), 200), '2');
      assert.equal(await left(ask('/api/wallets'), 401), '1', 'a refusal counts too');
      assert.equal(await left(ask('/api/products/search', customer.headers), 422), '0');
      const tooMany = await ask('/api/brands');
      assertError(tooMany, 429, 'too many');
      assert.equal(tooMany.headers['ratelimit-remaining'], '0');
      assert.ok(Number(tooMany.headers['retry-after']) > 0);
      const signIn = await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: {}, remoteAddress });
      assert.equal(signIn.headers['ratelimit-limit'], '2');
    } finally {
      await app.close();
    }
  });
});

function assertError(answer: LightMyRequestResponse, status: number, what: string): void {
  assert.equal(answer.statusCode, status, `${what}: ${answer.body.slice(0, 300)}`);
  assert.match(String(answer.headers['content-type']), /^application\/json/, what);
  const body = ErrorBody.strict().parse(answer.json(), { error: () => what });
  assert.ok(body.correlation_id && body.message && /^[a-z_]+$/.test(body.code), `${what}: ${answer.body}`);
}
