import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TransactionPage } from '#bff/contract/transaction.ts';
import type { WalletHistory } from '#bff/contract/wallet.ts';
import { apiFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import type { TransactionFilters } from './transaction-filters.ts';

/** The balance of a wallet at the end of each of the last days. */
export function useWalletHistory(walletId: string, days: number) {
  return useQuery({
    // Below the wallets' key: what changes a balance asks for both again.
    queryKey: [...keys.wallets, 'history', walletId, days],
    queryFn: ({ signal }) =>
      apiFetch<WalletHistory>(`/wallets/${walletId}/balance-history`, { query: { days }, signal }),
    select: (answer) => answer.data,
    placeholderData: (before, query) => (query?.queryKey[2] === walletId ? before : undefined),
  });
}

/** A page of a wallet's movements. */
export function useTransactions(walletId: string, filters: TransactionFilters) {
  return useQuery({
    queryKey: keys.transactions.list({ walletId, ...filters }),
    queryFn: ({ signal }) =>
      apiFetch<TransactionPage>('/transactions', {
        signal,
        query: {
          wallet_id: walletId,
          page: filters.page,
          type: filters.type,
          start_date: filters.from,
          end_date: filters.to,
          sort_order: filters.oldestFirst ? 'asc' : 'desc',
        },
      }),
    placeholderData: keepPreviousData,
  });
}
