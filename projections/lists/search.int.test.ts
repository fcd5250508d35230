import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { MOST_COUNTED, plain, sql } from '#projections/kernel/sql.ts';
import { listOrders, type OrderSort } from '#projections/models/orders.ts';
import { id } from '#projections/testing/log.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { amountsNamed, idsBeginningWith } from './search.ts';

const ORDERS = 40_000;
/** The first of them, oldest first, are those of five customers who left. */
const OLD_ORDERS = 15_000;
const CUSTOMERS = 205;

const Row = z.object({
  orderId: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  currency: z.string(),
  total: z.bigint(),
  paymentStatus: z.string(),
  fulfilmentStatus: z.string(),
  placedAt: z.date(),
  position: z.bigint(),
});
type Row = z.infer<typeof Row>;

const nameOf = (customer: number) => (customer < 5 ? `Left Long Ago ${customer}` : `Buyer ${customer}`);
const emailOf = (customer: number) => `${customer}@shop${customer % 7}.example`;

function at<Value>(values: readonly Value[], place: number): Value {
  return values[place] ?? assert.fail('none there');
}

describe('a search of a long list', async () => {
  const { pool, project, makeIndexes } = await openReadModels();
  await project(wholeStory().events);
  await makeIndexes();
  const run = (statement: string) => pool.query(sql.typeAlias('void')`${plain(statement)}`);
  await run('delete from read.orders');
  const customers = Array.from({ length: CUSTOMERS }, (_, customer) => id('buyer', customer));
  await pool.query(sql.typeAlias('void')`
    insert into app.account (customer_id, email, name, password_hash) select *, 'no password' from ${sql.unnest(
      customers.map((customerId, customer) => [customerId, emailOf(customer), nameOf(customer)]),
      ['uuid', 'text', 'text'],
    )} as one (customer_id, email, name)`);
  // Five are placed at a time, ids begin alike as those of a time do, and amounts are those of a price list.
  await run(`
    insert into read.orders (order_id, number, customer_id, wallet_id, currency, subtotal, discount, conversion_fees, total, items,
        payment_status, fulfilment_status, may_deliver_in_part, placed_at, expires_at, reveals, position)
      select ('0190' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'GL-' || n,
        (array['${customers.join("','")}'])[case when n <= ${OLD_ORDERS} then 1 + n % 5 else 6 + n * 7919 % 200 end]::uuid,
        gen_random_uuid(), case when n % 10 = 0 then 'JPY' else 'USD' end, total, 0, 0, total, 1,
        case when n % 500 = 0 then 'cancelled' else 'completed' end, case when n % 500 = 0 then 'cancelled' else 'completed' end,
        false, placed_at, placed_at, 0, 1000000 + n
      from generate_series(1, ${ORDERS}) n cross join lateral (
        select n * 31 % 400 * 25 as total, '2031-01-01'::timestamptz + n / 5 * interval '1 minute' as placed_at) one`);
  await run('vacuum analyze');
  const rows = await pool.any(sql.type(Row)`
    select order_id as "orderId", number, customer_id as "customerId", currency, total, payment_status as "paymentStatus",
      fulfilment_status as "fulfilmentStatus", placed_at as "placedAt", position from read.orders`);

  /** What a search means, without an index. */
  function matches(term: string): (row: Row) => boolean {
    const upper = term.trim().toUpperCase();
    const words = term.trim().toLowerCase().split(/\s+/);
    const named = customers.filter((_, customer) =>
      words.every((word) => [nameOf(customer), emailOf(customer)].some((text) => text.toLowerCase().includes(word))),
    );
    const ids = idsBeginningWith(term.trim());
    const { codes, minors } = amountsNamed(term.trim());
    return ({ number, customerId, orderId, currency, total }) =>
      number.startsWith(upper) ||
      number.endsWith(upper) ||
      named.includes(customerId) ||
      (ids !== undefined && orderId >= ids.first && orderId <= ids.last) ||
      minors.some((minor, place) => minor === total && codes[place] === currency);
  }

  const row = fc.constantFrom(...rows);
  const part = (text: fc.Arbitrary<string>, of: (text: string, length: number) => string) =>
    fc.tuple(text, fc.integer({ min: 1, max: 36 })).map(([whole, length]) => of(whole, length));
  const term = fc.oneof(
    fc.constantFrom(
      'GL-',
      'gl-1',
      '1',
      '42',
      'left',
      'left ago',
      'buyer',
      'shop',
      'nobody',
      '%',
      '_',
      '25',
      '12.50',
      '0190',
      '01901',
    ),
    part(
      row.map(({ number }) => number),
      (number, length) => number.slice(0, length),
    ),
    part(
      row.map(({ number }) => number),
      (number, length) => number.slice(-length),
    ),
    part(
      row.map(({ orderId }) => orderId),
      (orderId, length) => orderId.slice(0, length),
    ),
    row.map(({ total, currency }) => (currency === 'JPY' ? String(total) : (Number(total) / 100).toFixed(2))),
    fc.integer({ min: 0, max: CUSTOMERS - 1 }).map(nameOf),
  );
  const SORTS = {
    placed_at: 'placedAt',
    total: 'total',
    payment_status: 'paymentStatus',
    fulfilment_status: 'fulfilmentStatus',
  } as const;
  const request = fc.record(
    {
      sortBy: fc.constantFrom<OrderSort>(
        'placed_at',
        'placed_at',
        'placed_at',
        'total',
        'payment_status',
        'fulfilment_status',
      ),
      sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.constantFrom(1, 1, 2, 9, 100, 200),
      perPage: fc.constantFrom(3, 50, 100),
      paymentStatus: fc.constantFrom('completed' as const, 'cancelled' as const),
      customerId: fc.constantFrom(...customers),
      to: fc.constantFrom('2031-01-01', '2031-01-03'),
    },
    { requiredKeys: [] },
  );

  /** What many have, and none of the first rows of the list. */
  const farAndMany: [string, { page: 1 | 100 }][] = [
    ['left', { page: 1 }],
    ['left', { page: 100 }],
    ['GL-1', { page: 1 }],
  ];

  it('finds the rows that the plain condition has, in the same order, and counts them as far', async () => {
    const tiers = new Set<string>();
    await fc.assert(
      fc.asyncProperty(term, request, async (search, asked) => {
        const {
          sortBy = 'placed_at',
          sortOrder = 'desc',
          page = 1,
          perPage = 15,
          paymentStatus,
          customerId,
          to,
        } = asked;
        const keysOf = (each: Row) => [each[SORTS[sortBy]], sortBy === 'total' ? 0 : each.placedAt, each.position];
        const compared = (one: Row, other: Row): number => {
          const [theirs, mine] = [keysOf(other), keysOf(one)];
          const differing = mine.findIndex(
            (key, place) => Number(key > at(theirs, place)) !== Number(key < at(theirs, place)),
          );
          return differing === -1 ? 0 : at(mine, differing) > at(theirs, differing) ? 1 : -1;
        };
        const found = rows
          .filter(matches(search))
          .filter(
            (each) =>
              (paymentStatus === undefined || each.paymentStatus === paymentStatus) &&
              (customerId === undefined || each.customerId === customerId) &&
              (to === undefined || each.placedAt.toISOString().slice(0, 10) <= to),
          )
          .sort(compared);
        if (sortOrder === 'desc') found.reverse();
        const isAtLeast = found.length > MOST_COUNTED;
        const total = Math.min(found.length, MOST_COUNTED);
        const answer = await listOrders(pool, { ...asked, search });
        assert.deepEqual([answer.total, answer.isAtLeast ?? false], [total, isAtLeast]);
        assert.deepEqual(
          answer.items.map(({ number }) => number),
          found.slice((page - 1) * perPage, Math.min(page * perPage, total)).map(({ number }) => number),
        );
        if (answer.items.length > 0) tiers.add(isAtLeast ? 'many' : 'few');
      }),
      { numRuns: 200, seed: 7, examples: farAndMany },
    );
    assert.deepEqual([...tiers].sort(), ['few', 'many']);
  });

  const { pages: all } = await pool.one(sql.type(z.object({ pages: z.int() }))`
    select (pg_relation_size('read.orders') / 8192)::int as pages`);
  for (const search of [
    'nobody of this name',
    'GL-4321',
    '4321',
    'buyer 123',
    '01901234',
    '0190',
    'GL-',
    'shop',
    '12.50',
  ]) {
    for (const sortBy of ['placed_at', 'total'] as const) {
      it(`reads a page and not the table for ${search}, by ${sortBy}`, async () => {
        const pages = await pagesTouched(pool, (database) => listOrders(database, { search, sortBy }));
        assert.ok(pages < all / 2, `it touched ${pages} of ${all} pages of Postgres`);
      });
    }
  }
});
