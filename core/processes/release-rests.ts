import { serveWaitingOrders } from './fulfil-waiting-orders.ts';
import { giveBackRest } from './give-back-rest.ts';
import { idOf, placementOf, reactionTo } from './reaction.ts';
import { refundOrder } from './refund-order.ts';

/** The rest of an order released → it is refunded, the order leaves the queue, and the orders that wait are served. */
export const releaseRests = reactionTo('OrderRestReleased', 'release-rests', async (event, tools) => {
  const { amount } = event.data;
  // A rest of zero is not refunded.
  if (amount.amount > 0n) await refundOrder(await placementOf(idOf(event.streamId), tools), tools, amount);
  await giveBackRest(event, tools);
  await serveWaitingOrders(tools);
});
