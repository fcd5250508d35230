import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CheckoutAnswer } from '#bff/contract/shop/order.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, type TestCustomer } from '#infra/proof/api/customers.ts';
import { PATIENCE, type Patience } from './balancer.ts';
import type { DoubledStore } from './store.ts';

const PRICE_MINOR = 100n;
const MAX_NAMED = 30;
const LOOKS = [
  '/api/products/search?term=steam',
  '/api/brands',
  '/api/wallets',
  '/api/orders?per_page=20',
  '/api/notifications',
  '/api/user',
];

export type Tally = {
  requests: number;
  failed: number;
  /** Streams of news that ended, which their readers open again. */
  streamsEnded: number;
  /** Orders that were answered as placed. */
  readonly orders: Set<string>;
  /** What failed and how, the first ones. */
  readonly failures: string[];
};

/** Readers, buyers and listeners, who never try again: a request that gets no success has failed. */
export async function startLoad(
  store: DoubledStore,
  people: { readonly readers: number; readonly buyers: number; readonly patience?: Patience },
) {
  const { url } = store.balancer;
  const { answerMs } = people.patience ?? PATIENCE;
  const tally: Tally = { requests: 0, failed: 0, streamsEnded: 0, orders: new Set(), failures: [] };
  const stopping = new AbortController();
  const { signal } = stopping;
  const fail = (what: string) => {
    tally.failed += 1;
    if (tally.failures.length < MAX_NAMED) tally.failures.push(`${new Date().toISOString().slice(11, 23)} ${what}`);
  };

  async function ask(who: TestCustomer, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    tally.requests += 1;
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...who.headers,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(answerMs),
      });
      const text = await answer.text();
      if (answer.status < 300) return JSON.parse(text);
      fail(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      const { cause, message } = error as Error;
      fail(`${method} ${path}: ${message} ${cause instanceof Error ? cause.message : ''}`);
    }
    return undefined;
  }

  async function read(who: TestCustomer): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) await ask(who, 'GET', LOOKS[turn % LOOKS.length] ?? '');
  }

  async function buy(who: TestCustomer, variantId: string): Promise<void> {
    const wallet = { wallet_id: who.wallets.EUR };
    while (!signal.aborted) {
      await ask(who, 'POST', '/api/cart', { ...wallet, variant_id: variantId, quantity: 1 });
      const answer = await ask(who, 'POST', '/api/checkout', wallet);
      if (answer === undefined) continue;
      const { order } = CheckoutAnswer.parse(answer);
      tally.orders.add(order.id);
      await ask(who, 'GET', `/api/orders/${order.id}`);
    }
  }

  /** A browser that hears of its bell: a stream that ends is opened again, at another server. */
  async function listen(who: TestCustomer): Promise<void> {
    while (!signal.aborted) {
      tally.requests += 1;
      try {
        const answer = await fetch(`${url}/api/notifications/stream`, { headers: who.headers, signal });
        if (answer.status !== 200) fail(`the stream of news: ${answer.status} ${await answer.text()}`);
        for await (const _ of answer.body ?? []);
        tally.streamsEnded += 1;
      } catch (error) {
        if (!signal.aborted) fail(`the stream of news: ${error instanceof Error ? error.message : error}`);
      }
      await delay(50);
    }
  }

  const customers = await Promise.all(
    Array.from({ length: people.readers + people.buyers }, () => createCustomer(store)),
  );
  const buyers = customers.slice(0, people.buyers);
  const { variantId } = await createProduct(store, { currency: 'EUR', priceMinor: PRICE_MINOR, codes: 20_000 });
  for (const buyer of buyers) await fund(store, buyer, 'EUR', PRICE_MINOR * 20_000n);
  const working = Promise.all([
    ...customers.slice(people.buyers).map(read),
    ...buyers.map((buyer) => buy(buyer, variantId)),
    ...customers.slice(0, 2).map(listen),
  ]);
  return {
    tally,
    async stop(): Promise<Tally> {
      stopping.abort();
      await working;
      return tally;
    },
  };
}
