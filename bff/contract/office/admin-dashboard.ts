import { z } from 'zod';
import { Currency, DateOnly, dataOf, Money, withDaysInOrder } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { TRANSACTION_TYPES } from '#core/aggregates/states.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';

export const DashboardQuery = withDaysInOrder(
  z.object({
    /** The chart has whole weeks: it begins on the Monday of this day's week. */
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
    timeframe: z.literal('weekly').default('weekly'),
    currency: Currency.default(BASE_CURRENCY),
  }),
);
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** This calendar month against the last one, in percent; null where last month had none and this one has some. */
const growth = { growth_percentage: z.number().nullable() };
/** One point a week, oldest first, for the sparkline. */
const trend = { trend: z.array(z.int()) };

type Figure = (typeof TRANSACTION_TYPES)[keyof typeof TRANSACTION_TYPES]['figure'];
const distribution = Object.fromEntries(
  Object.values(TRANSACTION_TYPES).map(({ figure }) => [figure, z.int()]),
) as Record<Figure, z.ZodInt>;

export const DashboardStats = dataOf(
  z.object({
    users: z.object({ total: z.int(), active: z.int(), pending: z.int(), ...growth, ...trend }),
    orders: z.object({
      total: z.int(),
      completed: z.int(),
      pending: z.int(),
      cancelled: z.int(),
      ...growth,
      ...trend,
    }),
    deposits: z.object({
      total: z.int(),
      approved: z.int(),
      pending: z.int(),
      rejected: z.int(),
      ...growth,
      ...trend,
    }),
    transactions: z.object({
      total_transactions: z.int(),
      inflow: Money,
      outflow: Money,
      ...growth,
      ...trend,
      /** Real counts for the distribution chart, each type under its own name: a refund is no payment. */
      distribution: z.object(distribution),
      chart: z.object({
        /** First day of each week (Monday, UTC). */
        labels: z.array(DateOnly),
        datasets: z.array(z.object({ label: z.enum(['inflow', 'outflow']), data: z.array(Money) })),
      }),
    }),
  }),
);
export type DashboardStats = z.infer<typeof DashboardStats>;

const desk = routesFor({ auth: 'administrator', permission: 'dashboard:read', tag: 'Admin: dashboard' });

export const adminDashboardRoutes = {
  getDashboardStats: desk.get('/admin/dashboard/stats', 'Counts, trends and the weekly chart.', DashboardStats, {
    query: DashboardQuery,
  }),
};
