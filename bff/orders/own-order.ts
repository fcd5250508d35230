import type { OrderDetail } from '#bff/contract/order.ts';
import type { Queryable } from '#bff/lib/sql.ts';
import { findOrder, listOrderLines } from '#projections/orders/queries.ts';
import { listCodePreviews } from './code-previews.ts';
import { presentOrderDetail } from './present.ts';
import { listReveals } from './reveals.ts';

/** An order of this customer's with its lines, or null for any other. */
export async function findOwnOrderDetail(
  database: Queryable,
  customerId: string,
  orderId: string,
): Promise<OrderDetail | null> {
  const order = await findOrder(database, orderId, customerId);
  if (!order) return null;
  const [lines, codes, reveals] = await Promise.all([
    listOrderLines(database, orderId),
    listCodePreviews(database, orderId),
    listReveals(database, orderId),
  ]);
  return presentOrderDetail(order, lines, codes, reveals);
}
