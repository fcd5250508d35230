import type { SealedText } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { OrderEvent } from './events.ts';
import type { OrderStatus } from './transitions.ts';

export type Placement = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];
export type Delivered = Extract<OrderEvent, { type: 'OrderFulfilled' }>['data']['lines'];

/** The booking made because the rates moved before the payment. */
type RateDifference = Extract<OrderEvent, { type: 'OrderRateDifferenceBooked' }>['data'];

export type Placed = {
  readonly rateDifference: RateDifference | null;
  readonly status: OrderStatus;
  readonly placement: Placement;
  readonly paymentReference: string | null;
  readonly refundReference: string | null;
  /** By line, all codes so far. */
  readonly delivered: Delivered;
  /** The note of its cancelling; undefined while it is not cancelled. */
  readonly cancelNote?: SealedText | null;
  /** What was refunded of an order that was delivered in part. */
  readonly released: Money | null;
  /** The payment is held until it is delivered. */
  readonly isDeferred: boolean;
};
export type OrderState = Placed | null;
