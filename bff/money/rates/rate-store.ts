import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ExchangeRate } from '#bff/contract/money/admin-rate-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { dayOf } from '#bff/kit/tables/rates.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import type { KnownRate, NewRate } from '#core/finance/rates/rates.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { Currency as CurrencyCode } from '#core/kernel/money/money.ts';
import { FIRST_DAY, type RateSource } from '#core/kernel/money/rate-sources.ts';

/** The rate of the euro in a store that has none yet. */
const FIRST_EURO = '1.1';

export async function keepFirstRate(database: Queryable, at: Date): Promise<void> {
  await database.query(sql.void`
    insert into app.exchange_rate (rate_id, currency, holds_from, rate, source, recorded_at)
    select ${randomUUID()}::uuid, 'EUR', ${FIRST_DAY}::date, ${FIRST_EURO}::numeric, 'configuration', ${sql.timestamp(at)}
    where not exists (select from app.exchange_rate where currency = 'EUR')`);
}

const Known = z.object({
  currency: CurrencyCode,
  from: z.iso.date(),
  rate: z.string(),
  isTrusted: z.boolean(),
  place: z.int(),
});

/** The rates of these currencies, one for each day. */
export const knownRates = (database: Queryable, currencies: readonly Currency[]): Promise<readonly KnownRate[]> =>
  database.any(sql.type(Known)`
    select distinct on (currency, holds_from) currency, to_char(holds_from, 'YYYY-MM-DD') as from,
      trim_scale(rate)::text as rate, source = 'ecb' or confirmed_by is not null as "isTrusted", place::int4 as place
    from app.exchange_rate where currency = any(${sql.array(currencies, 'text')})
    order by currency, holds_from, place desc`);

export async function keepRates(
  database: Queryable,
  rates: readonly (NewRate & { readonly id: string })[],
  { source, by, confirmedBy, at }: Readonly<{ source: RateSource; by: string | null; confirmedBy?: string; at: Date }>,
): Promise<void> {
  const rows = rates.map(({ id, currency, from, rate, quote }) => [id, currency, from, rate, quote]);
  await database.query(sql.void`
    insert into app.exchange_rate
      (rate_id, currency, holds_from, rate, quote, source, recorded_by, confirmed_by, recorded_at)
    select wanted.*, ${source}, ${by}::uuid, ${confirmedBy ?? null}::uuid, ${sql.timestamp(at)}
    from ${sql.unnest(rows, ['uuid', 'text', 'date', 'numeric', 'text'])} as wanted`);
}

/** The newest first. `holds`: it is today's. */
export function listRates(
  { database, clock }: Pick<BffDeps, 'database' | 'clock'>,
  { currency, ...asked }: PageAsked & { readonly currency?: Currency | undefined },
) {
  const rates = rowsOf(
    ExchangeRate,
    sql.fragment`app.exchange_rate r left join app.administrator on administrator_id = recorded_by`,
    {
      id: sql.fragment`rate_id`,
      from: sql.fragment`holds_from`,
      rate: sql.fragment`trim_scale(rate)::text`,
      recorded_by: sql.fragment`administrator.name`,
      is_replaced: sql.fragment`exists (select from app.exchange_rate later where later.currency = r.currency
      and later.holds_from = r.holds_from and later.place > r.place)`,
      holds: sql.fragment`place = (select place from app.exchange_rate held where held.currency = r.currency
      and held.holds_from <= ${dayOf(clock())}::date order by holds_from desc, place desc limit 1)`,
    },
  );
  return rates.page(database, asked, { currency }, sql.fragment`holds_from desc, currency, place desc`);
}
