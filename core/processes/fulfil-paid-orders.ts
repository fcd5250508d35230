import type { StockAllocation } from './ports.ts';
import { idOf, placementOf, type ReactionTools, reactionTo, refusalOf } from './reaction.ts';

/** An order paid → codes for every line, all or none; without stock it waits in the queue. */
export const fulfilPaidOrders = reactionTo('OrderPaid', 'fulfil-paid-orders', async (event, tools) => {
  const id = idOf(event.streamId);
  // Its sender may have died before this note: it alone is not in the log.
  if (tools.isDone(fulfilStep(id))) return tools.stock.confirmFulfilled(id);
  const placement = await placementOf(id, tools);
  const allocation = await tools.stock.allocate({
    orderId: placement.orderId,
    position: event.position,
    lines: placement.lines.map(({ lineId, variantId, quantity }) => ({ lineId, variantId, quantity })),
  });
  if (allocation.status === 'allocated') await fulfilOrder(allocation, tools);
});

const fulfilStep = (orderId: string) => `fulfil-${orderId}`;

/** Books allocated codes as delivered; gives them back when the order was cancelled meanwhile. */
export async function fulfilOrder(
  { orderId, lines }: Extract<StockAllocation, { status: 'allocated' }>,
  { send, stock }: ReactionTools,
): Promise<void> {
  const refusal = await refusalOf(
    send(fulfilStep(orderId), { type: 'FulfilOrder', orderId, lines: lines.map((line) => ({ ...line })) }),
    'invalid_state',
  );
  if (refusal) await stock.release(orderId);
  else await stock.confirmFulfilled(orderId);
}
