import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AdminUserAnswer } from '#bff/contract/admin-customer.ts';
import type { StatementAnswer, TrialBalanceAnswer } from '#bff/contract/admin-ledger.ts';
import type { Currency } from '#core/kernel/currencies.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const STATEMENT_PAGE_SIZE = 25;

export type StatementRequest = { account: string; currency: Currency; start_date: string; end_date: string };

/** What every class of accounts adds up to; asked anew at every visit, for it is a check. */
export const useTrialBalance = () =>
  useQuery({
    queryKey: keys.admin.ledger.part('trial-balance'),
    queryFn: async ({ signal }) => (await adminFetch<TrialBalanceAnswer>('/ledger/trial-balance', { signal })).data,
    staleTime: 0,
  });

/** The lines of one account, newest first, a page at a time. */
export const useStatement = (request: StatementRequest | undefined) =>
  useInfiniteQuery({
    queryKey: keys.admin.ledger.part('statement', request),
    queryFn: ({ pageParam, signal }) =>
      adminFetch<StatementAnswer>('/ledger/statement', {
        query: { ...request, before: pageParam, per_page: STATEMENT_PAGE_SIZE },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next ?? undefined,
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A customer with their wallets, to choose a wallet's account. */
export const useAccountOwner = (userId: string) =>
  useQuery({
    queryKey: keys.admin.users.part('account-owner', { userId }),
    queryFn: async ({ signal }) => (await adminFetch<AdminUserAnswer>(`/users/${userId}`, { signal })).data,
    enabled: userId !== '',
  });
