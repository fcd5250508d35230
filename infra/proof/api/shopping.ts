import { Cart } from '#bff/contract/shop/cart.ts';
import { CheckoutAnswer, OrderPage } from '#bff/contract/shop/order.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, type TestCustomer } from './customers.ts';
import { assertStatus, type TestApi, type TestApp } from './test-app.ts';

type What = { readonly walletId: string; readonly variantId: string; readonly quantity?: number };

async function addToCart(test: TestApi, { headers }: TestCustomer, what: What): Promise<void> {
  const { walletId: wallet_id, variantId: variant_id, quantity = 1 } = what;
  const payload = { wallet_id, variant_id, quantity };
  assertStatus(await test.app.inject({ method: 'POST', url: '/api/cart', headers, payload }), 201);
}

/** Adds something to a cart and checks out. Returns the order as the customer sees it. */
export async function buy(test: TestApi, customer: TestCustomer, what: What) {
  await addToCart(test, customer, what);
  const payload = { wallet_id: what.walletId };
  const answer = await test.app.inject({ method: 'POST', url: '/api/checkout', headers: customer.headers, payload });
  assertStatus(answer, 201);
  return CheckoutAnswer.parse(answer.json()).order;
}

export type Shopper = Awaited<ReturnType<typeof createShopper>>;

/** A customer with a euro wallet and a product of their own, with so many codes in stock and so many in the cart. */
export async function createShopper(
  test: TestApp,
  given: { readonly codes: number; readonly priceMinor?: bigint; readonly funds?: bigint; readonly inCart?: number },
) {
  const customer = await createCustomer(test);
  const product = await createProduct(test, given);
  const walletId = customer.wallets.EUR;
  const { headers } = customer;
  const add = (quantity = 1, { variantId } = product) => addToCart(test, customer, { walletId, variantId, quantity });
  const get = async (url: string) => {
    const answer = await test.app.inject({ url, headers });
    assertStatus(answer, 200);
    return answer.json();
  };
  if (given.funds !== undefined) await fund(test, customer, 'EUR', given.funds);
  if (given.inCart !== undefined) await add(given.inCart);
  return {
    ...customer,
    ...product,
    walletId,
    add,
    get,
    post: (url: string, payload: object) => test.app.inject({ method: 'POST', url, headers, payload }),
    /** Checks out the cart with one click; `key` is its Idempotency-Key. */
    click: ({
      key,
      ...more
    }: {
      key?: string;
      wallet_id?: string;
      allow_partial?: boolean;
      expect_total?: string;
      expect_lines?: object[];
    } = {}) =>
      test.app.inject({
        method: 'POST',
        url: '/api/checkout',
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        payload: { wallet_id: walletId, ...more },
      }),
    orders: async () => OrderPage.parse(await get('/api/orders')).data,
    cartSize: async () => Cart.parse(await get(`/api/cart?wallet_id=${walletId}`)).data.length,
  };
}
