import { v5 } from 'uuid';
import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { listOrdersToExpire } from '#projections/orders/queries.ts';

/** Carries nothing: what is overdue is found by looking. */
export const EXPIRE_ORDERS = { name: 'order-expiry', schema: z.object({}) } as const;
export const EXPIRE_ORDERS_EVERY_MS = 30_000;
/** Orders of one run; the next run goes on. */
const MAX_ORDERS_PER_RUN = 500;

const NAMESPACE = '3b0c3c53-3c5a-5d0e-9d8f-6e3f0f4c1a77';

/**
 * Cancels unpaid orders whose time is over. The read model only says which to look at: whether an order expires is for the
 * ledger, which may have taken its payment a moment ago. Safe to repeat; returns how many it looked at.
 */
export async function expireOrders(deps: Pick<BffDeps, 'database' | 'ledger' | 'clock' | 'logger'>): Promise<number> {
  const now = deps.clock();
  const orders = await listOrdersToExpire(deps.database, now, MAX_ORDERS_PER_RUN);
  for (const { orderId } of orders) {
    try {
      await deps.ledger.execute(
        { type: 'ExpireOrder', orderId, now: now.toISOString() },
        {
          commandId: v5(`expire/${orderId}`, NAMESPACE),
          correlationId: v5(`expire/${orderId}`, NAMESPACE),
          actor: { kind: 'system', id: 'order-expiry' },
        },
      );
    } catch (error) {
      // One order that cannot expire must not keep the others; an event store that is away ends the run.
      if (!isDomainError(error) || error.code === 'unavailable') throw error;
      deps.logger.warn({ err: error, orderId }, 'an order could not be expired');
    }
  }
  return orders.length;
}
