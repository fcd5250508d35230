import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { listOrdersToExpire } from '#projections/orders/queries.ts';

/** A job of its own kind; it carries nothing. */
export const EXPIRE_ORDERS = { name: 'order-expiry', schema: z.object({}) } as const;
export const EXPIRE_ORDERS_EVERY_MS = 60_000;

const BATCH = 100;
/** Orders of one run; the next run, a minute later, goes on. */
export const MAX_EXPIRED_PER_RUN = 5_000;

/**
 * Cancels unpaid orders whose time is over. The read model only says which ones to look at: each order decides for itself,
 * so one that was paid a moment ago stays. Returns how many were asked. Safe to repeat, and to run twice at once.
 */
export async function expireOrders(
  deps: Pick<BffDeps, 'database' | 'ledger' | 'clock' | 'readModels'>,
): Promise<number> {
  const asked = new Set<string>();
  const correlationId = randomUUID();
  while (asked.size < MAX_EXPIRED_PER_RUN) {
    const now = deps.clock();
    const due = await listOrdersToExpire(deps.database, now, BATCH);
    const fresh = due.filter(({ orderId }) => !asked.has(orderId));
    if (fresh.length === 0) return asked.size;
    let position = -1n;
    for (const { orderId } of fresh) {
      asked.add(orderId);
      const result = await deps.ledger.execute(
        { type: 'ExpireOrder', orderId, now: now.toISOString() },
        { commandId: randomUUID(), correlationId, actor: { kind: 'system', id: 'order-expiry' } },
      );
      if (result.position > position) position = result.position;
    }
    // The next batch would else be this one again.
    await deps.readModels.waitForPosition(position, READ_MODEL_TIMEOUT_MS);
  }
  return asked.size;
}

const READ_MODEL_TIMEOUT_MS = 10_000;
