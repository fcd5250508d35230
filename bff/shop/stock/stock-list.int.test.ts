import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { MOST_COUNTED, plain } from '#projections/kernel/sql.ts';
import { stockPage } from './stock-list.ts';

/** Each order gets two codes. */
const ORDERS = 5_100;
const FREE = 50;
const VARIANT = '00000000-0000-4000-8000-000000000001';
const PAGE = 15;

describe('the codes of a product that sold many', async () => {
  const { pool } = await openReadModels();
  const run = (statement: string) => pool.query(sql.void`${plain(statement)}`);
  await run(`insert into app.product (id, name, category, region) values ('${VARIANT}', 'Steam', 'Games', 'eu')`);
  await run(`insert into app.product_variant (id, product_id, name, price_minor, currency)
    values ('${VARIANT}', '${VARIANT}', '50', 4900, 'EUR')`);
  // The last three orders: one waits for more than it has, one is not booked as delivered yet, one was released and has none.
  await run(`insert into app.stock_request (order_id, position, in_part, status, fulfilled_at)
    select md5(n::text)::uuid, n, n = ${ORDERS}, case n when ${ORDERS} then 'waiting' when ${ORDERS - 2} then 'released' else 'allocated' end,
      case when n > ${ORDERS - 3} then null else now() end from generate_series(1, ${ORDERS}) as n`);
  await run(`insert into app.stock_request_line (order_id, line_id, variant_id, quantity)
    select order_id, order_id, '${VARIANT}', 3 from app.stock_request`);
  await run(`insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint, added_at, order_id, line_id, allocated_at)
    select uuidv7(position * interval '-1 minute'), '${VARIANT}', 'sealed', 'ABCD', uuid_send(gen_random_uuid()), now() - position * interval '1 minute',
      order_id, order_id, now()
    from app.stock_request cross join generate_series(1, 2) where status <> 'released'`);
  await run(`insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint)
    select uuidv7(), '${VARIANT}', 'sealed', 'FREE', uuid_send(gen_random_uuid()) from generate_series(1, ${FREE})`);
  await run('do $$ begin perform app.pass_given_codes(array_agg(order_id)) from app.stock_request; end $$');
  await run('vacuum analyze');

  for (const [status, total] of [
    [undefined, 2 * (ORDERS - 1) + FREE],
    ['available', FREE],
    ['reserved', 4],
    ['sold', 2 * (ORDERS - 3)],
  ] as const) {
    it(`are counted, and shown by the page: ${status ?? 'all'}`, async () => {
      const asked = { page: 1, per_page: PAGE, status };
      const { data, meta } = await stockPage(pool, VARIANT, asked);
      assert.equal(meta.total, Math.min(total, MOST_COUNTED));
      assert.equal(meta.is_at_least ?? false, total > MOST_COUNTED);
      assert.equal(data.length, Math.min(PAGE, total));
      assert.ok(data.every((code) => code.status === (status ?? 'available')));
      const pages = await pagesTouched(pool, (database) => stockPage(database as never, VARIANT, asked));
      assert.ok(pages < 60, `it touched ${pages} pages of Postgres`);
    });
  }
});
