import pg from 'pg';
import { stockUp, type TestProduct } from '#bff/testing/catalogue.ts';
import type { FaultStack } from '../faults/stack.ts';
import type { Contestant } from './measure.ts';
import { processorMsOf } from './processor-time.ts';
import { type Row, throughputRow } from './row.ts';
import { CODES_EACH, get, PEOPLE, PRODUCTS, type Shopper, together } from './shoppers.ts';

export const LISTS = 2_000;
const MANY_TIMES = 100;
/** What a list may take of what HTTP, the caller's limits and the log take anyway. */
const LIST_AIM = 0.2;
/** A catalogue of so many, and the typing error by which a tenth of it is found. */
const MANY_PRODUCTS = 10_000;
const MISTYPED = 'playtsation';
const SEARCHES = 500;
/** What such a search may take of the list of as many. */
const SEARCH_AIM = 0.5;

/** As autovacuum does within a minute. By the owner: of anybody else Postgres takes it with a warning, and does nothing. */
async function analyze({ databaseUrl }: FaultStack, tables: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`vacuum analyze ${tables}`);
  await owner.end();
}

/** Pages of the catalogue, with few codes and with many. */
export async function* benchList(
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
  await list.run();
  yield await throughputRow(bare, list, LIST_AIM, rounds);
  const few = await processorMsOf(stack, list, LISTS, rounds);
  for (const { variantId } of products) await stockUp(stack, variantId, CODES_EACH * (MANY_TIMES - 1));
  await analyze(stack, 'app.gift_code');
  await list.run();
  const many = await processorMsOf(stack, list, LISTS, rounds);
  yield {
    what: `processor time of the same with ${MANY_TIMES} times the codes (${PRODUCTS * CODES_EACH * MANY_TIMES}): ${many.toFixed(2)} ms`,
    baseline: `the ${few.toFixed(2)} ms that it takes before`,
    aim: 1.1,
    isCeiling: true,
    ratio: many / few,
  };
}

/** Ten thousand products: a page of them, and a search with a typing error. */
export async function* benchManyProducts(
  stack: FaultStack,
  shoppers: readonly Shopper[],
  { rounds }: { rounds: number },
): AsyncGenerator<Row> {
  const reading = (name: string, path: string, count: number): Contestant => ({
    name,
    run: () => together(shoppers, count, (shopper) => get(shopper, path)),
  });
  const page = reading(`GET the product list, ${MANY_PRODUCTS} products`, '/api/products', LISTS);
  await page.run();
  const few = await processorMsOf(stack, page, LISTS, rounds);
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
  await analyze(stack, 'app.product, app.product_variant, app.product_listing, app.product_word');
  await page.run();
  const many = await processorMsOf(stack, page, LISTS, rounds);
  yield {
    what: `${page.name}, processor time: ${many.toFixed(2)} ms`,
    baseline: `the ${few.toFixed(2)} ms that it takes of ${PRODUCTS}`,
    aim: 1.1,
    isCeiling: true,
    ratio: many / few,
  };
  const list = reading(
    `GET the product list, ${MANY_PRODUCTS} products, ${PEOPLE} connections`,
    '/api/products',
    SEARCHES,
  );
  const search = reading(
    'GET the search of a word with a typing error',
    `/api/products/search?term=${MISTYPED}`,
    SEARCHES,
  );
  yield await throughputRow(list, search, SEARCH_AIM, rounds);
}
