import { minorJson } from '#bff/contract/base/money-json.ts';
import type { DashboardQuery, DashboardStats } from '#bff/contract/office/admin-dashboard.ts';
import { ORDER_PAYMENTS, SHOWN_DEPOSITS, TRANSACTION_TYPES } from '#core/aggregates/states.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { bySubject, countsOf, weeklyCounts } from '#projections/lists/tally.ts';
import { flowOf, flowSeries, type Growth, monthlyGrowth } from '#projections/models/dashboard.ts';

const SUBJECTS = ['customer', 'order', 'deposit', 'transaction'] as const;

/** Points of a sparkline, and of the chart without a period. */
const TREND_WEEKS = 12;
const DAY_MS = 86_400_000;

type Stats = DashboardStats['data'];

/**
 * Counts are of all time. Money and the chart are of the whole weeks of the period (without one, the last twelve). Growth compares calendar
 * months in UTC. Every figure comes from the tallies, so the cost does not grow with the history.
 */
export async function dashboardStats(database: Database, query: DashboardQuery, now: Date): Promise<Stats> {
  const today = dateOf(now);
  const days = {
    from: mondayOf(query.start_date ?? dateOf(new Date(now.getTime() - (TREND_WEEKS - 1) * 7 * DAY_MS))),
    to: query.end_date ?? today,
  };
  const [counts, flow, series, growth, trends] = await Promise.all([
    countsOf(database, SUBJECTS),
    flowOf(database, query.currency, days),
    flowSeries(database, query.currency, days, query.timeframe),
    monthlyGrowth(database, SUBJECTS, today),
    weeklyCounts(database, SUBJECTS, today, TREND_WEEKS),
  ]);
  const [customers, orders, deposits] = [counts.customer.byStatus, counts.order.byStatus, counts.deposit.byStatus];
  const transactions = counts.transaction.byType;
  const progress = bySubject(SUBJECTS, (subject) => ({
    growth_percentage: shownGrowth(growth[subject]),
    trend: [...trends[subject]],
  }));
  const { erased = 0, approved: active = 0 } = customers;
  const accounts = total(customers) - erased;
  const inCurrency = (amount: bigint) => minorJson(amount, query.currency);
  return {
    users: { total: accounts, active, pending: accounts - active, ...progress.customer },
    orders: {
      total: total(orders),
      ...each(ORDER_PAYMENTS, orders),
      ...progress.order,
    },
    deposits: {
      total: total(deposits),
      ...each(SHOWN_DEPOSITS, deposits),
      ...progress.deposit,
    },
    transactions: {
      total_transactions: total(transactions),
      inflow: inCurrency(flow.inflow),
      outflow: inCurrency(flow.outflow),
      ...progress.transaction,
      distribution: distributionOf(transactions),
      chart: {
        labels: series.map((point) => point.start),
        datasets: [
          { label: 'inflow', data: series.map((point) => inCurrency(point.inflow)) },
          { label: 'outflow', data: series.map((point) => inCurrency(point.outflow)) },
        ],
      },
    },
  };
}

/** There is no percentage from nothing to something; the screen shows "new" instead. */
const shownGrowth = ({ current, previous, percentage }: Growth): number | null =>
  previous === 0 && current > 0 ? null : percentage;

/** How many there are of each word, zeros included. */
const each = <Word extends string>(words: readonly Word[], counts: Counted) =>
  Object.fromEntries(words.map((word) => [word, counts[word] ?? 0])) as Record<Word, number>;

const distributionOf = (byType: Counted) =>
  Object.fromEntries(
    Object.entries(TRANSACTION_TYPES).map(([type, { figure }]) => [figure, byType[type] ?? 0]),
  ) as Stats['transactions']['distribution'];

type Counted = Readonly<Record<string, number>>;
const total = (counts: Counted): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function mondayOf(day: string): string {
  const time = new Date(`${day}T00:00:00Z`);
  return dateOf(new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * DAY_MS));
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10);
