import type { DashboardStats } from '#bff/contract/office/admin-dashboard.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { type ApiQuery, apiQuery } from '#web/lib/api/api-query.ts';
import { toIsoDay } from '#web/lib/words/dates.ts';

/** The screen's message for a failed load without a reason from the server. */
export const FAILED = 'Failed to load dashboard data';

const INCOMPLETE = 'The dashboard data is incomplete.';

export type Stats = DashboardStats['data'];

/** The periods of the chart, in weeks; the first is the server's own default. */
export const PERIODS = { '12': 'Last 12 weeks', '26': 'Last 6 months', '52': 'Last 12 months' } as const;
export type Period = keyof typeof PERIODS;

const DAYS_PER_WEEK = 7;
const RECENT = { page: 1, per_page: 5, sort_by: 'created_at', sort_order: 'desc' } as const;

/** Counts, trends and the weekly chart. An answer without them is treated as an error. */
export function statsQuery(currency: Currency, period: Period) {
  const today = new Date();
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (Number(period) - 1) * DAYS_PER_WEEK);
  const read = apiQuery('GET /admin/dashboard/stats', {
    query: { currency, timeframe: 'weekly', start_date: toIsoDay(start), end_date: toIsoDay(today) },
  });
  return {
    ...read,
    queryFn: async (context: { signal: AbortSignal }) => {
      const answer = await read.queryFn(context);
      const { users, orders, deposits, transactions }: Partial<Stats> = answer.data ?? {};
      if (!users || !orders || !deposits || !transactions) throw new Error(INCOMPLETE);
      return answer;
    },
  };
}

/** The five newest orders. */
export const recentOrdersQuery = () => listed(apiQuery('GET /admin/orders', { query: RECENT }));

/** The five newest movements of any wallet. */
export const recentTransactionsQuery = () => listed(apiQuery('GET /admin/transactions', { query: RECENT }));

/** An answer without its list is treated as an error. */
const listed = <Answer extends { data: unknown[] }>(read: ApiQuery<Answer>): ApiQuery<Answer> => ({
  ...read,
  queryFn: async (context) => {
    const answer = await read.queryFn(context);
    if (!Array.isArray(answer.data)) throw new Error(INCOMPLETE);
    return answer;
  },
});
