import { LRUCache } from 'lru-cache';
import type { GiftCodeGroup } from '#bff/contract/order.ts';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError, conflict } from '#bff/lib/api-error.ts';
import type { CodeStore } from '#bff/ports/code-store.ts';
import { codesRootOf } from '#core/log-proofs/code.ts';
import type { OrderLineView } from '#projections/orders/queries.ts';

/** Limit of codes in one answer; for a larger order the customer needs support. */
const MAX_CODES_PER_DOWNLOAD = 100_000;
/** Limit of reveals for a customer in a minute: many for a person, few for somebody with a stolen session. */
export const MAX_REVEALS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const CUSTOMERS_WATCHED = 10_000;

/** Counts reveals by customer, in this process. */
export function createRevealLimit({ security }: Pick<BffDeps, 'security'>): (customerId: string) => void {
  const looks = new LRUCache<string, { count: number }>({ max: CUSTOMERS_WATCHED, ttl: MINUTE_MS });
  return (customerId) => {
    const mine = looks.get(customerId) ?? { count: 0 };
    if (mine.count === 0) looks.set(customerId, mine);
    mine.count += 1;
    if (mine.count > MAX_REVEALS_PER_MINUTE) {
      security.note('codes-opened-often', { accountId: customerId });
      throw new ApiError(
        429,
        'too_many_requests',
        'Gift codes were opened very often in the last minute. Please wait a moment before trying again.',
        { retryAfterS: MINUTE_MS / 1_000 },
      );
    }
  };
}

/**
 * Opens the delivered codes of an order, grouped by line. `record` comes first: a reveal without its record must not happen, a record
 * without its reveal may. @throws ApiError 409 where there are too many for one answer
 */
export async function revealCodes(
  codes: CodeStore,
  order: { readonly orderId: string; readonly fulfilledAt: Date | null },
  lines: readonly OrderLineView[],
  record: (shown: { readonly codes: number; readonly codesRoot: string }) => Promise<unknown>,
): Promise<GiftCodeGroup[]> {
  const delivered = lines.reduce((sum, line) => sum + line.delivered, 0);
  if (delivered > MAX_CODES_PER_DOWNLOAD) {
    throw conflict(
      'too_many_codes',
      `This order has more than ${MAX_CODES_PER_DOWNLOAD} codes. Please contact us: we will send them to you safely.`,
    );
  }
  const parts = order.fulfilledAt ? undefined : new Map(lines.map((line) => [line.lineId, line.delivered]));
  const opened = await codes.revealOrder(order.orderId, parts, (shown) =>
    record({ codes: shown.length, codesRoot: codesRootOf(shown) }),
  );
  const byLine = Map.groupBy(opened, (code) => code.lineId);
  return lines.map((line) => ({
    // Most names contain the variant already: 'Steam $50'.
    title: line.productName.includes(line.variantName) ? line.productName : `${line.productName} · ${line.variantName}`,
    product_id: line.productId,
    codes: (byLine.get(line.lineId) ?? []).map((code) => code.code),
  }));
}
