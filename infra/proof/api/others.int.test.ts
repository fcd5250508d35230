import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { formOf } from './administrators.ts';
import { createProduct } from './catalogue.ts';
import { assertCivil } from './civil.ts';
import { createCustomer, fund } from './customers.ts';
import { ONE_PIXEL_PNG } from './pictures.ts';
import { startTestApp } from './test-app.ts';

const BANK = {
  bankName: 'Victim Bank',
  accountName: 'Victim Name',
  accountNumber: 'NL91ABNA0417164300',
  swiftCode: 'VICTIMSW',
};

/** Every id of a customer, in every place of a route that takes one, used by another customer. */
describe('ids of somebody else', async () => {
  const test = await startTestApp();
  const [victim, stranger] = [await createCustomer(test), await createCustomer(test)];
  const { variantId } = await createProduct(test, { codes: 5, priceMinor: 1_000n, currency: 'EUR' });
  const post = async (url: string, payload: object) => {
    const answer = await test.app.inject({ method: 'POST', url, payload, headers: victim.headers });
    assert.ok(answer.statusCode < 300, `${url}: ${answer.body}`);
    return answer.json();
  };
  const wallet_id = victim.wallets.EUR;
  const funding = await fund(test, victim, 'EUR', 100_000n);
  const deposit = (await post('/api/deposits', { wallet_id, amount: '77.77' })).data.id;
  await post(`/api/deposits/${deposit}/payment-proof`, formOf({ payment_proof: ONE_PIXEL_PNG }, 'victim-proof.png'));
  await post('/api/cart', { wallet_id, variant_id: variantId, quantity: 1 });
  const order = (await post('/api/checkout', { wallet_id })).order.id;
  const cart = (await post('/api/cart', { wallet_id, variant_id: variantId, quantity: 1 })).data[0].id;
  const withdrawal = (await post('/api/withdrawals', { amount: '10', currency: 'EUR', bankDetails: BANK })).data.id;
  const document = await post(
    '/api/user/company-detail/documents',
    formOf({ document: ONE_PIXEL_PNG }, 'victim-document.png'),
  );
  const factor = (await post('/api/auth/mfa/enroll', {})).id;
  const key = (await post('/api/api-key', { name: 'Victim key', abilities: ['orders:read'] })).token;
  const get = async (url: string) => (await test.app.inject({ url, headers: victim.headers })).json();
  const codes = (await get(`/api/orders/${order}/download-codes`)).data.data[0].codes;
  const notification = (await get('/api/notifications')).data[0]?.id ?? order;
  const ids = {
    customer: victim.customerId,
    wallet_id,
    funding,
    deposit,
    order,
    cart,
    withdrawal,
    factor,
    notification,
    document: document.data.id,
    key: key.id,
  };
  const secrets = [victim.email, victim.name, 'victim-', 'Victim ', 'VICTIM', '77.77', key.plain_text_token, ...codes];
  const state = async () =>
    Promise.all(
      ['/api/orders', '/api/deposits', '/api/withdrawals', '/api/wallets', `/api/cart?wallet_id=${wallet_id}`].map(get),
    );
  after(() => test.stop());

  const bodyOf = (route: RouteContract, id: string): object | undefined => {
    if (route.multipart)
      return formOf({ [(route.multipart.files[0] ?? 'file').replace('[]', '[0]')]: ONE_PIXEL_PNG }, 'a.png');
    if (route.method === 'GET' || !route.body) return undefined;
    const own = { amount: '10', currency: 'EUR', bankDetails: BANK, quantity: 1, user_id: id, wallet_id: id, id };
    return { ...own, factor_id: id, challenge_id: id, code: '123456', customer_id: id, product_id: id, variant_id: id };
  };

  it('open nothing, show nothing and change nothing', async (context) => {
    const before = await state();
    let asked = 0;
    for (const route of allRoutes.filter(({ path }) => !/sign-out|api-key|mfa\/enroll|\/stream/.test(path))) {
      const isById = /:id|:documentId/.test(route.path) && route.auth !== 'public';
      for (const [kind, id] of Object.entries(ids)) {
        const url = `${route.path.replace(/:[A-Za-z]+/g, id)}?wallet_id=${id}&user_id=${id}&customer_id=${id}&term=${id}`;
        const payload = bodyOf(route, id);
        const answer = await test.app.inject({
          method: route.method,
          url,
          headers: stranger.headers,
          ...(payload === undefined ? {} : { payload }),
        });
        asked += 1;
        const what = `${route.method} ${route.path} with the ${kind}`;
        assertCivil(answer, what);
        for (const secret of secrets) assert.ok(!answer.body.includes(secret), `${what} told ${secret}`);
        if (isById) assert.ok([401, 403, 404, 422].includes(answer.statusCode), `${what}: ${answer.statusCode}`);
      }
    }
    assert.deepEqual(await state(), before);
    context.diagnostic(`${asked} requests`);
  });
});
