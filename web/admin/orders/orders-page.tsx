import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import type { AdminOrder } from '#bff/contract/order.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { oneOf, pageParam } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

const COLUMNS: readonly TableColumn<AdminOrder>[] = [
  {
    id: 'order_number',
    header: 'Order ID',
    card: 'title',
    sortValue: (row) => row.order_number,
    cell: (row) => <span className="tabular font-medium">{row.order_number}</span>,
  },
  {
    id: 'created_at',
    header: 'Date',
    sortValue: (row) => row.created_at,
    cell: (row) => <DateText value={row.created_at} format="datetime" />,
  },
  {
    id: 'customer',
    header: 'Customer',
    cell: (row) => (
      <span className="block min-w-0 md:max-w-64">
        <span className="block truncate">{row.user.name}</span>
        <span className="block truncate text-xs text-muted" title={row.user.email}>
          {row.user.email}
        </span>
      </span>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    align: 'right',
    cell: (row) => <span className="tabular">{row.items_count.toLocaleString('en-US')}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    sortValue: (row) => BigInt(row.total.amount),
    cell: (row) => <Money value={row.total} />,
  },
  {
    id: 'payment_status',
    header: 'Payment',
    sortValue: (row) => row.payment_status,
    cell: (row) => <StatusBadge status={row.payment_status} />,
  },
  {
    id: 'fulfillment_status',
    header: 'Fulfillment',
    sortValue: (row) => row.fulfillment_status,
    cell: (row) => <StatusBadge status={row.fulfillment_status} />,
  },
];
const STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
const SORTS = ['created_at', 'order_number', 'total', 'payment_status', 'fulfillment_status'] as const;
const options = (all: string) => [
  { value: '', label: all },
  ...STATUSES.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
];

/** Every order: who waits for money, who for stock. */
export function OrdersPage() {
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const term = search.get('term') ?? '';
  const query = {
    page: pageParam(search),
    sort_by: oneOf(SORTS, search.get('sort_by'), 'created_at'),
    sort_order: oneOf(['asc', 'desc'], search.get('sort_order'), 'desc'),
    payment_status: oneOf(STATUSES, search.get('payment_status'), ''),
    fulfillment_status: oneOf(STATUSES, search.get('fulfillment_status'), ''),
  };
  const isFiltered = term !== '' || query.payment_status !== '' || query.fulfillment_status !== '';
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...(term === ''
      ? apiQuery('GET /admin/orders', { query })
      : apiQuery('GET /admin/orders/search', { query: { ...query, term } })),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title="Orders" description="What was bought, paid and delivered." />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-80">
          <SearchBox
            label="Search orders"
            placeholder="Search number or customer..."
            value={term}
            onSearch={(text) => change({ term: text })}
          />
        </div>
        <Select
          aria-label="Payment status"
          className="w-[calc(50%-0.375rem)] sm:w-44"
          options={options('Any payment')}
          value={query.payment_status}
          onChange={(event) => change({ payment_status: event.target.value })}
        />
        <Select
          aria-label="Fulfillment status"
          className="w-[calc(50%-0.375rem)] sm:w-44"
          options={options('Any fulfillment')}
          value={query.fulfillment_status}
          onChange={(event) => change({ fulfillment_status: event.target.value })}
        />
      </div>
      <Card padded={false}>
        <DataTable
          caption="Orders"
          columns={COLUMNS}
          rows={data?.data}
          rowKey={(row) => row.id}
          error={error}
          errorMessage={
            describeError(error, term === '' ? 'Failed to fetch orders' : 'Failed to search orders').message
          }
          onRetry={refetch}
          busy={isPlaceholderData}
          onRowClick={(row) => navigate(`/admin/orders/${row.id}`)}
          sort={{ id: query.sort_by, desc: query.sort_order === 'desc' }}
          onSort={(sort) => change({ sort_by: sort?.id ?? '', sort_order: sort ? (sort.desc ? 'desc' : 'asc') : '' })}
          page={{ meta: data?.meta, onPage: (page) => change({ page: String(page) }), noun: 'orders' }}
          empty={
            <EmptyState
              icon={<ReceiptText aria-hidden />}
              title="No orders found"
              message={isFiltered ? 'Try another search or status.' : 'Nobody has bought anything yet.'}
              action={
                isFiltered ? (
                  <Button onClick={() => change({ term: '', payment_status: '', fulfillment_status: '' })}>
                    Clear filters
                  </Button>
                ) : undefined
              }
            />
          }
        />
      </Card>
    </>
  );
}
