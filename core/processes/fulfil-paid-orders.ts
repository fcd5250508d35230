import type { StockAllocation } from './ports.ts';
import { idOf, placementOf, type ReactionTools, reactionTo, refusalOf } from './reaction.ts';

/** An order paid → codes for every line, all or none; without stock it waits in the queue. */
export const fulfilPaidOrders = reactionTo('OrderPaid', 'fulfil-paid-orders', async (event, tools) => {
  const placement = await placementOf(idOf(event.streamId), tools);
  const allocation = await tools.stock.allocate({
    orderId: placement.orderId,
    position: event.position,
    lines: placement.lines.map(({ lineId, variantId, quantity }) => ({ lineId, variantId, quantity })),
  });
  if (allocation.status === 'allocated') await fulfilOrder(allocation, tools);
});

/** Books allocated codes as delivered; gives them back when the order was cancelled meanwhile. */
export async function fulfilOrder(
  { orderId, lines }: Extract<StockAllocation, { status: 'allocated' }>,
  { send, stock }: ReactionTools,
): Promise<void> {
  const refusal = await refusalOf(
    send(`fulfil-${orderId}`, { type: 'FulfilOrder', orderId, lines: lines.map((line) => ({ ...line })) }),
    'invalid_state',
  );
  if (refusal) await stock.release(orderId);
  else await stock.confirmFulfilled(orderId);
}
