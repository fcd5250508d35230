import type { Money } from '../kernel/money.ts';
import type { OrderEvent } from '../order/events.ts';
import { orderPaymentReference, type ReactionTools } from './reaction.ts';

type Placement = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];

/** Refunds the payment of a cancelled order, or the part held undelivered, to its wallet, once, and records it on the order. */
export async function refundOrder(
  { orderId, walletId, total }: Placement,
  { send }: ReactionTools,
  undelivered?: Money,
): Promise<void> {
  const refundReference = `refund:${orderId}`;
  await send('refund', {
    type: 'RefundPayment',
    walletId,
    reference: orderPaymentReference(orderId),
    refundReference,
    ...(undelivered && { undelivered }),
  });
  await send('mark-refunded', { type: 'MarkOrderRefunded', orderId, refundReference, amount: undelivered ?? total });
}
