import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { dataOf } from '#bff/contract/base/common.ts';
import { READ_FROM_HEADER } from '#bff/contract/base/headers.ts';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { ProductSearchPage } from '#bff/contract/shop/catalogue.ts';
import { CheckoutAnswer, OrderDetail } from '#bff/contract/shop/order.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { HEALTHY_LIMIT_MS } from './project.ts';

const BUYING_EVERY_MS = 500;
const ORDERS_IN_A_ROW = 5;

type Customer = Awaited<ReturnType<typeof signIn>>;

/** The customer of the seed, at the store of this address. */
export async function signIn(url: string | undefined) {
  const { email, password } = SIGN_INS.customer;
  let authorization = '';
  const send = (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const signedIn = SignedIn.parse(await ask('POST', '/auth/sign-in', { email, password, remember: false }));
  authorization = `Bearer ${signedIn.access_token}`;
  const found = ProductSearchPage.parse(await ask('GET', '/products/search?term=Steam%20%2420'));
  const variant_id = found.data.find(({ name }) => name === 'Steam $20')?.variant?.id;
  const usd = async () =>
    WalletList.parse(await ask('GET', '/wallets')).data.find(({ currency }) => currency === 'USD');
  const wallet_id = (await usd())?.id;
  return {
    /** A card; the order's number of the API. */
    async buy(): Promise<string> {
      await ask('POST', '/cart', { wallet_id, variant_id, quantity: 1 });
      return CheckoutAnswer.parse(await ask('POST', '/checkout', { wallet_id })).order.id;
    },
    /** A company document of one's own. */
    async upload(content: Buffer<ArrayBuffer>) {
      const body = new FormData();
      body.set('document', new Blob([content]), 'a.pdf');
      const headers = { authorization, 'idempotency-key': randomUUID() };
      const answer = await fetch(`${url}/api/user/company-detail/documents`, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    },
    /** What the wallet has. */
    balance: usd,
    /** Which server answered a list. */
    listsFrom: async () => (await send('GET', '/orders')).headers.get(READ_FROM_HEADER),
    hasOrder: async (id: string) => (await send('GET', `/orders/${id}`)).status !== 404,
    isDelivered: async (id: string) =>
      dataOf(OrderDetail).parse(await ask('GET', `/orders/${id}`)).data.fulfillment_status === 'completed',
  };
}

/** Buys one card after the other; the first purchase without an order ends it. */
export function startBuying({ buy }: Customer) {
  const orders: string[] = [];
  const ending = new AbortController();
  const work = (async () => {
    while (!ending.signal.aborted) {
      orders.push(await buy());
      await delay(BUYING_EVERY_MS);
    }
  })();
  const outcome = work.catch((error: unknown) => error);
  return {
    async stop(): Promise<string[]> {
      ending.abort();
      const error = await outcome;
      if (error) throw error;
      return orders;
    },
    /** Waits until purchases went on from here. */
    async goesOn(what: string): Promise<void> {
      const before = orders.length;
      await eventually(() => assert.ok(orders.length > before, `no order since ${what}`), HEALTHY_LIMIT_MS);
    },
  };
}

export async function allDelivered({ isDelivered }: Customer, orders: readonly string[]): Promise<void> {
  for (const id of orders) await eventually(async () => assert.ok(await isDelivered(id), id));
}

/** A few orders, which nobody need have delivered yet. */
export async function placeSome({ buy }: Customer): Promise<string[]> {
  const orders: string[] = [];
  while (orders.length < ORDERS_IN_A_ROW) orders.push(await buy());
  return orders;
}

/** A few orders, each delivered. */
export async function buySome(customer: Customer): Promise<string[]> {
  const orders = await placeSome(customer);
  await allDelivered(customer, orders);
  return orders;
}
