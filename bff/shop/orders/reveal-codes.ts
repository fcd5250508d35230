import { z } from 'zod';
import type { GiftCodeGroup } from '#bff/contract/shop/order.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError, conflict } from '#bff/kit/lib/api-error.ts';
import type { CodeStore } from '#bff/kit/ports/code-store.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { codesRootOf } from '#core/proofs/code.ts';
import type { OrderLineView } from '#projections/models/order-lines.ts';

/** Limit of codes in one answer; for a larger order the customer needs support. */
const MAX_CODES_PER_DOWNLOAD = 100_000;
/** Limit of reveals for a customer in a minute: many for a person, few for somebody with a stolen session. */
export const MAX_REVEALS_PER_MINUTE = 60;
/** A look at more codes counts as several: opening them is what costs, so a minute opens no more than 150,000 for one customer. */
const CODES_OF_A_LOOK = 2_500;
const MINUTE_MS = 60_000;

const Looks = z.object({ looks: z.int() });

/**
 * Counts a look at the codes of an order, over all processes: all of them are opened for it, whatever is shown of them.
 * @throws ApiError 409 where there are more than one answer may open; 429 above the limit of the minute
 */
export async function countReveal(
  { database, security, clock }: Pick<BffDeps, 'database' | 'security' | 'clock'>,
  customerId: string,
  lines: readonly Pick<OrderLineView, 'delivered'>[],
): Promise<void> {
  requireFewCodes(lines);
  const cost = Math.ceil(deliveredOf(lines) / CODES_OF_A_LOOK);
  const now = clock().getTime();
  const [minute, before] = [0, MINUTE_MS].map((ms) => new Date(now - (now % MINUTE_MS) - ms).toISOString());
  // Of the minute before, the part that is less than a minute ago.
  const part = 1 - (now % MINUTE_MS) / MINUTE_MS;
  const { looks } = await database.one(sql.type(Looks)`
    with mine as (
      insert into app.code_look (customer_id, minute, looks) values (${customerId}, ${minute ?? ''}::timestamptz, ${cost})
      on conflict (customer_id, minute) do update set looks = app.code_look.looks + excluded.looks returning looks)
    select mine.looks + coalesce((select floor(looks * ${part}::float8)::int from app.code_look
      where customer_id = ${customerId} and minute = ${before ?? ''}::timestamptz), 0) as looks from mine`);
  if (looks <= MAX_REVEALS_PER_MINUTE) return;
  security.note('codes-opened-often', { accountId: customerId });
  throw new ApiError(
    429,
    'too_many_requests',
    'Gift codes were opened very often in the last minute. Please wait a moment before trying again.',
    { retryAfterS: MINUTE_MS / 1_000 },
  );
}

const deliveredOf = (lines: readonly Pick<OrderLineView, 'delivered'>[]): number =>
  lines.reduce((sum, line) => sum + line.delivered, 0);

/** @throws ApiError 409 where the order has more codes than one answer may open */
export function requireFewCodes(lines: readonly Pick<OrderLineView, 'delivered'>[]): void {
  if (deliveredOf(lines) <= MAX_CODES_PER_DOWNLOAD) return;
  throw conflict(
    'too_many_codes',
    `This order has more than ${MAX_CODES_PER_DOWNLOAD} codes. Please contact us: we will send them to you safely.`,
  );
}

/**
 * Opens the delivered codes of an order, grouped by line. `record` comes first: a reveal without its record must not happen, a record
 * without its reveal may. {@link countReveal} comes before.
 */
export async function revealCodes(
  codes: CodeStore,
  order: { readonly orderId: string; readonly fulfilledAt: Date | null },
  lines: readonly OrderLineView[],
  record: (shown: { readonly codes: number; readonly codesRoot: string }) => Promise<unknown>,
): Promise<GiftCodeGroup[]> {
  const parts = order.fulfilledAt ? undefined : new Map(lines.map((line) => [line.lineId, line.delivered]));
  const opened = await codes.revealOrder(order.orderId, parts, async (shown) =>
    record({ codes: shown.length, codesRoot: await codesRootOf(shown) }),
  );
  const byLine = Map.groupBy(opened, (code) => code.lineId);
  return lines.map((line) => ({
    // Most names contain the variant already: 'Steam $50'.
    title: line.productName.includes(line.variantName) ? line.productName : `${line.productName} · ${line.variantName}`,
    product_id: line.productId,
    codes: (byLine.get(line.lineId) ?? []).map((code) => code.code),
  }));
}
