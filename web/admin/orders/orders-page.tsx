import { ReceiptText } from 'lucide-react';
import type { AdminOrder } from '#bff/contract/order.ts';
import { ORDER_FULFILMENTS, ORDER_PAYMENTS } from '#core/states.ts';
import { customerColumn } from '#web/admin/shared/customer-column.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { sortingOf, useListAddress } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

const COLUMNS: readonly TableColumn<AdminOrder>[] = [
  column.reference('Order ID', (row) => row.order_number, { sort: 'order_number' }),
  column.moment('Date', (row) => row.created_at, { sort: 'created_at' }),
  customerColumn,
  column.count('Items', (row) => row.items_count),
  column.money('Total', (row) => row.total, { sort: 'total' }),
  column.status('Payment', (row) => row.payment_status, { sort: 'payment_status' }),
  column.status('Fulfillment', (row) => row.fulfillment_status, { sort: 'fulfillment_status' }),
];

/** Every order: which wait for money, which for stock. */
export function OrdersPage() {
  const address = useListAddress({
    term: '',
    payment_status: ['', ...ORDER_PAYMENTS],
    fulfillment_status: ['', ...ORDER_FULFILMENTS],
    sort_by: ['created_at', 'order_number', 'total', 'payment_status', 'fulfillment_status'],
    sort_order: ['desc', 'asc'],
  });
  const { term, ...filters } = address.filters;
  const query = { ...filters, page: address.page };
  const list = useList(
    term === ''
      ? apiQuery('GET /admin/orders', { query })
      : apiQuery('GET /admin/orders/search', { query: { ...query, term } }),
    {
      failed: term === '' ? 'Failed to fetch orders' : 'Failed to search orders',
      toasts: true,
      turnTo: address.turnTo,
    },
  );
  const status = (name: 'payment_status' | 'fulfillment_status', all: string, statuses: readonly string[]) => (
    <Select
      aria-label={statusLabel(name)}
      className="w-[calc(50%-0.375rem)] sm:w-44"
      options={[{ value: '', label: all }, ...statuses.map((value) => ({ value, label: statusLabel(value) }))]}
      {...address.select(name)}
    />
  );
  return (
    <ListPage
      title="Orders"
      description="What was bought, paid and delivered."
      filters={
        <>
          <div className="w-full sm:w-80">
            <SearchBox label="Search orders" placeholder="Search number or customer..." {...address.search('term')} />
          </div>
          {status('payment_status', 'Any payment', ORDER_PAYMENTS)}
          {status('fulfillment_status', 'Any fulfillment', ORDER_FULFILMENTS)}
        </>
      }
      list={list}
      caption="Orders"
      noun="orders"
      columns={COLUMNS}
      rowHref={(row) => `/admin/orders/${row.id}`}
      {...sortingOf(address)}
      empty={
        <EmptyState
          icon={<ReceiptText aria-hidden />}
          title="No orders found"
          message={address.isFiltered ? 'Try another search or status.' : 'Nobody has bought anything yet.'}
          action={address.isFiltered ? <Button onClick={address.clear}>Clear filters</Button> : undefined}
        />
      }
    />
  );
}
