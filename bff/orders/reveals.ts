import type { CodeReveal } from '#bff/contract/order.ts';
import { listAuditEvents } from '#projections/audit-trail/queries.ts';
import type { Database } from '#projections/kernel/sql.ts';

/** Reveals listed with an order, newest first. */
const MAX_LISTED_REVEALS = 50;

/** When and through what the codes of an order were shown, from the order's own events. */
export async function listReveals(database: Database, orderId: string): Promise<CodeReveal[]> {
  const { items } = await listAuditEvents(database, {
    category: 'order',
    objectId: orderId,
    type: 'OrderCodesRevealed',
    limit: MAX_LISTED_REVEALS,
  });
  return items.map((event) => ({
    revealed_at: event.time.toISOString(),
    by: event.actorKind === 'api-key' ? 'api-key' : 'customer',
    codes_count: Number(event.data.codes ?? 0),
  }));
}
