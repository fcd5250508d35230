import { z } from 'zod';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { Currency, DateOnly, dataOf, Money } from './common.ts';

export const DashboardQuery = z.object({
  start_date: DateOnly.optional(),
  end_date: DateOnly.optional(),
  timeframe: z.literal('weekly').default('weekly'),
  currency: Currency.default(BASE_CURRENCY),
});
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** This calendar month against the last, in percent; null when last month had none. */
const growth = { growth_percentage: z.number().nullable() };
/** One point a week, oldest first, for the sparkline. */
const trend = { trend: z.array(z.int()) };

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
      /** Real counts for the distribution chart. */
      distribution: z.object({ deposits: z.int(), payments: z.int(), withdrawals: z.int() }),
      chart: z.object({
        /** First day of each week (Monday, UTC). */
        labels: z.array(DateOnly),
        datasets: z.array(z.object({ label: z.enum(['inflow', 'outflow']), data: z.array(Money) })),
      }),
    }),
  }),
);
export type DashboardStats = z.infer<typeof DashboardStats>;
