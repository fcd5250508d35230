import { CURRENCIES, isCurrency } from '#core/kernel/currencies.ts';
import type { Rates } from '#core/kernel/rates.ts';
import { type Fragment, sql } from '#projections/kernel/sql.ts';

/** What the price in listing `l` is worth in the base currency: what prices of several currencies are sorted by. */
export function worthOfPrice(rates: Rates): Fragment {
  const ofMinorUnits = Object.entries(rates).flatMap(([code, rate]) =>
    isCurrency(code) ? [[code, `${rate}e-${CURRENCIES[code].digits}`]] : [],
  );
  return sql.fragment`l.price_minor * (${JSON.stringify(Object.fromEntries(ofMinorUnits))}::jsonb ->> l.currency)::numeric`;
}
