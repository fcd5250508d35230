import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { AdminOrderDetail, OrderStatus } from '#bff/contract/order.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { downloadFile } from '#web/lib/download.ts';
import { usePollInterval } from '#web/lib/notifications/poll-interval.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { DetailPage } from '#web/ui/frames/detail-page.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { AuditTrail } from '../shared/audit-trail.tsx';
import { OrderItems } from './order-items.tsx';

const REFRESH_MILLISECONDS = 15_000;

/** Whether an order waits for funds or for stock. */
const isWaiting = (order: Pick<AdminOrderDetail, 'payment_status' | 'fulfillment_status'>): boolean =>
  order.payment_status === 'pending' ||
  (order.payment_status === 'completed' && order.fulfillment_status === 'pending');

const BACK = { href: '/admin/orders', label: 'Back to orders' };

/** One order: its lines, its states, what may be done to it, and its trail. */
export function OrderPage() {
  const { id = '' } = useParams<{ id: string }>();
  const interval = usePollInterval('admin', REFRESH_MILLISECONDS);
  const order = useQuery({
    ...apiQuery('GET /admin/orders/:id', { params: { id } }),
    staleTime: 0,
    // What waits for funds or stock goes on by itself; what is settled stays as it is.
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.data) ? interval : false),
  });
  return (
    <DetailPage
      of={order}
      title="Order"
      back={BACK}
      missing={{ title: 'Order not found' }}
      failed="Failed to fetch order details"
      skeleton={
        <Loading label="Loading order details..." className="flex flex-col gap-5">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-64 w-full" />
        </Loading>
      }
    >
      {(loaded) => <LoadedOrder order={loaded} />}
    </DetailPage>
  );
}

/** What most orders never meet is listed for those that did. */
const ending = (label: string, at: string | null) =>
  at === null ? [] : [{ label, value: <DateText value={at} format="datetime" /> }];

function LoadedOrder({ order }: { order: AdminOrderDetail }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<OrderStatus | null>(null);
  const params = { id: order.id };
  const keep = ({ data, message }: Answer<'POST /admin/orders/:id/fulfill'>) => {
    client.setQueryData(queryKey('GET /admin/orders/:id', { params }), { data });
    void invalidate(client, '/admin/orders', '/admin/audit');
    toast.success(message);
  };
  const fulfill = useMutation({
    mutationFn: () => api('POST /admin/orders/:id/fulfill', { params }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to fulfill order'),
  });
  const setStatus = useMutation({
    mutationFn: (status: OrderStatus) => api('PATCH /admin/orders/:id/status', { params, body: { status } }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to update order status'),
  });
  const download = async (document: 'invoice' | 'sales-invoice', name: string, fallback: string) => {
    try {
      await downloadFile(`GET /admin/orders/:id/download-${document}`, { params }, name);
    } catch (error) {
      toastError(error, fallback);
    }
  };
  const isUnpaid = order.payment_status === 'pending';
  const waitsForStock = order.payment_status === 'completed' && order.fulfillment_status === 'pending';
  const label = (status: OrderStatus) => (status === 'cancelled' ? 'Cancel order' : `Mark as ${status}`);
  return (
    <>
      <PageHeader
        back={BACK}
        title={`Order ${order.order_number}`}
        description={
          <>
            Placed on <DateText value={order.created_at} format="datetime" /> by{' '}
            <Link href={`/admin/users/${order.user.id}`} className="text-accent-ink underline underline-offset-2">
              {order.user.name}
            </Link>
          </>
        }
        actions={
          <>
            <Menu
              trigger={(props) => (
                <Button {...props} icon={<Download aria-hidden />}>
                  Download
                </Button>
              )}
              entries={[
                {
                  label: 'Invoice',
                  onSelect: () =>
                    download('invoice', `invoice-${order.order_number}.pdf`, 'Failed to download invoice'),
                },
                {
                  label: 'Sales invoice',
                  onSelect: () =>
                    download(
                      'sales-invoice',
                      `sales-invoice-${order.order_number}.pdf`,
                      'Failed to download sales invoice',
                    ),
                },
              ]}
            />
            {order.allowed_statuses
              .filter((status) => status !== 'completed')
              .map((status) => (
                <Button key={status} variant="danger-ghost" onClick={() => setAsking(status)}>
                  {label(status)}
                </Button>
              ))}
            {order.can_fulfill && (
              <Button variant="primary" icon={<PackageCheck aria-hidden />} onClick={() => fulfill.mutateAsync()}>
                Fulfill
              </Button>
            )}
          </>
        }
      />
      {isUnpaid && (
        <Alert tone="warn" title="Waiting for funds" className="mb-5">
          The wallet does not cover this order. It is paid as soon as funds arrive, and cancelled in{' '}
          <Countdown until={order.expires_at} expired="a moment" />.
        </Alert>
      )}
      {waitsForStock && (
        <Alert tone="info" title="Waiting for stock" className="mb-5">
          Paid, but not all codes are in stock. It is fulfilled by itself, first come first served, when codes are
          added.
        </Alert>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-5 lg:col-span-2">
          <OrderItems order={order} />
          <AuditTrail kind="order" id={order.id} />
        </div>
        <Card title="Order information">
          <DetailList
            columns={1}
            details={[
              { label: 'Payment', value: <StatusBadge status={order.payment_status} /> },
              { label: 'Fulfillment', value: <StatusBadge status={order.fulfillment_status} /> },
              { label: 'Customer', value: order.user.email },
              { label: 'Paid', value: order.paid_at && <DateText value={order.paid_at} format="datetime" /> },
              {
                label: 'Fulfilled',
                value: order.fulfilled_at && <DateText value={order.fulfilled_at} format="datetime" />,
              },
              ...ending('Cancelled', order.cancelled_at),
              ...ending('Refunded', order.refunded_at),
              {
                label: 'Codes revealed',
                value:
                  order.code_reveals.length > 0 ? (
                    <DateText value={order.code_reveals[0]?.revealed_at ?? order.created_at} format="datetime" />
                  ) : (
                    'Never'
                  ),
              },
            ]}
          />
        </Card>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking ? label(asking) : ''}
        message={
          order.payment_status === 'completed'
            ? `The order is cancelled and ${order.total.formatted} go back to the wallet at once. This action cannot be undone.`
            : 'The order is cancelled; nothing was paid for it. This action cannot be undone.'
        }
        confirmLabel={asking ? label(asking) : 'Confirm'}
        cancelLabel="Back"
        onConfirm={() => asking && setStatus.mutateAsync(asking)}
      />
    </>
  );
}
