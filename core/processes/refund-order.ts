import type { OrderEvent } from '../order/events.ts';
import { orderPaymentReference, type ReactionTools } from './reaction.ts';

type Placement = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];

/** Gives the payment of a cancelled order back to its wallet, once, and notes it on the order. */
export async function refundOrder({ orderId, walletId, total }: Placement, { send }: ReactionTools): Promise<void> {
  const refundReference = `refund:${orderId}`;
  await send('refund', {
    type: 'RefundPayment',
    walletId,
    reference: orderPaymentReference(orderId),
    refundReference,
  });
  await send('mark-refunded', { type: 'MarkOrderRefunded', orderId, refundReference, amount: total });
}
