import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { Currency, type Money, money } from '#core/kernel/money/money.ts';
import { convert, type Rates } from '#core/kernel/money/rates.ts';
import type { Rules } from '#core/ledger/rules.ts';

const DAY_MS = 86_400_000;

const Row = z.object({ productId: z.uuid(), amount: z.bigint(), currency: Currency });

/**
 * Of each product the price in force, then of those in force within the days of the policy the lowest and the highest in each currency: a
 * new price that is near these is near all of them, however many there were.
 */
export async function pricesOf(
  { clock, rules }: Pick<BffDeps, 'clock' | 'rules'>,
  transaction: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Money[]>> {
  const since = new Date(clock().getTime() - rules().priceWindowDays * DAY_MS).toISOString();
  const rows = await transaction.any(sql.type(Row)`
    select l.product_id as "productId", prices.amount, prices.currency
    from app.product_listing l join app.product_variant v on v.id = l.variant_id
    cross join lateral (
      select v.price_minor as amount, v.currency, true as is_now
      union all
      select unnest(array[min(price_minor), max(price_minor)]), currency, false from app.price_change
      where variant_id = v.id and changed_at > ${since}::timestamptz group by currency) prices
    where l.product_id = any(${sql.array([...productIds], 'uuid')})
    order by l.product_id, prices.is_now desc, prices.currency, prices.amount`);
  const prices = Map.groupBy(rows, ({ productId }) => productId);
  return new Map([...prices].map(([id, own]) => [id, own.map(({ amount, currency }) => money(amount, currency))]));
}

/**
 * The price of the last days from which a new one is so far, below or above, that it takes a second administrator; undefined where it is
 * near all of them. Prices in other currencies are compared by what they are worth; of two rates the one counts that makes the
 * difference larger.
 */
export function farFrom(
  prices: readonly Money[],
  wanted: Money,
  rates: readonly Rates[],
  { priceFallPercent, priceRisePercent }: Pick<Rules, 'priceFallPercent' | 'priceRisePercent'>,
): Money | undefined {
  const worth = (price: Money, by: Rates) => convert(price, BASE_CURRENCY, by).amount;
  const pairs = prices.flatMap((before) =>
    before.currency === wanted.currency
      ? [{ before, from: before.amount, to: wanted.amount }]
      : rates.map((by) => ({ before, from: worth(before, by), to: worth(wanted, by) })),
  );
  const [first, ...others] = pairs;
  if (!first) return undefined;
  // from / to is the fall: it is largest where from1 * to2 > from2 * to1.
  const highest = others.reduce((most, each) => (each.from * most.to > most.from * each.to ? each : most), first);
  if (highest.to * 100n < highest.from * BigInt(100 - priceFallPercent)) return highest.before;
  const lowest = others.reduce((most, each) => (each.from * most.to < most.from * each.to ? each : most), first);
  return lowest.to * 100n > lowest.from * BigInt(100 + priceRisePercent) ? lowest.before : undefined;
}
