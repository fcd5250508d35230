import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '#bff/contract/admin-dashboard.ts';
import type { AdminOrderPage } from '#bff/contract/order.ts';
import type { AdminTransactionPage } from '#bff/contract/transaction.ts';
import type { Currency } from '#core/kernel/currencies.ts';
import { adminFetch } from '#web/lib/api.ts';
import { toIsoDay } from '#web/lib/dates.ts';
import { keys } from '#web/lib/query-keys.ts';

export type Stats = DashboardStats['data'];

/** What the chart can cover, in weeks; the first is the server's own default. */
export const PERIODS = { '12': 'Last 12 weeks', '26': 'Last 6 months', '52': 'Last 12 months' } as const;
export type Period = keyof typeof PERIODS;

const DAYS_PER_WEEK = 7;
const RECENT = { page: 1, per_page: 5, sort_by: 'created_at', sort_order: 'desc' };

/** Counts, trends and the weekly chart; a body without them is an error like any other. */
export function useDashboardStats(currency: Currency, period: Period) {
  return useQuery({
    queryKey: keys.admin.dashboard.part('stats', { currency, period }),
    queryFn: async ({ signal }): Promise<Stats> => {
      const today = new Date();
      const start = new Date(
        today.getFullYear(),
        today.getMonth(),
        today.getDate() - (Number(period) - 1) * DAYS_PER_WEEK,
      );
      const query = { currency, timeframe: 'weekly', start_date: toIsoDay(start), end_date: toIsoDay(today) };
      const { data } = await adminFetch<Partial<DashboardStats>>('/dashboard/stats', { query, signal });
      if (!data?.users || !data.orders || !data.deposits || !data.transactions) {
        throw new Error('The dashboard data is incomplete.');
      }
      return data;
    },
    placeholderData: keepPreviousData,
  });
}

/** The five newest orders. */
export const useRecentOrders = () =>
  useQuery({
    queryKey: keys.admin.orders.part('recent'),
    queryFn: ({ signal }) => adminFetch<AdminOrderPage>('/orders', { query: RECENT, signal }),
    select: (page) => page.data,
  });

/** The five newest movements of any wallet. */
export const useRecentTransactions = () =>
  useQuery({
    queryKey: keys.admin.transactions.part('recent'),
    queryFn: ({ signal }) => adminFetch<AdminTransactionPage>('/transactions', { query: RECENT, signal }),
    select: (page) => page.data,
  });
