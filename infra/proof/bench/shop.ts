import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OrderDetail } from '#bff/contract/shop/order.ts';
import type { TestProduct } from '#infra/proof/api/catalogue.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import { benchGrowth, benchList, LISTS } from './catalogue.ts';
import { type Contestant, drive, latencyRows, limitRow, median, type Row, throughputRow } from './measure.ts';
import { processorMs } from './processor-time.ts';
import { fillShelves, get, invite, PEOPLE, type Shop, type Shopper, together } from './shoppers.ts';
import { FILLING } from './wallets.ts';

const PURCHASES = 320;
const WARM_UP_PURCHASES = 64;
const LAST_STEPS = 100;
/** Appends of one purchase: placed, paid from the wallet, marked as paid, fulfilled; and one more when it is shown. */
const APPENDS_OF_A_PURCHASE = 5;
/** Processor time that a purchase may take in all parts together. */
const MOST_PROCESSOR_MS = 26;
/** Postgres transactions of all parts for it, mostly one for each statement; the embedded log and the read models count too. */
const MOST_TRANSACTIONS = 20;

const CheckedOut = z.object({ order: OrderDetail });

/** The catalogue and purchases as people use them: sixteen at once through HTTP, on parts that run as with `npm start`. */
export async function* benchShop(_stack: unknown, options: { rounds: number }): AsyncGenerator<Row> {
  const stack = await startFaultStack(() => undefined, { env: { LOG_LEVEL: 'info' } });
  const shoppers: Shopper[] = [];
  try {
    const products = await fillShelves(stack);
    const people = await invite(stack, shoppers);
    yield* benchList(people, options);
    yield* benchPurchases(stack, () => invite(stack, shoppers), products, options);
    yield* benchGrowth(stack, people, products, options);
  } finally {
    for (const { http } of shoppers) http.close();
    await stack.stop({ keepsData: false });
  }
}

/** The load of the rows above, once, on an existing stack. */
export async function goShopping(shop: Shop): Promise<void> {
  const shoppers: Shopper[] = [];
  try {
    const products = await fillShelves(shop);
    const people = await invite(shop, shoppers);
    await together(people, LISTS, (shopper) => get(shopper, '/api/products'));
    await purchase(people, products, PURCHASES);
  } finally {
    for (const { http } of shoppers) http.close();
  }
}

/** Puts a product into the cart. */
const fill = async ({ http, customer }: Shopper, { variantId }: TestProduct) => {
  const body = { wallet_id: customer.wallets.EUR, variant_id: variantId, quantity: 1 };
  const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
  const answer = await http.call('POST', '/api/cart', headers, body);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
};

/** Checks the cart out; the order's id. */
const checkOut = async ({ http, customer }: Shopper): Promise<string> => {
  const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
  const answer = await http.call('POST', '/api/checkout', headers, { wallet_id: customer.wallets.EUR });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  const { order } = CheckedOut.parse(JSON.parse(answer.text));
  if (order.fulfillment_status !== 'completed') throw new Error(`Order ${order.id} got no codes.`);
  return order.id;
};

/** So many purchases, from the cart to the codes. */
export const purchase = (shoppers: readonly Shopper[], products: readonly TestProduct[], count: number) =>
  together(shoppers, count, async (shopper, index) => {
    await fill(shopper, productAt(products, index));
    await get(shopper, `/api/orders/${await checkOut(shopper)}/download-codes`);
  });

function productAt(products: readonly TestProduct[], index: number): TestProduct {
  const product = products[index % products.length];
  if (!product) throw new Error('There is no product.');
  return product;
}

async function* benchPurchases(
  stack: FaultStack,
  inviteOthers: () => Promise<Shopper[]>,
  products: readonly TestProduct[],
  { rounds }: { rounds: number },
): AsyncGenerator<Row> {
  const append = () =>
    stack.store.append(`bench-${randomUUID()}`, -1n, [{ id: randomUUID(), type: 'Bench', ...FILLING }]);
  await purchase(await inviteOthers(), products, WARM_UP_PURCHASES);

  const spentMs: number[] = [];
  const transactions: number[] = [];
  const subject: Contestant = {
    name: `a purchase (cart, checkout, codes), ${PEOPLE} customers`,
    async run() {
      // A customer may look at codes sixty times a minute.
      const people = await inviteOthers();
      const [processorBefore, transactionsBefore] = [await processorMs(stack), await transactionsOf(stack)];
      const measured = await purchase(people, products, PURCHASES);
      spentMs.push(((await processorMs(stack)) - processorBefore) / PURCHASES);
      transactions.push(((await transactionsOf(stack)) - transactionsBefore) / PURCHASES);
      return measured;
    },
  };
  const baseline: Contestant = {
    name: `its ${APPENDS_OF_A_PURCHASE} appends alone, one after the other`,
    run: () =>
      drive(PURCHASES, PEOPLE, async () => {
        for (let left = APPENDS_OF_A_PURCHASE; left > 0; left -= 1) await append();
      }),
  };
  yield await throughputRow(baseline, subject, 0.3, rounds);
  const [ms, committed] = [median(spentMs), median(transactions)];
  yield limitRow(
    `processor time of a purchase in all parts: ${ms.toFixed(1)} ms`,
    ...([ms, MOST_PROCESSOR_MS, 'ms that it may take'] as const),
  );
  yield limitRow(
    `transactions of Postgres for a purchase, all parts and the log together: ${committed.toFixed(1)}`,
    ...([committed, MOST_TRANSACTIONS, 'statements that it may take'] as const),
  );

  const [alone] = await inviteOthers();
  if (!alone) return;
  let next = 0;
  const pair = {
    what: 'the checkout of a purchase, one customer',
    baseline: 'the bare append, one event of its size',
    prepare: () => {
      next += 1;
      return fill(alone, productAt(products, next));
    },
    runBaseline: append,
    runSubject: () => checkOut(alone),
  };
  yield* await latencyRows(pair, { rounds, calls: LAST_STEPS }, { p50: 12, p99: 15 });
}

/** Transactions that Postgres has committed for all parts together: for a write by HTTP, most have one statement. */
async function transactionsOf({ pool }: FaultStack): Promise<number> {
  const { rows } = await pool.query<{ committed: bigint }>(
    'select sum(xact_commit)::int8 as committed from pg_stat_database',
  );
  return Number(rows[0]?.committed ?? 0n);
}
