import type { Order } from '#bff/contract/shop/order.ts';
import { orderStateOf } from '#core/aggregates/states.ts';

type Statuses = Pick<Order, 'payment_status' | 'fulfillment_status'>;

/** Not paid yet: it is cancelled at `expires_at`. */
export const isAwaitingPayment = (order: Statuses): boolean => orderStateOf(order) === 'placed';

/** Paid, and waiting for codes to arrive in stock. */
export const isAwaitingStock = (order: Statuses): boolean => orderStateOf(order) === 'paid';

/** Delivered in part, and waiting for the rest to arrive in stock. */
export const isAwaitingRest = (order: Statuses): boolean => orderStateOf(order) === 'partly';

/** Its gift codes, or a part of them, can be revealed. */
export const hasCodes = (order: Statuses): boolean =>
  ['partly', 'fulfilled', 'released'].includes(orderStateOf(order) ?? '');

/** It may change by itself while it is displayed. */
export const isUnsettled = (order: Statuses): boolean =>
  isAwaitingPayment(order) || isAwaitingStock(order) || isAwaitingRest(order);

/** For a tooltip; undefined where the codes can be revealed. */
export function codesBlockedReason(order: Statuses): string | undefined {
  if (hasCodes(order)) return undefined;
  if (isAwaitingPayment(order)) return 'Gift codes are available once the order is paid';
  if (isAwaitingStock(order)) return 'Gift codes are available once the products are back in stock';
  return 'This order has no gift codes';
}
