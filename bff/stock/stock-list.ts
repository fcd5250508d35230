import { z } from 'zod';
import type { StockListQuery, StockPage } from '#bff/contract/admin-product.ts';
import { pageMeta } from '#bff/lib/present.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const CodeRow = z.object({
  id: z.uuid(),
  lastFour: z.string(),
  status: z.enum(['available', 'reserved', 'sold']),
  orderId: z.uuid().nullable(),
  addedAt: z.date(),
});

const CONDITION = {
  available: sql.fragment`code.order_id is null`,
  reserved: sql.fragment`code.order_id is not null and request.fulfilled_at is null`,
  sold: sql.fragment`code.order_id is not null and request.fulfilled_at is not null`,
} as const;

/** The codes of a product by their last four characters, newest first; none is opened. */
export async function stockPage(
  database: Queryable,
  variantId: string | null,
  query: StockListQuery,
): Promise<StockPage> {
  const from = sql.fragment`app.gift_code code
    left join app.stock_request request on request.order_id = code.order_id
    where code.variant_id = ${variantId}
      and ${query.status === undefined ? sql.fragment`true` : CONDITION[query.status]}`;
  const [{ total }, items] = await Promise.all([
    database.one(sql.type(z.object({ total: z.bigint() }))`select count(*) as total from ${from}`),
    database.any(
      sql.type(CodeRow)`
        select code.id, code.last_four as "lastFour", code.order_id as "orderId", code.added_at as "addedAt",
          case when ${CONDITION.available} then 'available' when ${CONDITION.sold} then 'sold' else 'reserved' end
            as status
        from ${from} order by code.added_at desc, code.id
        limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`,
    ),
  ]);
  return {
    data: items.map((row) => ({
      id: row.id,
      last_four: row.lastFour,
      status: row.status,
      order_id: row.orderId,
      added_at: row.addedAt.toISOString(),
    })),
    meta: pageMeta({ page: query.page, perPage: query.per_page, total: Number(total), items }),
  };
}
