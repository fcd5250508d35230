import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { StockCode } from '#bff/contract/shop/admin-product.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { StateBadge, statusLabel, type Tone } from '#web/ui/text/badge.tsx';

const STATUS: Record<StockCode['status'], { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'ok' },
  reserved: { label: 'Reserved', tone: 'info' },
  sold: { label: 'Sold', tone: 'none' },
};
const COLUMNS: readonly TableColumn<StockCode>[] = [
  column.text(
    'Code',
    (row) => (
      <span className="font-mono text-xs">
        <span className="text-faint" aria-hidden>
          ••••{' '}
        </span>
        <span className="sr-only">ends with </span>
        {row.last_four}
      </span>
    ),
    { card: 'title' },
  ),
  column.text('Status', (row) => <StateBadge of={STATUS[row.status]} />),
  column.text('Order', (row) => row.order_id && <OrderLink id={row.order_id} />),
  column.day('Added', (row) => row.added_at, { id: 'added_at', align: 'right' }),
];
function OrderLink({ id }: { id: string }) {
  if (!useMay('orders:read')) return 'Yes';
  return (
    <Link href={`/admin/orders/${id}`} className="text-accent-ink hover:underline">
      View order
    </Link>
  );
}

const VIEWS = ['all', 'available', 'reserved', 'sold'] as const;

/** Codes by their last four characters: the whole code is for the customer who bought it. */
export function CodeList({ productId }: { productId: string }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('all');
  const [page, setPage] = useState(1);
  const list = useList(
    apiQuery('GET /admin/products/:id/codes', {
      params: { id: productId },
      query: { page, status: view === 'all' ? '' : view },
    }),
    { failed: 'Failed to load the codes', turnTo: setPage },
  );
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Codes</h3>
        <Segmented
          label="Which codes"
          options={VIEWS.map((value) => ({ value, label: statusLabel(value) }))}
          value={view}
          onChange={(next) => {
            setView(next);
            setPage(1);
          }}
        />
      </div>
      <div className="overflow-hidden rounded-lg border">
        <ListTable
          list={list}
          caption="Gift codes"
          noun="codes"
          columns={COLUMNS}
          empty={
            <EmptyState
              icon={<KeyRound aria-hidden />}
              title="No codes here"
              message={
                view === 'all' ? 'Upload a CSV above; orders that wait are served at once.' : 'Try another status.'
              }
            />
          }
        />
      </div>
    </section>
  );
}
