import { fulfilOrder } from './fulfil-paid-orders.ts';
import { type ReactionTools, reactionTo } from './reaction.ts';

const ORDERS_AT_A_TIME = 50;
/** Rounds for one event; the next stock or cancellation serves what is left. */
const MAX_ROUNDS = 1_000;

/** Stock added, or an administrator requests it → codes for the orders that wait, oldest first. */
export const fulfilWaitingOrders = reactionTo(
  'AdministratorActed',
  'fulfil-waiting-orders',
  async ({ data }, tools) => {
    if (data.action === 'stock-added' || data.action === 'fulfilment-requested') await serveWaitingOrders(tools);
  },
);

export async function serveWaitingOrders(tools: ReactionTools): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const allocations = await tools.stock.allocateWaiting(ORDERS_AT_A_TIME);
    for (const allocation of allocations) await fulfilOrder(allocation, tools);
    if (allocations.length < ORDERS_AT_A_TIME) return;
  }
  tools.logger.warn({ rounds: MAX_ROUNDS }, 'orders may still wait for stock that is there');
}
