import { serveWaitingOrders } from './fulfil-waiting-orders.ts';
import { idOf, orderPaymentReference, placementOf, reactionTo, refusalOf } from './reaction.ts';
import { refundOrder } from './refund-order.ts';

/**
 * An order cancelled → its payment cancelled. If the payment was taken, it is refunded, and the codes are returned to
 * stock for the orders that wait. An order that was never paid has no codes.
 */
export const releaseCancelledOrders = reactionTo('OrderCancelled', 'release-cancelled-orders', async (event, tools) => {
  if (tools.isDone('cancel-payment')) return;
  const placement = await placementOf(idOf(event.streamId), tools);
  const { orderId, walletId } = placement;
  const refusal = await refusalOf(
    tools.send('cancel-payment', {
      type: 'CancelPayment',
      walletId,
      reference: orderPaymentReference(orderId),
    }),
    'invalid_state',
  );
  if (!refusal) return;
  await refundOrder(placement, tools, event.data.held);
  await tools.stock.release(orderId);
  await serveWaitingOrders(tools);
});
