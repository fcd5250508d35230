import { StockCode, type StockListQuery, type StockPage } from '#bff/contract/shop/admin-product.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';

const CONDITION = {
  available: sql.fragment`code.order_id is null`,
  reserved: sql.fragment`code.order_id is not null and request.fulfilled_at is null`,
  sold: sql.fragment`code.order_id is not null and request.fulfilled_at is not null`,
} as const;

const codes = rowsOf(
  StockCode,
  sql.fragment`app.gift_code code left join app.stock_request request on request.order_id = code.order_id`,
  {
    order_id: sql.fragment`code.order_id`,
    status: sql.fragment`case when ${CONDITION.available} then 'available' when ${CONDITION.sold} then 'sold' else 'reserved' end`,
  },
);

/** The codes of a product by their last four characters, newest first. No code is opened. */
export const stockPage = (
  database: Queryable,
  variantId: string | null,
  { status, ...asked }: StockListQuery,
): Promise<StockPage> =>
  codes.page(
    database,
    asked,
    sql.fragment`code.variant_id = ${variantId} and ${status === undefined ? sql.fragment`true` : CONDITION[status]}`,
    sql.fragment`added_at desc, id`,
  );
