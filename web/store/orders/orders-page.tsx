import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Eye, KeyRound, Package } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { Order } from '#bff/contract/order.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { useLastPage } from '#web/lib/use-last-page.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { GiftCodesDialog } from './gift-codes-dialog.tsx';
import { codesBlockedReason } from './order-state.ts';
import { downloadInvoice } from './orders-api.ts';

const columnsFor = (isNarrow: boolean, showCodes: (order: Order) => void): readonly TableColumn<Order>[] => [
  {
    id: 'order_number',
    header: 'Order ID',
    card: 'title',
    cell: (order) => (
      <Link
        href={`/orders/${order.id}`}
        tabIndex={isNarrow ? undefined : -1}
        className="tabular rounded-sm font-medium whitespace-nowrap hover:text-accent-ink"
      >
        {order.order_number}
      </Link>
    ),
  },
  { id: 'date', header: 'Date', cell: (order) => <DateText value={order.created_at} /> },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    cell: (order) => <Money value={order.total} className="font-medium" />,
  },
  {
    id: 'fulfillment',
    header: 'Fulfillment Status',
    cell: (order) => <StatusBadge status={order.fulfillment_status} />,
  },
  { id: 'payment', header: 'Payment Status', cell: (order) => <StatusBadge status={order.payment_status} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (order) => (
      <span className="inline-flex justify-end gap-1 max-md:flex-wrap">
        <LinkButton
          size="sm"
          variant="ghost"
          className="max-md:px-2!"
          href={`/orders/${order.id}`}
          icon={<Eye aria-hidden />}
        >
          View Details
        </LinkButton>
        <Button
          size="sm"
          variant="ghost"
          className="max-md:px-2!"
          icon={<KeyRound aria-hidden />}
          aria-label={`Codes of ${order.order_number}`}
          disabledReason={codesBlockedReason(order)}
          onClick={() => showCodes(order)}
        >
          Codes
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="max-md:px-2!"
          icon={<Download aria-hidden />}
          aria-label={`Invoice of ${order.order_number}`}
          onClick={() => downloadInvoice(order)}
        >
          Invoice
        </Button>
      </span>
    ),
  },
];

/** The customer's orders, newest first. */
export function OrdersPage() {
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<Order | null>(null);
  const isNarrow = useIsNarrow();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /orders', { query: { page: pageParam(search) } }),
    placeholderData: keepPreviousData,
  });
  const turnTo = (page: number) => setSearch({ page: String(page) });
  useLastPage(data?.meta, turnTo);
  return (
    <>
      <PageHeader title="Orders" description="What you bought, its gift codes and invoices." />
      <Card padded={false}>
        <DataTable
          caption="Orders"
          columns={columnsFor(isNarrow, setShown)}
          rows={data?.data}
          rowKey={(order) => order.id}
          error={error}
          errorMessage={describeError(error, 'Failed to load orders. Please try again later.').message}
          onRetry={refetch}
          busy={isPlaceholderData}
          skeletonRows={8}
          onRowClick={isNarrow ? undefined : (order) => navigate(`/orders/${order.id}`)}
          page={{ meta: data?.meta, onPage: turnTo, noun: 'orders' }}
          empty={
            <EmptyState
              icon={<Package aria-hidden />}
              title="No orders found"
              message="Your orders appear here with their gift codes and invoices."
              action={
                <LinkButton href="/products" variant="primary">
                  Browse products
                </LinkButton>
              }
            />
          }
        />
      </Card>
      <GiftCodesDialog order={shown} onClose={() => setShown(null)} />
    </>
  );
}
