import type { OrderDetail } from '#bff/contract/shop/order.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { findOrderWithLines, type OrderLineView } from '#projections/models/order-lines.ts';
import type { OrderListItem } from '#projections/models/orders.ts';
import { presentOrderDetail } from './present.ts';
import { listReveals } from './reveals.ts';

export type OwnOrder = {
  readonly order: OrderListItem;
  readonly lines: readonly OrderLineView[];
  readonly detail: OrderDetail;
};

/** This customer's order with its lines, as it is shown; null for any other. */
export const findOwnOrderDetail = async (...asked: Parameters<typeof findOwnOrder>): Promise<OrderDetail | null> =>
  (await findOwnOrder(...asked))?.detail ?? null;

/** The same with the order and its lines as they are kept, in one read. */
export async function findOwnOrder(
  deps: Pick<BffDeps, 'database' | 'notes'>,
  customerId: string,
  orderId: string,
): Promise<OwnOrder | null> {
  const found = await findOrderWithLines(deps.database, orderId, customerId);
  if (!found) return null;
  const { order, lines } = found;
  const reveals = order.reveals === 0 ? [] : await listReveals(deps, order);
  return { order, lines, detail: presentOrderDetail(order, lines, reveals) };
}
