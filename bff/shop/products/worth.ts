import { ratesAt } from '#bff/kit/tables/rates.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { BASE_CURRENCY, CURRENCIES } from '#core/kernel/money/currencies.ts';
import type { Fragment } from '#projections/kernel/sql.ts';

const UNITS = JSON.stringify(
  Object.fromEntries(Object.entries(CURRENCIES).map(([code, { digits }]) => [code, `1e-${digits}`])),
);

/** The value of the price in listing `l` in the base currency at the moment: prices of several currencies are sorted by it. */
export const worthOfPrice = (now: Date): Fragment =>
  sql.fragment`l.price_minor * (${UNITS}::jsonb ->> l.currency)::numeric
    * case when l.currency = ${BASE_CURRENCY} then 1 else (${ratesAt(now)} -> l.currency ->> 'rate')::numeric end`;
