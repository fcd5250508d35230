import { ReceiptText } from 'lucide-react';
import type { AdminOrder } from '#bff/contract/shop/order.ts';
import { ORDER_FULFILMENTS, ORDER_PAYMENTS } from '#core/aggregates/states.ts';
import { customerColumn } from '#web/admin/shared/words/customer-column.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { search, select } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';

const COLUMNS: readonly TableColumn<AdminOrder>[] = [
  column.reference('Order ID', (row) => row.order_number, { sort: 'order_number' }),
  column.moment('Date', (row) => row.created_at, { sort: 'created_at' }),
  customerColumn,
  column.count('Items', (row) => row.items_count),
  column.money('Total', (row) => row.total, { sort: 'total' }),
  column.status('Payment', (row) => row.payment_status, { sort: 'payment_status' }),
  column.status('Fulfillment', (row) => row.fulfillment_status, { sort: 'fulfillment_status' }),
];

export const OrdersPage = () => (
  <ListScreen
    title="Orders"
    description="What was bought, paid and delivered."
    noun="orders"
    filters={{
      term: search('Search orders', 'Search number or customer...'),
      payment_status: select('Payment status', 'Any payment', ORDER_PAYMENTS),
      fulfillment_status: select('Fulfillment status', 'Any fulfillment', ORDER_FULFILMENTS),
      sort_by: ['created_at', 'order_number', 'total', 'payment_status', 'fulfillment_status'],
      sort_order: ['desc', 'asc'],
    }}
    read={({ term, ...query }) =>
      term === ''
        ? apiQuery('GET /admin/orders', { query })
        : apiQuery('GET /admin/orders/search', { query: { ...query, term } })
    }
    failed={({ term }) => (term === '' ? 'Failed to fetch orders' : 'Failed to search orders')}
    toasts
    columns={COLUMNS}
    rowHref={(row) => `/admin/orders/${row.id}`}
    empty={{
      icon: ReceiptText,
      none: ['No orders found', 'Nobody has bought anything yet.'],
      filtered: ['No orders found', 'Try another search or status.'],
    }}
  />
);
