import type { OrderDetail } from '#bff/contract/order.ts';
import type { BffDeps } from '#bff/deps.ts';
import { findOrderWithLines } from '#projections/orders/queries.ts';
import { presentOrderDetail } from './present.ts';
import { listReveals } from './reveals.ts';

/** This customer's order with its lines, or null for any other. */
export async function findOwnOrderDetail(
  deps: Pick<BffDeps, 'database' | 'notes'>,
  customerId: string,
  orderId: string,
): Promise<OrderDetail | null> {
  const found = await findOrderWithLines(deps.database, orderId, customerId);
  if (!found) return null;
  const { order, lines } = found;
  return presentOrderDetail(order, lines, order.reveals === 0 ? [] : await listReveals(deps, order));
}
