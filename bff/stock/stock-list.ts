import { z } from 'zod';
import type { StockListQuery, StockPage } from '#bff/contract/admin-product.ts';
import { presentList } from '#bff/lib/present.ts';
import { readPage } from '#bff/lib/read-page.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const CodeRow = z.object({
  id: z.uuid(),
  last_four: z.string(),
  status: z.enum(['available', 'reserved', 'sold']),
  order_id: z.uuid().nullable(),
  added_at: z.date(),
});

const CONDITION = {
  available: sql.fragment`code.order_id is null`,
  reserved: sql.fragment`code.order_id is not null and request.fulfilled_at is null`,
  sold: sql.fragment`code.order_id is not null and request.fulfilled_at is not null`,
} as const;

/** The codes of a product by their last four characters, newest first. No code is opened. */
export async function stockPage(
  database: Queryable,
  variantId: string | null,
  query: StockListQuery,
): Promise<StockPage> {
  const { status } = query;
  const page = await readPage(database, query, {
    row: CodeRow,
    columns: sql.fragment`code.id, code.last_four, code.order_id, code.added_at,
      case when ${CONDITION.available} then 'available' when ${CONDITION.sold} then 'sold' else 'reserved' end as status`,
    from: sql.fragment`app.gift_code code left join app.stock_request request on request.order_id = code.order_id
      where code.variant_id = ${variantId} and ${status === undefined ? sql.fragment`true` : CONDITION[status]}`,
    order: sql.fragment`code.added_at desc, code.id`,
  });
  return presentList(page, (row) => ({ ...row, added_at: row.added_at.toISOString() }));
}
