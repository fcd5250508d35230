import { z } from 'zod';
import { StockCode, type StockListQuery, type StockPage } from '#bff/contract/shop/admin-product.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import { MOST_COUNTED } from '#projections/kernel/sql.ts';

/** Few of all orders, each found by an index: a page of codes asks nothing of those that were delivered. */
const UNDELIVERED = sql.fragment`(
  select order_id from app.stock_request where status = 'waiting' or status = 'allocated' and fulfilled_at is null
)`;
const SOLD = sql.fragment`order_id is not null and order_id not in ${UNDELIVERED}`;

const codes = rowsOf(StockCode, sql.fragment`app.gift_code`, {
  status: sql.fragment`case when order_id is null then 'available' when ${SOLD} then 'sold' else 'reserved' end`,
});

/** As the shelf counts them: those of a product may be too many to be counted for a page. No free code has a lower id than `freeFrom`. */
const Shelf = z.object({ all: z.int(), available: z.int(), reserved: z.int(), sold: z.int(), freeFrom: z.uuid() });

/** The codes of a product by their last four characters, newest first: ids are in the order of time. No code is opened. */
export async function stockPage(
  database: Queryable,
  variantId: string | null,
  { status, ...asked }: StockListQuery,
): Promise<StockPage> {
  const { page, perPage } = pageAsked(asked);
  const shelf = await database.maybeOne(sql.type(Shelf)`
    select codes::int as all, free_codes::int as available, reserved, (codes - free_codes - reserved)::int as sold, free_from as "freeFrom"
    from app.product_variant as shelf cross join lateral (
      select count(*)::int as reserved from app.allocated_code where variant_id = shelf.id and order_id in ${UNDELIVERED}
    ) as undelivered where id = ${variantId}`);
  const count = shelf?.[status ?? 'all'] ?? 0;
  if (!shelf || count === 0) return { data: [], meta: pageMeta({ page, perPage, total: 0, items: [] }) };
  const among = {
    all: sql.fragment`true`,
    available: sql.fragment`order_id is null and id >= ${shelf.freeFrom}`,
    reserved: sql.fragment`id in (select id from app.allocated_code where order_id in ${UNDELIVERED})`,
    sold: SOLD,
  }[status ?? 'all'];
  const items = await codes.list(
    database,
    sql.fragment`variant_id = ${variantId} and ${among}`,
    sql.fragment`order by id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  const total = Math.min(count, MOST_COUNTED);
  return { data: items, meta: pageMeta({ page, perPage, total, isAtLeast: count > total, items }) };
}
