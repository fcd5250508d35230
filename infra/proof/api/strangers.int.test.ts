import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { depositRoutes } from '#bff/contract/money/deposit.ts';
import { transactionRoutes } from '#bff/contract/money/transaction.ts';
import { walletRoutes } from '#bff/contract/money/wallet.ts';
import { withdrawalRoutes } from '#bff/contract/money/withdrawal.ts';
import { cartRoutes } from '#bff/contract/shop/cart.ts';
import { catalogueRoutes } from '#bff/contract/shop/catalogue.ts';
import { checkoutRoutes, orderRoutes } from '#bff/contract/shop/order-routes.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund } from './customers.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const storeRoutes: readonly RouteContract[] = [
  ...Object.values(catalogueRoutes),
  ...Object.values(cartRoutes),
  ...Object.values(checkoutRoutes),
  ...Object.values(orderRoutes),
  ...Object.values(walletRoutes),
  ...Object.values(transactionRoutes),
  ...Object.values(depositRoutes),
  ...Object.values(withdrawalRoutes),
];

/** A valid request to a route, so that only the caller can be wrong. */
function requestTo(route: RouteContract, ids: { walletId: string; id: string }) {
  const url = route.path.replace(':id', ids.id).replace(':size', 'small');
  const query = route.path === '/api/cart' ? `?wallet_id=${ids.walletId}` : '';
  const search = route.path === '/api/products/search' ? '?term=steam' : '';
  const payloads: Record<string, object> = {
    'POST /api/cart': { wallet_id: ids.walletId, variant_id: ids.id, quantity: 1 },
    'PUT /api/cart/:id': { wallet_id: ids.walletId, quantity: 1 },
    'POST /api/checkout': { wallet_id: ids.walletId },
    'POST /api/deposits': { wallet_id: ids.walletId, amount: '10' },
    'POST /api/withdrawals': {
      amount: '10',
      currency: 'EUR',
      bankDetails: {
        bankName: 'Bank',
        accountName: 'Name',
        accountNumber: 'DE89370400440532013000',
        swiftCode: 'COBADEFF',
      },
    },
  };
  const payload = payloads[`${route.method} ${route.path}`];
  const needsQuery =
    route.method === 'DELETE' && route.path.startsWith('/api/cart') ? `?wallet_id=${ids.walletId}` : '';
  return {
    method: route.method,
    url: `${url}${query || search || needsQuery}`,
    ...(payload === undefined ? {} : { payload }),
  } as const;
}

describe('strangers in the store', async () => {
  const test = await startTestApp();
  const [owner, stranger, unapproved] = [
    await createCustomer(test),
    await createCustomer(test),
    await createCustomer(test, 'company'),
  ];
  after(() => test.stop());

  for (const route of storeRoutes.filter((candidate) => candidate.auth !== 'public')) {
    it(`${route.method} ${route.path} refuses a visitor`, async () => {
      const answer = await test.app.inject(requestTo(route, { walletId: randomUUID(), id: randomUUID() }));
      assertStatus(answer, 401);
    });
  }
  for (const route of storeRoutes.filter((candidate) => candidate.auth === 'customer')) {
    it(`${route.method} ${route.path} refuses a customer who is not approved`, async () => {
      const answer = await test.app.inject({
        ...requestTo(route, { walletId: unapproved.wallets.EUR, id: randomUUID() }),
        headers: unapproved.headers,
      });
      assertStatus(answer, 403);
      assert.equal(answer.json().code, 'not_approved');
    });
  }

  it('shows nobody an order, deposit, withdrawal, cart line or wallet of somebody else', async () => {
    const { variantId } = await createProduct(test, { codes: 2 });
    const depositId = await fund(test, owner, 'EUR', 100_000n);
    const headers = owner.headers;
    const walletId = owner.wallets.EUR;
    const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, headers, payload });
    await post('/api/cart', { wallet_id: walletId, variant_id: variantId, quantity: 1 });
    const orderId = (await post('/api/checkout', { wallet_id: walletId })).json().order.id;
    const added = await post('/api/cart', { wallet_id: walletId, variant_id: variantId, quantity: 1 });
    const itemId = added.json().data[0].id;
    const withdrawn = await post('/api/withdrawals', {
      amount: '10',
      currency: 'EUR',
      bankDetails: {
        bankName: 'Bank',
        accountName: 'Name',
        accountNumber: 'DE89370400440532013000',
        swiftCode: 'COBADEFF',
      },
    });
    assertStatus(withdrawn, 201);

    const mine = (route: RouteContract, id: string) =>
      test.app.inject({ ...requestTo(route, { walletId: stranger.wallets.EUR, id }), headers: stranger.headers });
    const tried: [RouteContract, string][] = [
      [orderRoutes.getOrder, orderId],
      [orderRoutes.getOrderCodes, orderId],
      [orderRoutes.getOrderInvoice, orderId],
      [orderRoutes.cancelOrder, orderId],
      [depositRoutes.getDeposit, depositId],
      [depositRoutes.getDepositInvoice, depositId],
      [depositRoutes.openDepositProof, depositId],
      [depositRoutes.uploadDepositProof, depositId],
      [depositRoutes.removeDeposit, depositId],
      [withdrawalRoutes.getWithdrawal, withdrawn.json().data.id],
      [walletRoutes.getWalletHistory, walletId],
      [cartRoutes.updateCartLine, itemId],
      [cartRoutes.removeCartLine, itemId],
    ];
    for (const [route, id] of tried) {
      const answer = await mine(route, id);
      assert.equal(answer.statusCode, 404, `${route.method} ${route.path}: ${answer.body}`);
    }
    for (const route of [
      orderRoutes.listOrders,
      depositRoutes.listDeposits,
      withdrawalRoutes.listWithdrawals,
      transactionRoutes.listTransactions,
    ]) {
      const answer = await mine(route, randomUUID());
      assertStatus(answer, 200);
      assert.equal(answer.json().meta.total, 0, route.path);
    }
    const theirs = await test.app.inject({ url: `/api/cart?wallet_id=${walletId}`, headers: stranger.headers });
    assertStatus(theirs, 422);
    const filtered = await test.app.inject({
      url: `/api/transactions?wallet_id=${walletId}`,
      headers: stranger.headers,
    });
    assert.equal(filtered.json().meta.total, 0);
  });
});
