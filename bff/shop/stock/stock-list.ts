import { StockCode, type StockListQuery, type StockPage } from '#bff/contract/shop/admin-product.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';

/** Few of all orders, each found by an index: a page of codes asks nothing of those that were delivered. */
const UNDELIVERED = sql.fragment`(
  select order_id from app.stock_request where status = 'waiting' or status = 'allocated' and fulfilled_at is null
)`;
const CONDITION = {
  available: sql.fragment`order_id is null`,
  reserved: sql.fragment`id in (select id from app.allocated_code where order_id in ${UNDELIVERED})`,
  sold: sql.fragment`order_id is not null and order_id not in ${UNDELIVERED}`,
} as const;

const codes = rowsOf(StockCode, sql.fragment`app.gift_code`, {
  status: sql.fragment`case when ${CONDITION.available} then 'available' when ${CONDITION.sold} then 'sold' else 'reserved' end`,
});

/** The codes of a product by their last four characters, newest first: ids are in the order of time. No code is opened. */
export const stockPage = (
  database: Queryable,
  variantId: string | null,
  { status, ...asked }: StockListQuery,
): Promise<StockPage> =>
  codes.page(
    database,
    asked,
    sql.fragment`variant_id = ${variantId} and ${status === undefined ? sql.fragment`true` : CONDITION[status]}`,
    sql.fragment`id desc`,
  );
