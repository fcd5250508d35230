import type { AdminOrderDetail, OrderStatus } from '#bff/contract/order.ts';
import type { OrderView } from '#projections/orders/queries.ts';

type State = Pick<OrderView, 'isAwaitingStock' | 'cancelledAt' | 'fulfilledAt' | 'paidAt'>;

/**
 * What PATCH …/status accepts, as the order decider does: an order can be cancelled until its codes were delivered, and
 * completed (its codes allocated) once it is paid.
 */
export function allowedStatuses(order: State): OrderStatus[] {
  if (order.cancelledAt !== null || order.fulfilledAt !== null) return [];
  return order.isAwaitingStock ? ['completed', 'cancelled'] : ['cancelled'];
}

/** What the screen may offer for an order. */
export const offersOf = (order: State): Pick<AdminOrderDetail, 'allowed_statuses' | 'can_fulfill'> => ({
  allowed_statuses: allowedStatuses(order),
  can_fulfill: order.isAwaitingStock,
});

/** Why an order cannot be fulfilled now, or null when it can. */
export function fulfilmentObstacle(order: State): string | null {
  if (order.fulfilledAt !== null) return 'The gift codes of this order were delivered already.';
  if (order.cancelledAt !== null) return 'This order was cancelled: it gets no gift codes.';
  if (order.paidAt === null) return 'This order is not paid yet: gift codes are delivered once it is.';
  return null;
}
