import { placementOf, reactionTo, refusalOf } from './reaction.ts';
import { refundOrder } from './refund-order.ts';

/** A payment taken → its order is paid; or, when the order was cancelled meanwhile, the payment is given back. */
export const markOrdersPaid = reactionTo('WalletDebited', 'mark-orders-paid', async ({ data }, tools) => {
  if (data.reason !== 'order') return;
  const orderId = data.document.id;
  const refusal = await refusalOf(
    tools.send('mark-paid', {
      type: 'MarkOrderPaid',
      orderId,
      paymentReference: data.reference,
      amount: data.amount,
    }),
    'invalid_state',
  );
  if (refusal) await refundOrder(await placementOf(orderId, tools), tools);
});
