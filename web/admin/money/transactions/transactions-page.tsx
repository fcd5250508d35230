import { ArrowLeftRight } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { daysRefusal } from '#bff/contract/base/days.ts';
import { USER_SEARCH_TOO_SHORT } from '#bff/contract/people/user-search.ts';
import { DayFields } from '#web/admin/shared/fields/day-fields.tsx';
import { WalletFields } from '#web/admin/shared/fields/wallet-fields.tsx';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useDebounced } from '#web/lib/browser/use-debounced.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ExportMenu } from './export-menu.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { hasFilters, readFilters } from './transaction-filters.ts';

const PER_PAGE = 15;

/** Filters are in the address and apply half a second after the last change. */
export function TransactionsPage() {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const wanted = JSON.stringify(filters);
  const isSettled = useDebounced(wanted) === wanted;
  const refusal = daysRefusal(filters);
  return (
    <ListScreen
      title="Transactions"
      description="Every movement of every wallet: deposits, payments, refunds and withdrawals."
      actions={
        <May permission="transactions:export">
          <ExportMenu filters={filters} />
        </May>
      }
      noun="transactions"
      filters={{ start_date: 'day', end_date: 'day', user_id: '', wallet_id: '' }}
      read={({ page }) => ({
        ...apiQuery('GET /admin/transactions', {
          query: { ...filters, time_zone: readerZone(), page, per_page: PER_PAGE },
        }),
        enabled: isSettled && !refusal,
      })}
      failed="Failed to fetch transactions"
      toasts
      above={({ clear, change }) => (
        <Card
          title="Filters"
          actions={
            <Button size="sm" variant="ghost" disabled={!hasFilters(filters)} className="-my-1 -mr-3" onClick={clear}>
              Clear Filters
            </Button>
          }
        >
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <DayFields days={filters} onChange={change} />
            <WalletFields
              userId={filters.user_id}
              walletId={filters.wallet_id}
              onChange={change}
              user={{ label: 'User', placeholder: 'All users', hint: USER_SEARCH_TOO_SHORT }}
              none={{ label: 'All wallets' }}
            />
          </div>
        </Card>
      )}
      refusal={refusal}
      columns={TRANSACTION_COLUMNS}
      {...(!isSettled && { busy: true })}
      skeletonRows={10}
      empty={({ clear }) => (
        <EmptyState
          icon={<ArrowLeftRight aria-hidden />}
          title="No transactions found"
          action={hasFilters(filters) && <Button onClick={clear}>Clear Filters</Button>}
        />
      )}
    />
  );
}
