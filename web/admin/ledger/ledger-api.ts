import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { type AsOf, asOfQuery } from '#web/ui/page/as-of.tsx';

const STATEMENT_PAGE_SIZE = 25;

type StatementRequest = { account: string; currency: Currency; start_date: string; end_date: string } & AsOf;

/** Loaded at every visit, because the totals are a check. */
export const trialBalanceQuery = (asOf: AsOf) => ({
  ...apiQuery('GET /admin/ledger/trial-balance', { query: asOfQuery(asOf) }),
  staleTime: 0,
});

/** Nothing is loaded without a request. */
export const useStatement = (request: StatementRequest | undefined) => {
  const none = { account: '', currency: BASE_CURRENCY, at: '', by: 'recorded' } as const;
  const asked = request ?? none;
  const query = { ...asked, per_page: STATEMENT_PAGE_SIZE, ...asOfQuery(asked) };
  return useInfiniteQuery({
    queryKey: [...queryKey('GET /admin/ledger/statement', { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /admin/ledger/statement', { query: { ...query, before: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next ?? undefined,
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};
