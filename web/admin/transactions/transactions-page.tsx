import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam, withParams } from '#web/lib/page-param.ts';
import { describeError, toastError } from '#web/lib/toast-error.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterCard } from './filter-card.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { dateProblem, hasFilters, NO_FILTERS, readFilters } from './transaction-filters.ts';

const PER_PAGE = 15;
const FAILED = 'Failed to fetch transactions';

/** Every movement of every wallet. Filters live in the address and apply half a second after the last change. */
export function TransactionsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const wanted = JSON.stringify(filters);
  const isSettled = useDebounced(wanted) === wanted;
  const isValid = dateProblem(filters) === undefined;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/transactions', { query: { ...filters, page: pageParam(search), per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
    enabled: isSettled && isValid,
  });
  useEffect(() => {
    if (error) toastError(error, FAILED);
  }, [error]);
  const change = (changes: Record<string, string | null>) =>
    setSearch((now) => withParams(now, { page: null, ...changes }), { replace: true });
  return (
    <>
      <PageHeader
        title="Transactions"
        description="Every movement of every wallet: deposits, payments, refunds and withdrawals."
        actions={<ExportMenu filters={filters} />}
      />
      <FilterCard filters={filters} onChange={change} />
      <Card className="mt-6" padded={false}>
        <DataTable
          caption="Transactions"
          columns={TRANSACTION_COLUMNS}
          rows={data?.data}
          rowKey={(row) => row.id}
          error={error}
          errorMessage={describeError(error, FAILED).message}
          onRetry={refetch}
          busy={isPlaceholderData || !isSettled}
          skeletonRows={10}
          page={{ meta: data?.meta, onPage: (page) => change({ page: String(page) }), noun: 'transactions' }}
          empty={
            <EmptyState
              icon={<ArrowLeftRight aria-hidden />}
              title="No transactions found"
              action={hasFilters(filters) && <Button onClick={() => change(NO_FILTERS)}>Clear Filters</Button>}
            />
          }
        />
      </Card>
    </>
  );
}
