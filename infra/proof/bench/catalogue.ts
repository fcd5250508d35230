import { stockUp, type TestProduct } from '#infra/proof/api/catalogue.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import { rowsAt } from '../testing/database.ts';
import { type Contestant, type Row, throughputRow } from './measure.ts';
import { processorMs } from './processor-time.ts';
import { CODES_EACH, fillShelves, get, invite, PEOPLE, PRODUCTS, type Shopper, together } from './shoppers.ts';

export const LISTS = 2_000;
const MANY_TIMES = 100;
/** Lists of one store in a row, before as many of the other. */
const SLICE = 200;
/** The most that a list may take of the time that HTTP, the caller's limits and the log take anyway. */
const LIST_AIM = 0.2;
/** The size of a catalogue, and the typing error with which a tenth of it is found. */
const MANY_PRODUCTS = 10_000;
const MISTYPED = 'playtsation';
const SEARCHES = 500;
/** The most that such a search may take of the time of a list of the same size. */
const SEARCH_AIM = 0.5;

/** Autovacuum does the same within a minute. It needs the owner: for others Postgres warns and does nothing. */
const analyze = ({ databaseUrl }: FaultStack, tables: string) => rowsAt(databaseUrl, `vacuum analyze ${tables}`);

/** Pages of the catalogue. */
export async function* benchList(shoppers: readonly Shopper[], { rounds }: { rounds: number }): AsyncGenerator<Row> {
  const list: Contestant = {
    name: `GET the product list, ${PEOPLE} connections`,
    run: () => together(shoppers, LISTS, (shopper) => get(shopper, '/api/products')),
  };
  const bare: Contestant = {
    name: 'an answer without any look-up (GET /api/health/live)',
    run: () => together(shoppers, LISTS, (shopper) => get(shopper, '/api/health/live')),
  };
  await list.run();
  yield await throughputRow(bare, list, LIST_AIM, rounds);
}

/** The same with many codes, then with many products as well: each beside a store that has few of both. */
export async function* benchGrowth(
  stack: FaultStack,
  shoppers: readonly Shopper[],
  products: readonly TestProduct[],
  { rounds }: { rounds: number },
): AsyncGenerator<Row> {
  const others: Shopper[] = [];
  const other = await startFaultStack(() => undefined, { env: { LOG_LEVEL: 'info' } });
  try {
    await fillShelves(other);
    await invite(other, others);
    const [few, many] = [sliceOfLists(other, others), sliceOfLists(stack, shoppers)];
    for (const { variantId } of products) await stockUp(stack, variantId, CODES_EACH * (MANY_TIMES - 1));
    const codes = PRODUCTS * CODES_EACH * MANY_TIMES;
    yield await growthRow(`the same with ${MANY_TIMES} times the codes (${codes})`, few, many, rounds);
    await addProducts(stack);
    yield await growthRow(`the same with ${MANY_PRODUCTS} products`, few, many, rounds);
  } finally {
    for (const { http } of others) http.close();
    await other.stop({ keepsData: false });
  }
  yield await searchRow(shoppers, rounds);
}

/** Two stores get requests in turn, slice by slice, so that other work on the machine affects both. */
async function growthRow(what: string, few: Slices, many: Slices, rounds: number): Promise<Row> {
  for (const { stack, run } of [few, many]) {
    await analyze(stack, 'app.gift_code, app.product_variant, app.product, app.product_listing, app.product_word');
    for (let lists = 0; lists < LISTS; lists += SLICE) await run();
  }
  const { baseline, subject } = await inTurns(few, many, Math.ceil((rounds * LISTS) / SLICE));
  return {
    what: `processor time of ${what}: ${subject.toFixed(2)} ms`,
    baseline: `the ${baseline.toFixed(2)} ms that it takes in a store of ${PRODUCTS} products with ${CODES_EACH} codes each`,
    aim: 1.1,
    isCeiling: true,
    ratio: subject / baseline,
  };
}

const sliceOfLists = (stack: FaultStack, shoppers: readonly Shopper[]) => ({
  stack,
  run: () => together(shoppers, SLICE, (shopper) => get(shopper, '/api/products')),
});
type Slices = ReturnType<typeof sliceOfLists>;

/** Processor time of a list in each of two stores, over all slices. */
async function inTurns(baseline: Slices, subject: Slices, slices: number) {
  const spentMs = { baseline: 0, subject: 0 };
  const add = async (side: keyof typeof spentMs, { stack, run }: Slices) => {
    const before = await processorMs(stack);
    await run();
    spentMs[side] += ((await processorMs(stack)) - before) / (SLICE * slices);
  };
  for (let slice = 0; slice < slices; slice += 1) {
    const isFirst = slice % 2 === 0;
    if (isFirst) await add('baseline', baseline);
    await add('subject', subject);
    if (!isFirst) await add('baseline', baseline);
  }
  return spentMs;
}

/** Adds them to the catalogue directly: through HTTP it would take an hour. */
const addProducts = ({ pool }: FaultStack) =>
  pool.query(
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

/** A search with a typing error among many products, compared with the list of the same size. */
function searchRow(shoppers: readonly Shopper[], rounds: number): Promise<Row> {
  const reading = (name: string, path: string): Contestant => ({
    name,
    run: () => together(shoppers, SEARCHES, (shopper) => get(shopper, path)),
  });
  const list = reading(`GET the product list, ${MANY_PRODUCTS} products, ${PEOPLE} connections`, '/api/products');
  const search = reading('GET the search of a word with a typing error', `/api/products/search?term=${MISTYPED}`);
  return throughputRow(list, search, SEARCH_AIM, rounds);
}
