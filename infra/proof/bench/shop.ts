import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OrderDetail } from '#bff/contract/order.ts';
import { createProduct, stockUp, type TestProduct } from '#bff/testing/catalogue.ts';
import { createCustomer, fund, type TestCustomer } from '#bff/testing/customers.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import { alternate, latencyRow, type Pair } from './alternate.ts';
import { createHttpCaller, type HttpCaller } from './http-caller.ts';
import { type Contestant, drive } from './measure.ts';
import { processorMs } from './processor-time.ts';
import { type Row, throughputRow } from './row.ts';
import { FILLING } from './wallets.ts';

const PEOPLE = 16;
const PRODUCTS = 60;
const CODES_EACH = 50;
const MANY_TIMES = 100;
const LISTS = 2_000;
const PURCHASES = 320;
const WARM_UP_PURCHASES = 64;
const LAST_STEPS = 100;
/** Of the ledger, for one purchase: placed, paid from the wallet, marked as paid, fulfilled. And shown: that is one more. */
const APPENDS_OF_A_PURCHASE = 5;
/** What a list may take of what HTTP, the caller's limits and the log take anyway. */
const LIST_AIM = 0.2;
/** Processor time that a purchase may take in all parts together. */
const MOST_PROCESSOR_MS = 26;
/** A catalogue of so many, and the typing error by which a tenth of it is found. */
const MANY_PRODUCTS = 10_000;
const MISTYPED = 'playtsation';
const SEARCHES = 500;
/** What such a search may take of the list of as many. */
const SEARCH_AIM = 0.5;
/** No code of a shelf may run out, nor may a wallet. */
const MUCH_MONEY = 100_000_000n;

/** What the people of a shop need of the stack it runs on. */
type Shop = Pick<FaultStack, 'app' | 'deps' | 'url'>;
type Shopper = { readonly customer: TestCustomer; readonly http: HttpCaller };

const CheckedOut = z.object({ order: OrderDetail });

/** The catalogue and purchases as people meet them: sixteen at once through HTTP, on parts that run as `npm start` runs them. */
export async function* benchShop(_stack: unknown, options: { rounds: number }): AsyncGenerator<Row> {
  const stack = await startFaultStack(() => undefined, { env: { LOG_LEVEL: 'info' } });
  const shoppers: Shopper[] = [];
  try {
    const products = await fillShop(stack, shoppers);
    yield* benchList(stack, shoppers, products, options);
    yield* benchPurchases(stack, shoppers, products, options);
    yield await benchSearch(stack, shoppers, options);
  } finally {
    for (const { http } of shoppers) http.close();
    await stack.stop({ keepsData: false });
  }
}

/** The load of the rows above, once, on a stack of somebody else. */
export async function goShopping(shop: Shop): Promise<void> {
  const shoppers: Shopper[] = [];
  try {
    const products = await fillShop(shop, shoppers);
    await together(shoppers, LISTS, (shopper) => get(shopper, '/api/products'));
    await purchase(shoppers, products, PURCHASES);
  } finally {
    for (const { http } of shoppers) http.close();
  }
}

/** Puts products on the shelves; `shoppers` come in as they are made. */
async function fillShop(shop: Shop, shoppers: Shopper[]): Promise<TestProduct[]> {
  const products: TestProduct[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    products.push(
      await createProduct(shop, { name: `Card ${index}`, brand: `Brand ${index % 12}`, codes: CODES_EACH }),
    );
  }
  for (let index = 0; index < PEOPLE; index += 1) {
    const customer = await createCustomer(shop);
    await fund(shop, customer, 'EUR', MUCH_MONEY);
    shoppers.push({ customer, http: createHttpCaller(shop.url) });
  }
  return products;
}

/** Runs so many of `work`, each person one at a time. */
function together(
  shoppers: readonly Shopper[],
  count: number,
  work: (shopper: Shopper, index: number) => Promise<unknown>,
) {
  const idle = [...shoppers];
  return drive(count, shoppers.length, async (index) => {
    const shopper = idle.pop();
    if (!shopper) throw new Error('Everybody is busy.');
    await work(shopper, index);
    idle.push(shopper);
  });
}

async function get({ http, customer }: Shopper, path: string): Promise<string> {
  const answer = await http.call('GET', path, customer.headers);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

async function* benchList(
  stack: FaultStack,
  shoppers: readonly Shopper[],
  products: readonly TestProduct[],
  { rounds }: { rounds: number },
): AsyncGenerator<Row> {
  const list: Contestant = {
    name: `GET the product list, ${PEOPLE} connections`,
    run: () => together(shoppers, LISTS, (shopper) => get(shopper, '/api/products')),
  };
  const bare: Contestant = {
    name: 'an answer without any look-up (GET /api/health/live)',
    run: () => together(shoppers, LISTS, (shopper) => get(shopper, '/api/health/live')),
  };
  const processorMsOfList = async () => {
    const before = await processorMs(stack);
    await list.run();
    return ((await processorMs(stack)) - before) / LISTS;
  };
  await list.run();
  yield await throughputRow(bare, list, LIST_AIM, rounds);
  const few = await processorMsOfList();
  for (const { variantId } of products) await stockUp(stack, variantId, CODES_EACH * (MANY_TIMES - 1));
  await stack.pool.query('vacuum analyze app.gift_code');
  const many = await processorMsOfList();
  yield {
    what: `processor time of the same with ${MANY_TIMES} times the codes (${PRODUCTS * CODES_EACH * MANY_TIMES}): ${many.toFixed(2)} ms`,
    baseline: `the ${few.toFixed(2)} ms that it takes before`,
    aim: 1.1,
    isCeiling: true,
    ratio: many / few,
  };
}

async function benchSearch(
  stack: FaultStack,
  shoppers: readonly Shopper[],
  { rounds }: { rounds: number },
): Promise<Row> {
  await stack.pool.query(
    `with made as (
      insert into app.product (id, name, category, brand_id, region)
      select gen_random_uuid(),
        (array['PlayStation', 'Nintendo', 'Steam', 'Xbox', 'Netflix', 'Spotify', 'Amazon', 'Hulu', 'Roblox', 'Riot'])[n % 10 + 1] || ' ' || n,
        'Gaming', (select id from app.brand order by id offset n % 12 limit 1), 'eu'
      from generate_series(1, $1::int) as n returning id
    )
    insert into app.product_variant (id, product_id, name, price_minor, currency)
    select gen_random_uuid(), id, '50', 5000, 'EUR' from made`,
    [MANY_PRODUCTS],
  );
  await stack.pool.query('vacuum analyze app.product, app.product_variant, app.product_listing, app.product_word');
  const reading = (name: string, path: string): Contestant => ({
    name,
    run: () => together(shoppers, SEARCHES, (shopper) => get(shopper, path)),
  });
  const list = reading(`GET the product list, ${MANY_PRODUCTS} products, ${PEOPLE} connections`, '/api/products');
  const search = reading('GET the search of a word with a typing error', `/api/products/search?term=${MISTYPED}`);
  return throughputRow(list, search, SEARCH_AIM, rounds);
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
const purchase = (shoppers: readonly Shopper[], products: readonly TestProduct[], count: number) =>
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
  shoppers: readonly Shopper[],
  products: readonly TestProduct[],
  { rounds }: { rounds: number },
): AsyncGenerator<Row> {
  const purchases = (count: number) => purchase(shoppers, products, count);
  const append = () =>
    stack.store.append(`bench-${randomUUID()}`, -1n, [{ id: randomUUID(), type: 'Bench', ...FILLING }]);
  await purchases(WARM_UP_PURCHASES);

  let spentMs = 0;
  let transactions = 0;
  const subject: Contestant = {
    name: `a purchase (cart, checkout, codes), ${PEOPLE} customers`,
    async run() {
      const [processorBefore, transactionsBefore] = [await processorMs(stack), await transactionsOf(stack)];
      const measured = await purchases(PURCHASES);
      spentMs = ((await processorMs(stack)) - processorBefore) / PURCHASES;
      transactions = ((await transactionsOf(stack)) - transactionsBefore) / PURCHASES;
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
  yield {
    what: `processor time of a purchase in all parts: ${spentMs.toFixed(1)} ms (and ${transactions.toFixed(1)} transactions of Postgres)`,
    baseline: `the ${MOST_PROCESSOR_MS} ms that it may take`,
    aim: 1,
    isCeiling: true,
    ratio: spentMs / MOST_PROCESSOR_MS,
  };

  const [alone] = shoppers;
  if (!alone) return;
  let next = 0;
  const pair: Pair = {
    what: 'the checkout of a purchase, one customer',
    baseline: 'the bare append, one event of its size',
    prepare: () => {
      next += 1;
      return fill(alone, productAt(products, next));
    },
    runBaseline: append,
    runSubject: () => checkOut(alone),
  };
  const result = await alternate(pair, { rounds, calls: LAST_STEPS, warmUpCalls: LAST_STEPS / 5 });
  yield latencyRow(pair, 'p50', 12, result);
  yield latencyRow(pair, 'p99', 15, result);
}

/** What Postgres has committed for all parts together: of a write by HTTP, most are one statement each. */
async function transactionsOf({ pool }: FaultStack): Promise<number> {
  const { rows } = await pool.query<{ committed: bigint }>(
    'select sum(xact_commit)::int8 as committed from pg_stat_database',
  );
  return Number(rows[0]?.committed ?? 0n);
}
