import { placementOf, reactionTo, refusalOf } from './reaction.ts';
import { refundOrder } from './refund-order.ts';

/** A payment taken → its order is paid; or, when the order was cancelled meanwhile, the payment is refunded. */
export const markOrdersPaid = reactionTo('WalletDebited', 'mark-orders-paid', async ({ data, metadata }, tools) => {
  if (data.reason !== 'order' || tools.isDone('mark-paid')) return;
  const orderId = data.document.id;
  const placement = await placementOf(orderId, tools);
  const isConverted = placement.rates !== undefined && placement.rates.length > 0;
  const refusal = await refusalOf(
    tools.send('mark-paid', {
      type: 'MarkOrderPaid',
      orderId,
      paymentReference: data.reference,
      amount: data.amount,
      ...(isConverted && { rates: await tools.rates.on(metadata.time.slice(0, 'YYYY-MM-DD'.length)) }),
    }),
    'invalid_state',
  );
  if (refusal) await refundOrder(placement, tools);
});
