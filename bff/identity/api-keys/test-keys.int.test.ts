import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { ApiKeyCreated } from '#bff/contract/identity/api-key.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('a test key', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const call = (key: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });
  const create = (who: Pick<TestCustomer, 'headers'>, body: object) =>
    test.app.inject({ method: 'POST', url: '/api/api-key', headers: who.headers, payload: body });
  async function keyOf(who: Pick<TestCustomer, 'headers'>, body: object): Promise<string> {
    const answer = await create(who, body);
    assertStatus(answer, 201);
    return ApiKeyCreated.parse(answer.json()).token.plain_text_token;
  }

  it('is distinguishable from a live one, which works beside it; keys from before are live', async () => {
    const who = await createCustomer(test);
    const [live, first] = [await keyOf(who, {}), await keyOf(who, { mode: 'test' })];
    assert.match(live, /^gl_live_/);
    assert.match(first, /^gl_test_/);
    const second = await keyOf(who, { mode: 'test' });
    const status = async (key: string) => (await call(key, 'GET', '/api/wallets')).statusCode;
    assert.deepEqual([await status(live), await status(first), await status(second)], [200, 401, 200]);
    const shown = await test.app.inject({ url: '/api/api-key', headers: who.headers });
    const { token, test_token } = shown.json();
    assert.deepEqual([token.mode, test_token.mode], ['live', 'test']);

    const old = 'glk_of_before';
    await test.deps.database.query(
      sql.typeAlias('void')`update app.api_key set key_hash = ${sql.binary(test.deps.crypto.hashToken(old))}
        where key_id = ${token.id}`,
    );
    assert.equal(await status(old), 200);
    const revoked = await test.app.inject({ method: 'DELETE', url: '/api/api-key?mode=test', headers: who.headers });
    assertStatus(revoked, 200);
    assert.deepEqual([await status(old), await status(second)], [200, 401]);
  });

  it('orders nothing: the call is checked, and then not done', async () => {
    const who = await createCustomer(test);
    await fund(test, who, 'EUR', 100_000n);
    const { variantId } = await createProduct(test, { codes: 2, priceMinor: 1_000n, currency: 'EUR' });
    const abilities = ['cart:write', 'orders:write', 'orders:read', 'wallets:read'];
    const key = await keyOf(who, { mode: 'test', abilities });
    const wallet_id = who.wallets.EUR;
    const wallets = async () => (await call(key, 'GET', '/api/wallets')).json();
    const before = await wallets();
    const added = await call(key, 'POST', '/api/cart', { wallet_id, variant_id: variantId, quantity: 1 });
    assertStatus(added, 403);
    assert.equal(added.json().code, 'test_key');
    const broken = await call(key, 'POST', '/api/cart', { wallet_id, variant_id: variantId, quantity: 'many' });
    assertStatus(broken, 422);
    assertStatus(await call(key, 'POST', '/api/deposits', { wallet_id, amount: '10' }), 403);
    assert.equal((await call(key, 'POST', '/api/deposits', {})).json().code, 'ability_missing');
    assert.deepEqual((await call(key, 'GET', `/api/cart?wallet_id=${wallet_id}`)).json().data, []);

    // A test key must not order what a person put into the cart.
    const put = { method: 'POST', url: '/api/cart', headers: who.headers } as const;
    assertStatus(await test.app.inject({ ...put, payload: { wallet_id, variant_id: variantId, quantity: 1 } }), 201);
    assert.equal((await call(key, 'POST', '/api/checkout', { wallet_id })).json().code, 'test_key');
    assert.deepEqual((await call(key, 'GET', '/api/orders')).json().data, []);
    assert.deepEqual(await wallets(), before);
  });

  it('changes nothing by any route, and reads no codes', async () => {
    const who = await createCustomer(test);
    const refused = await create(who, { mode: 'test', abilities: ['codes:read'] });
    assertStatus(refused, 422);
    assert.deepEqual(Object.keys(refused.json().errors), ['abilities']);
    const writing = allRoutes.filter(({ ability, method }) => ability !== undefined && method !== 'GET');
    const abilities = [...new Set(writing.flatMap(({ ability }) => ability ?? []))];
    const key = await keyOf(who, { mode: 'test', abilities });
    for (const { method, path } of writing) {
      const url = path.replace(/:\w+/g, randomUUID());
      const { statusCode } = await test.app.inject({ method, url, headers: { authorization: `Bearer ${key}` } });
      assert.ok([403, 422].includes(statusCode), `${method} ${path}: ${statusCode}`);
    }
  });

  it('ends with a new password, as a live one does', async () => {
    const people = createSignUps(test);
    const { email, customerId } = await people.register();
    const { headers } = await people.signedIn(email);
    const key = 'gl_test_of_a_person';
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.api_key (key_id, customer_id, key_hash, name, abilities, last_four, is_test)
        select gen_random_uuid(), ${customerId}, ${sql.binary(test.deps.crypto.hashToken(key))}, 'Test', '{user:read}', 'rson', true`,
    );
    assertStatus(await call(key, 'GET', '/api/user'), 200);
    const password = 'a long walk by the sea';
    const payload = { current_password: PASSWORD, password, password_confirmation: password };
    assertStatus(await test.app.inject({ method: 'PUT', url: '/api/auth/user', headers, payload }), 200);
    assertStatus(await call(key, 'GET', '/api/user'), 401);
  });
});
