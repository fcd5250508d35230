import type { DashboardQuery, DashboardStats } from '#bff/contract/admin-dashboard.ts';
import { minorJson } from '#bff/lib/money-json.ts';
import {
  countsByStatus,
  flowOf,
  flowSeries,
  monthlyGrowth,
  transactionDistribution,
} from '#projections/dashboard/queries.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { type TallySubject, weeklyCounts } from '#projections/tally/queries.ts';

/** Points of a sparkline, and of the chart where no period is asked for. */
const TREND_WEEKS = 12;
const DAY_MS = 86_400_000;

type Stats = DashboardStats['data'];

/**
 * Counts are of all time; money and the chart are of the period asked for (the last twelve weeks without one). Growth
 * compares calendar months in UTC. Every figure comes from the tallies, so the cost does not grow with the history.
 */
export async function dashboardStats(database: Database, query: DashboardQuery, now: Date): Promise<Stats> {
  const today = dateOf(now);
  const days = {
    from: query.start_date ?? dateOf(new Date(now.getTime() - (TREND_WEEKS - 1) * 7 * DAY_MS)),
    to: query.end_date ?? today,
  };
  const [customers, orders, deposits, distribution, flow, series, users, orderGrowth, depositGrowth, movements] =
    await Promise.all([
      countsByStatus(database, 'customer'),
      countsByStatus(database, 'order'),
      countsByStatus(database, 'deposit'),
      transactionDistribution(database),
      flowOf(database, query.currency, days),
      flowSeries(database, query.currency, days, query.timeframe),
      progress(database, 'customer', today),
      progress(database, 'order', today),
      progress(database, 'deposit', today),
      progress(database, 'transaction', today),
    ]);
  const { erased = 0, approved: active = 0 } = customers;
  const accounts = total(customers) - erased;
  const counted = (name: string) => distribution.find((part) => part.name === name)?.count ?? 0;
  const inCurrency = (amount: bigint) => minorJson(amount, query.currency);
  return {
    users: { total: accounts, active, pending: accounts - active, ...users },
    orders: {
      total: total(orders),
      completed: orders.completed ?? 0,
      pending: orders.pending ?? 0,
      cancelled: (orders.cancelled ?? 0) + (orders.failed ?? 0),
      ...orderGrowth,
    },
    deposits: {
      total: total(deposits),
      approved: deposits.approved ?? 0,
      pending: deposits.pending ?? 0,
      rejected: deposits.rejected ?? 0,
      ...depositGrowth,
    },
    transactions: {
      total_transactions: distribution.reduce((sum, part) => sum + part.count, 0),
      inflow: inCurrency(flow.inflow),
      outflow: inCurrency(flow.outflow),
      ...movements,
      distribution: {
        deposits: counted('deposit'),
        payments: counted('payment'),
        withdrawals: counted('withdrawal'),
      },
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

async function progress(
  database: Database,
  subject: TallySubject,
  today: string,
): Promise<{ growth_percentage: number | null; trend: number[] }> {
  const [growth, trend] = await Promise.all([
    monthlyGrowth(database, subject, today),
    weeklyCounts(database, subject, today, TREND_WEEKS),
  ]);
  // From nothing there is no percentage; the screen says "new" instead.
  return { growth_percentage: growth.previous === 0 ? null : growth.percentage, trend: [...trend] };
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const dateOf = (time: Date): string => time.toISOString().slice(0, 10);
