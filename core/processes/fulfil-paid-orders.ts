import { giveBackRest, releasedRestOf } from './give-back-rest.ts';
import type { ServedOrder } from './ports.ts';
import { idOf, placementOf, type ReactionTools, reactionTo, refusalOf } from './reaction.ts';

/**
 * An order paid → codes for every line, all or none; or, if it takes parts, those in stock. It waits in the queue for
 * the rest.
 */
export const fulfilPaidOrders = reactionTo('OrderPaid', 'fulfil-paid-orders', async (event, tools) => {
  const id = idOf(event.streamId);
  // Only the note that confirms the stock is not in the log: the sender may have died before it.
  if (tools.isDone(fulfilStep(id))) return tools.stock.confirmFulfilled(id);
  const placement = await placementOf(id, tools);
  const allocation = await tools.stock.allocate({
    orderId: placement.orderId,
    position: event.position,
    inPart: placement.mayDeliverInPart ?? false,
    lines: placement.lines.map(({ lineId, variantId, quantity }) => ({ lineId, variantId, quantity })),
  });
  if (allocation.status !== 'waiting') return fulfilOrder(allocation, tools);
  // What is paid and not delivered is owed, from this moment on.
  await tools.send(`defer-${id}`, { type: 'DeferOrder', orderId: id });
});

const fulfilStep = (orderId: string) => `fulfil-${orderId}`;

/**
 * Books allocated codes as delivered. Returns them to stock when the order was cancelled meanwhile, or its rest
 * released.
 */
export async function fulfilOrder({ status, orderId, lines }: ServedOrder, tools: ReactionTools): Promise<void> {
  const { send, stock } = tools;
  const codes = lines.reduce((sum, line) => sum + line.quantity, 0);
  // One event may serve an order twice, with more codes the second time: that is a separate step.
  const step = status === 'allocated' ? fulfilStep(orderId) : `${fulfilStep(orderId)}-${codes}`;
  const refusal = await refusalOf(
    send(step, { type: 'FulfilOrder', orderId, lines: lines.map((line) => ({ ...line })) }),
    'invalid_state',
  );
  if (!refusal) return status === 'allocated' ? stock.confirmFulfilled(orderId) : stock.confirmPartly(orderId, codes);
  const released = await releasedRestOf(orderId, tools);
  return released ? giveBackRest(released, tools) : stock.release(orderId);
}
