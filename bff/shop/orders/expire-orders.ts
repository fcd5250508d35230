import { v5 } from 'uuid';
import type { BffDeps } from '#bff/kit/deps.ts';
import { eachAlone } from '#bff/kit/jobs/each-alone.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { listOrdersToExpire } from '#projections/models/orders.ts';

export const EXPIRE_ORDERS = repeatedJob('order-expiry', 30_000);
/** The next run continues. */
const MAX_ORDERS_PER_RUN = 500;

const NAMESPACE = '3b0c3c53-3c5a-5d0e-9d8f-6e3f0f4c1a77';

/**
 * Cancels unpaid orders whose time is over. The read model only says which orders to try. The ledger decides whether an order expires,
 * because it may have taken its payment a moment ago. Safe to repeat; returns how many it tried.
 */
export async function expireOrders(deps: Pick<BffDeps, 'database' | 'ledger' | 'clock' | 'logger'>): Promise<number> {
  const now = deps.clock();
  return eachAlone(
    await listOrdersToExpire(deps.database, now, MAX_ORDERS_PER_RUN),
    ({ orderId }) => {
      const id = v5(`expire/${orderId}`, NAMESPACE);
      const actor = { kind: 'system', id: EXPIRE_ORDERS.name } as const;
      const command = { type: 'ExpireOrder', orderId, now: now.toISOString() } as const;
      return deps.ledger.execute(command, { commandId: id, correlationId: id, actor });
    },
    (error, { orderId }) => deps.logger.warn({ err: error, orderId }, 'an order could not be expired'),
  );
}
