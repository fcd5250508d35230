import type pg from 'pg';
import { DatedRates, RATED_CURRENCIES } from '#core/kernel/money/dated-rates.ts';
import type { RatesPort } from '#core/processes/ports.ts';

/** The recorded rates, for the processes: see baseline/09_invoices.sql. */
export const createRates = ({ pool }: { pool: pg.Pool }): RatesPort => ({
  async on(day) {
    const { rows } = await pool.query<{ rates: unknown }>({
      name: 'rates-on',
      text: 'select app.rates_on($1::date, $2::text[]) as rates',
      values: [day, RATED_CURRENCIES],
    });
    return DatedRates.parse(rows[0]?.rates);
  },
});
