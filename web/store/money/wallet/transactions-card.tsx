import { ReceiptText } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { withParams } from '#web/lib/navigation/page-param.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { DateRangePicker } from '#web/ui/form/controls/date-picker.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { StatementMenu } from './statement-menu.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { readTransactionFilters, TRANSACTION_TYPES } from './transaction-filters.ts';

/** For a past day, the movements up to the end of the day `until`. */
export function TransactionsCard({ wallet, until }: { wallet: Wallet; until: string | undefined }) {
  const [search, setSearch] = useSearchParams();
  const filters = readTransactionFilters(search);
  const { turnTo } = useListAddress({}, { pushesPages: true });
  const { page, type, oldestFirst } = filters;
  const [start_date, end_date] = [earlier(filters.from, until), earlier(filters.to ?? until, until)];
  const sort_order = oldestFirst ? 'asc' : 'desc';
  const list = useList(
    apiQuery('GET /transactions', {
      query: { wallet_id: wallet.id, page, type, start_date, end_date, time_zone: readerZone(), sort_order },
    }),
    { failed: 'The transactions could not be loaded.', turnTo },
  );
  // Every change except of the page starts at the first page again.
  const change = (changes: Record<string, string | undefined>) =>
    setSearch(withParams(search, { page: undefined, ...changes }), { replace: true });
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
            onChange={(type) => change({ type })}
          />
          <DateRangePicker
            className="w-64 max-w-full"
            daysIn={readerZone()}
            value={{ from: filters.from ?? '', to: filters.to ?? '' }}
            onChange={change}
          />
          <StatementMenu wallet={wallet} days={{ start_date, end_date }} />
        </>
      }
    >
      <div className="border-t">
        <ListTable
          list={list}
          caption={`Transactions of your ${wallet.currency} wallet`}
          noun="transactions"
          columns={TRANSACTION_COLUMNS}
          skeletonRows={10}
          sort={{ id: 'date', desc: !filters.oldestFirst }}
          onSort={() => change({ order: filters.oldestFirst ? undefined : 'asc' })}
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

/** The chosen day, but `until` where that is earlier. */
const earlier = (day: string | undefined, until: string | undefined) => (day && until && until < day ? until : day);
