import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useLocation } from 'wouter';
import type { AdminOrder } from '#bff/contract/order.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { recentOrdersQuery } from './dashboard-api.ts';

const COLUMNS: readonly TableColumn<AdminOrder>[] = [
  {
    id: 'order',
    header: 'Order',
    card: 'title',
    cell: (order) => (
      <span className="block min-w-0">
        <span className="tabular block font-medium">{order.order_number}</span>
        <span className="block max-w-40 truncate text-xs font-normal text-muted" title={order.user.name}>
          {order.user.name}
        </span>
      </span>
    ),
  },
  { id: 'status', header: 'Payment', cell: (order) => <StatusBadge status={order.payment_status} /> },
  { id: 'date', header: 'Date', cell: (order) => <DateText value={order.created_at} className="text-muted" /> },
  { id: 'total', header: 'Total', align: 'right', cell: (order) => <Money value={order.total} /> },
];

/** The five newest orders. */
export function RecentOrders() {
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery(recentOrdersQuery());
  return (
    <Card
      title="Recent Orders"
      padded={false}
      actions={
        <LinkButton href="/admin/orders" variant="link" aria-label="View all orders">
          View all
        </LinkButton>
      }
    >
      <DataTable
        caption="Recent Orders"
        columns={COLUMNS}
        rows={data?.data}
        rowKey={(order) => order.id}
        onRowClick={(order) => navigate(`/admin/orders/${order.id}`)}
        error={error}
        errorMessage={describeError(error, 'Failed to load dashboard data').message}
        onRetry={refetch}
        empty={
          <EmptyState
            icon={<ReceiptText aria-hidden />}
            title="No orders yet"
            message="Orders show here as soon as one is placed."
          />
        }
      />
    </Card>
  );
}
