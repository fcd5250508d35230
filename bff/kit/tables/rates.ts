import { z } from 'zod';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { AppliedRate, DatedRates, RATED_CURRENCIES, ratesOf } from '#core/kernel/money/dated-rates.ts';
import { Currency as CurrencyCode } from '#core/kernel/money/money.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import type { Fragment } from '#projections/kernel/sql.ts';
import type { OrderView } from '#projections/models/orders.ts';
import { type Queryable, sql } from './sql.ts';

/** The day of a moment, in UTC, as rates are kept by it. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The rates of a moment's day, as a value in a query: it is looked up once, however many rows there are. */
export const ratesAt = (moment: Date): Fragment =>
  sql.fragment`(select app.rates_on(${dayOf(moment)}::date, ${sql.array(RATED_CURRENCIES, 'text')}))`;

/** The rates of a moment's day, each with its own day and source. */
export async function readDatedRates(database: Queryable, moment: Date): Promise<DatedRates> {
  const { rates } = await database.one(sql.type(z.object({ rates: DatedRates }))`select ${ratesAt(moment)} as rates`);
  return rates;
}

export const readRates = async (database: Queryable, moment: Date): Promise<Rates> =>
  ratesOf(await readDatedRates(database, moment));

const OfOthers = z.object({ currency: CurrencyCode, rate: z.string() });

/** The same without the rates that these administrators recorded, for currencies where others have recorded one. */
export async function readRatesOfOthers(database: Queryable, moment: Date, own: readonly string[]): Promise<Rates> {
  const rows = await database.any(sql.type(OfOthers)`
    select distinct on (currency) currency, trim_scale(rate)::text as rate from app.exchange_rate
    where holds_from <= ${dayOf(moment)}::date
    order by currency, coalesce(recorded_by = any(${sql.array(own, 'uuid')}), false), holds_from desc, place desc`);
  return { ...Object.fromEntries(rows.map(({ currency, rate }) => [currency, rate])), [BASE_CURRENCY]: '1' };
}

const AppliedRates = z.array(AppliedRate);
/** The rates that converted its prices, each with its day and source. */
export const ratesOfOrder = ({ rates }: Pick<OrderView, 'rates'>): AppliedRate[] =>
  rates === null ? [] : AppliedRates.parse(JSON.parse(rates));
