import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Wallet } from '#bff/contract/wallet.ts';
import { toDate, toIsoDay } from '#web/lib/dates.ts';
import { withParams } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { useLastPage } from '#web/lib/use-last-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRangePicker } from '#web/ui/date-picker.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { readTransactionFilters, TRANSACTION_TYPES } from './transaction-filters.ts';
import { transactionsQuery } from './wallet-api.ts';

/** Every movement of a wallet, by type and date. */
export function TransactionsCard({ wallet }: { wallet: Wallet }) {
  const [search, setSearch] = useSearchParams();
  const filters = readTransactionFilters(search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...transactionsQuery(wallet.id, filters),
    placeholderData: keepPreviousData,
  });
  // Any change but that of the page starts at the first page again.
  const change = (changes: Record<string, string | undefined>) =>
    setSearch(withParams(search, { page: undefined, ...changes }), { replace: true });
  const turnTo = (page: number) => setSearch(withParams(search, { page: String(page) }));
  useLastPage(data?.meta, turnTo);
  const isNarrowed = Boolean(filters.type ?? filters.from ?? filters.to);
  return (
    <Card
      padded={false}
      title="Transactions"
      actions={
        <>
          <Select
            aria-label="Type"
            className="w-40"
            value={filters.type ?? ''}
            options={[{ value: '', label: 'All types' }, ...TRANSACTION_TYPES]}
            onChange={(event) => change({ type: event.target.value })}
          />
          <DateRangePicker
            className="w-64 max-w-full"
            value={
              filters.from ? { from: toDate(filters.from), to: filters.to ? toDate(filters.to) : undefined } : undefined
            }
            onChange={(range) =>
              change({
                from: range?.from && toIsoDay(range.from),
                to: range?.to && toIsoDay(range.to),
              })
            }
          />
        </>
      }
    >
      <div className="border-t">
        <DataTable
          caption={`Transactions of your ${wallet.currency} wallet`}
          columns={TRANSACTION_COLUMNS}
          rows={data?.data}
          rowKey={(transaction) => transaction.id}
          error={error}
          errorMessage={describeError(error, 'The transactions could not be loaded.').message}
          onRetry={refetch}
          busy={isPlaceholderData}
          skeletonRows={10}
          sort={{ id: 'date', desc: !filters.oldestFirst }}
          onSort={() => change({ order: filters.oldestFirst ? undefined : 'asc' })}
          page={{
            meta: data?.meta,
            onPage: turnTo,
            noun: 'transactions',
          }}
          empty={
            <EmptyState
              icon={<ReceiptText aria-hidden />}
              title="No transactions found"
              message={isNarrowed ? 'Nothing matches these filters.' : 'Movements of this wallet appear here.'}
              action={
                isNarrowed && (
                  <Button onClick={() => change({ type: undefined, from: undefined, to: undefined })}>
                    Clear filters
                  </Button>
                )
              }
            />
          }
        />
      </div>
    </Card>
  );
}
