import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import type { AdminOrderDetail, OrderRate } from '#bff/contract/shop/order.ts';
import { orderStateOf } from '#core/aggregates/states.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { AuditTrail } from '#web/admin/shared/history/audit-trail.tsx';
import { RATE_SOURCE_TEXTS } from '#web/admin/shared/words/rate-source.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { isNotFound } from '#web/lib/call/api-error.ts';
import { useTitle } from '#web/lib/navigation/use-title.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { usePollInterval } from '#web/shared/notifications/poll-interval.ts';
import { deliveredOf } from '#web/shared/orders/partial-delivery.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { CardSkeleton } from '#web/ui/feedback/card-skeleton.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/text/badge.tsx';
import { Countdown } from '#web/ui/text/countdown.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderItems } from './order-items.tsx';

const REFRESH_MILLISECONDS = 15_000;
const FAILED = 'Failed to fetch order details';
const BACK = { href: '/admin/orders', label: 'Back to orders' };

/** Waiting orders can change by themselves; settled ones cannot. */
const isWaiting = (order: AdminOrderDetail): boolean =>
  ['placed', 'paid', 'partly'].includes(orderStateOf(order) ?? '');

export function OrderPage() {
  const { id = '' } = useParams<{ id: string }>();
  const interval = usePollInterval('admin', REFRESH_MILLISECONDS);
  const order = useQuery({
    ...apiQuery('GET /admin/orders/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.data) ? interval : false),
  });
  useToastOnError(isNotFound(order.error) ? null : order.error, FAILED);
  useTitle(`${order.data ? `Order ${order.data.data.order_number}` : 'Order'} · Admin`);
  return (
    <DetailPage
      of={order}
      title="Order"
      back={BACK}
      missing={{ title: 'Order not found' }}
      failed={FAILED}
      skeleton={
        <Loading label="Loading order details..." className="grid items-start gap-5 lg:grid-cols-3">
          <div className="flex flex-col gap-5 lg:col-span-2">
            <CardSkeleton lines={4} />
            <CardSkeleton lines={6} />
          </div>
          <CardSkeleton lines={8} />
        </Loading>
      }
    >
      {(loaded) => <LoadedOrder order={loaded} />}
    </DetailPage>
  );
}

function LoadedOrder({ order }: { order: AdminOrderDetail }) {
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
        actions={<OrderActions order={order} />}
      />
      <WaitingFor order={order} />
      <div className="grid items-start gap-5 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-5 lg:col-span-2">
          <OrderItems order={order} />
          <AuditTrail kind="order" id={order.id} />
        </div>
        <Card title="Order information">
          <DetailList columns={1} details={detailsOf(order)} />
        </Card>
      </div>
    </>
  );
}

function WaitingFor({ order }: { order: AdminOrderDetail }) {
  switch (orderStateOf(order)) {
    case 'placed':
      return (
        <Alert tone="warn" title="Waiting for funds" className="mb-5">
          The wallet does not cover this order. It is paid as soon as funds arrive, and cancelled in{' '}
          <Countdown until={order.expires_at} expired="a moment" />.
        </Alert>
      );
    case 'paid':
      return (
        <Alert tone="info" title="Waiting for stock" className="mb-5">
          Paid, but not all codes are in stock. It is fulfilled by itself, first come first served, when codes are
          added.
        </Alert>
      );
    case 'partly':
      return (
        <Alert tone="info" title="Waiting for the rest" className="mb-5">
          {deliveredOf(order)} are delivered. {order.undelivered?.formatted} is held for the rest, which is delivered by
          itself, first come first served, when codes are added.
        </Alert>
      );
    case 'released':
      return (
        <Alert tone="info" title="The rest was released" className="mb-5">
          {deliveredOf(order)} were delivered.{' '}
          {order.refunded ? `${order.refunded.formatted} went back to the wallet.` : 'Nothing was paid for the others.'}
        </Alert>
      );
    default:
      return null;
  }
}

function RateOf({ rate: { currency, rate, from, source } }: { rate: OrderRate }) {
  return (
    <span className="block">
      <span className="tabular block">
        1 {currency} = {rate} {BASE_CURRENCY}
      </span>
      <span className="block text-xs text-muted">
        {RATE_SOURCE_TEXTS[source]}
        {from !== FIRST_DAY && (
          <>
            , <DateText value={from} />
          </>
        )}
      </span>
    </span>
  );
}

function detailsOf(order: AdminOrderDetail) {
  const at = (label: string, time: string | null | undefined) => ({
    label,
    value: time && <DateText value={time} format="datetime" />,
  });
  // Rare steps are listed only for orders that had them.
  const rarely = (label: string, time: string | null | undefined) => time && at(label, time);
  const [lastReveal] = order.code_reveals;
  return [
    { label: 'Payment', value: <StatusBadge status={order.payment_status} /> },
    { label: 'Fulfillment', value: <StatusBadge status={order.fulfillment_status} /> },
    { label: 'Customer', value: order.user.email || order.user.name },
    at('Paid', order.paid_at),
    rarely('First delivery', order.partly_fulfilled_at),
    at('Fulfilled', order.fulfilled_at),
    rarely('Rest released', order.released_at),
    rarely('Cancelled', order.cancelled_at),
    rarely('Refunded', order.refunded_at),
    ...order.invoices.map(({ kind, number }) => ({
      label: kind === 'invoice' ? 'Invoice' : 'Credit note',
      value: <span className="tabular">{number}</span>,
    })),
    ...order.rates.map((rate) => ({ label: `Rate of ${rate.currency}`, value: <RateOf rate={rate} /> })),
    lastReveal ? at('Codes revealed', lastReveal.revealed_at) : { label: 'Codes revealed', value: 'Never' },
  ];
}
