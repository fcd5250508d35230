import { z } from 'zod';
import type { Currency } from '#core/kernel/money.ts';
import { type Database, every, sql } from '../kernel/sql.ts';
import { breakdownOf, type TallySubject } from '../tally/queries.ts';

/** Whole UTC days (YYYY-MM-DD), both inclusive. */
export type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

const Flow = z.object({
  /** Minor units, both positive. */
  inflow: z.bigint(),
  outflow: z.bigint(),
  /** How many movements. */
  inflows: z.bigint(),
  outflows: z.bigint(),
});
export type Flow = z.infer<typeof Flow>;

/** Money into and out of all wallets of one currency. */
export function flowOf(database: Database, currency: Currency, days: Days = {}): Promise<Flow> {
  return database.one(
    sql.type(Flow)`select coalesce(sum(inflow), 0)::int8 as inflow, coalesce(sum(outflow), 0)::int8 as outflow,
        coalesce(sum(inflows), 0)::int8 as inflows, coalesce(sum(outflows), 0)::int8 as outflows
      from read.flow_days where ${every(conditions(currency, days))}`,
  );
}

const FlowPoint = Flow.extend({
  /** The first day of the period, YYYY-MM-DD; weeks begin on Monday. */
  start: z.string(),
});
export type FlowPoint = z.infer<typeof FlowPoint>;

/** Periods of a chart at most. */
export const MAX_FLOW_POINTS = 400;

/** Inflow and outflow by day, week or month from `from` to `to`, periods without movements included. */
export function flowSeries(
  database: Database,
  currency: Currency,
  days: { readonly from: string; readonly to: string },
  timeframe: 'daily' | 'weekly' | 'monthly' = 'weekly',
): Promise<readonly FlowPoint[]> {
  const unit = { daily: 'day', weekly: 'week', monthly: 'month' }[timeframe];
  return database.any(
    sql.type(FlowPoint)`
      select to_char(period.start, 'YYYY-MM-DD') as start, coalesce(sum(inflow), 0)::int8 as inflow,
        coalesce(sum(outflow), 0)::int8 as outflow, coalesce(sum(inflows), 0)::int8 as inflows,
        coalesce(sum(outflows), 0)::int8 as outflows
      from (
        select * from generate_series(date_trunc(${unit}, ${days.from}::date::timestamp), ${days.to}::date::timestamp,
          ${`1 ${unit}`}::interval) as series(start)
        order by start desc limit ${MAX_FLOW_POINTS}
      ) period
      left join read.flow_days on date_trunc(${unit}, flow_days.day::timestamp) = period.start
        and ${every(conditions(currency, days))}
      group by period.start order by period.start`,
  );
}

const Growth = z.object({ current: z.bigint(), previous: z.bigint() });

/**
 * How many of a subject began in the calendar month of `today` (YYYY-MM-DD) against the calendar month before, in percent
 * with one decimal. Where there were none before, any growth is 100 and none is 0.
 */
export async function monthlyGrowth(
  database: Database,
  subject: TallySubject,
  today: string,
): Promise<{ current: number; previous: number; percentage: number }> {
  const growth = await database.one(
    sql.type(Growth)`select
        coalesce(sum(count) filter (where day >= month.start), 0)::int8 as current,
        coalesce(sum(count) filter (where day < month.start), 0)::int8 as previous
      from (select date_trunc('month', ${today}::date::timestamp)::date as start) month
      left join read.tally_days on subject = ${subject} and day >= (month.start - interval '1 month')::date
        and day < (month.start + interval '1 month')::date`,
  );
  const current = Number(growth.current);
  const previous = Number(growth.previous);
  return { current, previous, percentage: growthPercentage(current, previous) };
}

/** Exported for its test. */
export function growthPercentage(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1_000) / 10;
}

export type Distribution = readonly { readonly name: string; readonly count: number }[];

/** How many transactions there are of each type: deposit, payment, withdrawal. */
export async function transactionDistribution(database: Database, days: Days = {}): Promise<Distribution> {
  return sumBy(await breakdownOf(database, 'transaction', days), (row) => row.type, [
    'deposit',
    'payment',
    'withdrawal',
  ]);
}

/** How many orders there are of each payment status. */
export async function orderDistribution(database: Database, days: Days = {}): Promise<Distribution> {
  return sumBy(await breakdownOf(database, 'order', days), (row) => row.status, [
    'completed',
    'pending',
    'cancelled',
    'failed',
  ]);
}

/** How many of a subject there are by status, e.g. `{ approved: 12, pending: 3 }`. */
export async function countsByStatus(
  database: Database,
  subject: TallySubject,
  days: Days = {},
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const row of await breakdownOf(database, subject, days)) {
    counts[row.status] = (counts[row.status] ?? 0) + Number(row.count);
  }
  return counts;
}

function sumBy<Row extends { count: bigint }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  names: readonly string[],
): Distribution {
  return names.map((name) => ({
    name,
    count: rows.reduce((sum, row) => (nameOf(row) === name ? sum + Number(row.count) : sum), 0),
  }));
}

function conditions(currency: Currency, days: Days) {
  return [
    sql.fragment`flow_days.currency = ${currency}`,
    ...(days.from === undefined ? [] : [sql.fragment`flow_days.day >= ${days.from}::date`]),
    ...(days.to === undefined ? [] : [sql.fragment`flow_days.day <= ${days.to}::date`]),
  ];
}
