import { isFinalRefusal } from '../kernel/errors.ts';
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
  const refused: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const allocations = await tools.stock.allocateWaiting(ORDERS_AT_A_TIME, refused);
    for (const allocation of allocations) {
      try {
        await fulfilOrder(allocation, tools);
      } catch (error) {
        if (!isFinalRefusal(error)) throw error;
        // It keeps its codes until a person decides; `ledger check` names it. The orders behind it are served.
        refused.push(allocation.orderId);
        tools.logger.error({ err: error, orderId: allocation.orderId }, 'codes of an order were refused for good');
      }
    }
    if (allocations.length < ORDERS_AT_A_TIME) return;
  }
  tools.logger.warn({ rounds: MAX_ROUNDS }, 'orders may still wait for stock that is there');
}
