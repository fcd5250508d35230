import { apiQuery } from '#web/lib/api-query.ts';
import type { TransactionFilters } from './transaction-filters.ts';

/** The balance of a wallet at the end of each of the last days; what changes the wallets asks for it again. */
export const walletHistoryQuery = (walletId: string, days: number) =>
  apiQuery('GET /wallets/:id/balance-history', { params: { id: walletId }, query: { days } });

/** A page of a wallet's movements. */
export const transactionsQuery = (walletId: string, { page, type, from, to, oldestFirst }: TransactionFilters) =>
  apiQuery('GET /transactions', {
    query: {
      wallet_id: walletId,
      page,
      type,
      start_date: from,
      end_date: to,
      sort_order: oldestFirst ? 'asc' : 'desc',
    },
  });
