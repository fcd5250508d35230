import { z } from 'zod';
import type { Currency } from '#core/kernel/money/money.ts';
import { bigint, currency, day } from '#projections/kernel/columns.ts';
import { dayOf, type Projection } from '#projections/kernel/projection.ts';
import { betweenDays, type Database, type Days, every, sql } from '#projections/kernel/sql.ts';
import { defineTable } from '#projections/kernel/table.ts';
import { conditionsOf } from '#projections/kernel/view.ts';
import { bySubject, type TallySubject } from '#projections/lists/tally.ts';

/** Money into and out of all wallets by the UTC day on which it moved. Counts and distributions come from the tallies. */
const flowDays = defineTable(
  'flow_days',
  ['day', 'currency'],
  {
    day: day(),
    currency: currency(),
    /** Minor units, both positive. */
    inflow: bigint(),
    outflow: bigint(),
    /** How many movements. */
    inflows: bigint(),
    outflows: bigint(),
  },
  { fillfactor: 50 },
);

const NOTHING = { inflow: 0n, outflow: 0n, inflows: 0n, outflows: 0n };

/** Money counts on the day it moved: a withdrawal when it was captured, not when it was requested. */
export const dashboardProjection: Projection = {
  tables: [flowDays],
  reads: () => [],
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, { ...NOTHING, day: dayOf(event), currency, inflow: amount, inflows: 1n });
        return;
      }
      case 'WalletDebited':
      case 'WalletHoldCaptured': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, { ...NOTHING, day: dayOf(event), currency, outflow: amount, outflows: 1n });
        return;
      }
    }
  },
};

const { inflow, outflow, inflows, outflows } = flowDays.columns;
const Flow = z.object({ inflow: inflow.read, outflow: outflow.read, inflows: inflows.read, outflows: outflows.read });
export type Flow = z.infer<typeof Flow>;
/** The sum of no rows is 0. */
const sums = sql.fragment`coalesce(sum(inflow), 0)::int8 as inflow, coalesce(sum(outflow), 0)::int8 as outflow,
  coalesce(sum(inflows), 0)::int8 as inflows, coalesce(sum(outflows), 0)::int8 as outflows`;

/** Money into and out of all wallets of one currency. */
export function flowOf(database: Database, currency: Currency, days: Days = {}): Promise<Flow> {
  return database.one(sql.type(Flow)`select ${sums} from read.flow_days where ${every(conditions(currency, days))}`);
}

const FlowPoint = Flow.extend({
  /** The first day of the period, YYYY-MM-DD; weeks begin on Monday. */
  start: z.string(),
});
export type FlowPoint = z.infer<typeof FlowPoint>;

/** Most periods of a chart. */
const MAX_FLOW_POINTS = 400;

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
      select to_char(period.start, 'YYYY-MM-DD') as start, ${sums}
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

const GrowthRow = z.object({ subject: z.string(), current: z.bigint(), previous: z.bigint() });
export type Growth = { readonly current: number; readonly previous: number; readonly percentage: number };

/**
 * How many of several subjects began in the calendar month of `today` (YYYY-MM-DD), compared with the month before, in
 * percent with one decimal. If there were none before, any growth is 100 and no growth is 0.
 */
export async function monthlyGrowth<Subject extends TallySubject>(
  database: Database,
  subjects: readonly Subject[],
  today: string,
): Promise<Readonly<Record<Subject, Growth>>> {
  const rows = await database.any(
    sql.type(GrowthRow)`select wanted.subject,
        coalesce(sum(count) filter (where day >= month.start), 0)::int8 as current,
        coalesce(sum(count) filter (where day < month.start), 0)::int8 as previous
      from unnest(${sql.array([...subjects], 'text')}) as wanted(subject)
      cross join (select date_trunc('month', ${today}::date::timestamp)::date as start) month
      left join read.tally_days tally on tally.subject = wanted.subject
        and day >= (month.start - interval '1 month')::date and day < (month.start + interval '1 month')::date
      group by wanted.subject`,
  );
  return bySubject(subjects, (subject) => {
    const row = rows.find((found) => found.subject === subject);
    const [current, previous] = [Number(row?.current ?? 0n), Number(row?.previous ?? 0n)];
    return { current, previous, percentage: growthPercentage(current, previous) };
  });
}

/** Exported for its test. */
export function growthPercentage(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1_000) / 10;
}

const conditions = (currency: Currency, days: Days) => [
  ...conditionsOf(flowDays, { currency }),
  ...betweenDays(sql.fragment`flow_days.day`, days),
];
