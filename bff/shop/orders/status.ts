import type { AdminOrderDetail, OrderStatus } from '#bff/contract/shop/order.ts';
import { type OrderStatus as LedgerStatus, mayBecome, NEXT } from '#core/aggregates/order/transitions.ts';
import type { OrderView } from '#projections/models/orders.ts';

type State = Pick<OrderView, 'cancelledAt' | 'fulfilledAt' | 'releasedAt' | 'partlyFulfilledAt' | 'paidAt'>;

function statusOf(order: State): LedgerStatus {
  if (order.cancelledAt !== null) return 'cancelled';
  if (order.fulfilledAt !== null) return 'fulfilled';
  if (order.releasedAt !== null) return 'released';
  if (order.partlyFulfilledAt !== null) return 'partly';
  return order.paidAt === null ? 'placed' : 'paid';
}

/** The statuses that an administrator can set, in the API's words. An order becomes paid only by its payment; a rest is released with its amount. */
const WORD_OF: Readonly<Partial<Record<LedgerStatus, OrderStatus>>> = {
  fulfilled: 'completed',
  cancelled: 'cancelled',
};

export const allowedStatuses = (order: State): OrderStatus[] =>
  NEXT[statusOf(order)].flatMap((status) => WORD_OF[status] ?? []);

export const offersOf = (order: State): Pick<AdminOrderDetail, 'allowed_statuses' | 'can_fulfill'> => ({
  allowed_statuses: allowedStatuses(order),
  can_fulfill: mayBecome(statusOf(order), 'fulfilled'),
});

/** Null where the order can be fulfilled. */
export const fulfilmentObstacle = (order: State): string | null => OBSTACLE[statusOf(order)];

const OBSTACLE: Readonly<Record<LedgerStatus, string | null>> = {
  placed: 'This order is not paid yet: gift codes are delivered once it is.',
  paid: null,
  partly: null,
  fulfilled: 'The gift codes of this order were delivered already.',
  released: 'The rest of this order was released: it gets no more gift codes.',
  cancelled: 'This order was cancelled: it gets no gift codes.',
};
