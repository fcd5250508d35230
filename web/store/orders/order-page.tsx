import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, KeyRound, PackageX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import type { OrderDetail } from '#bff/contract/shop/order.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { isNotFound } from '#web/lib/call/api-error.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useTitle } from '#web/lib/navigation/use-title.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { usePollInterval } from '#web/shared/notifications/poll-interval.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { CodeReveals } from './code-reveals.tsx';
import { GiftCodesDialog } from './gift-codes-dialog.tsx';
import { OrderBanner } from './order-banner.tsx';
import { OrderInformation } from './order-information.tsx';
import { OrderItems } from './order-items.tsx';
import { codesBlockedReason, hasCodes, isUnsettled } from './order-state.ts';
import { downloadInvoice, orderQuery } from './orders-api.ts';

const CodeLives = lazily(
  () => import('./code-lives.tsx'),
  'CodeLives',
  <Skeleton className="h-48 w-full rounded-lg" />,
);

/** How often an order that waits for money or stock is reloaded where there is no event stream. */
const UNSETTLED_POLL_MILLISECONDS = 15_000;
const FAILED = 'Failed to load order details. Please try again later.';
const BACK = { href: '/orders', label: 'Back to orders' };
const LAYOUT = 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]';

export function OrderPage() {
  const { id = '' } = useParams();
  const interval = usePollInterval('customer', UNSETTLED_POLL_MILLISECONDS);
  const query = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => (state.data && isUnsettled(state.data.data) ? interval : false),
  });
  const order = query.data?.data;
  useTitle(order ? `Order ${order.order_number}` : 'Order');
  useToastOnError(isNotFound(query.error) ? null : query.error, FAILED);
  return (
    <DetailPage
      of={query}
      title="Order"
      back={BACK}
      failed={FAILED}
      missing={{
        icon: <PackageX aria-hidden />,
        title: 'Order not found',
        message: 'Check the link, or look for it in your list of orders.',
        action: <LinkButton href="/orders">See all orders</LinkButton>,
      }}
      skeleton={<OrderSkeleton />}
    >
      {(shown) => <Shown order={shown} />}
    </DetailPage>
  );
}

function Shown({ order }: { order: OrderDetail }) {
  const [showingCodes, setShowingCodes] = useState(false);
  useRefreshOnPayment(order);
  return (
    <>
      <PageHeader
        back={BACK}
        title={`Order ${order.order_number}`}
        description={`Placed on ${formatDateTime(order.created_at)}`}
        actions={
          <>
            <Button icon={<Download aria-hidden />} onClick={() => downloadInvoice(order)}>
              Download Invoice
            </Button>
            <Button
              variant="primary"
              icon={<KeyRound aria-hidden />}
              disabledReason={codesBlockedReason(order)}
              onClick={() => setShowingCodes(true)}
            >
              View Gift Codes
            </Button>
          </>
        }
      />
      <OrderBanner order={order} />
      <div className={LAYOUT}>
        <div className="min-w-0 space-y-6">
          <OrderItems order={order} />
          {hasCodes(order) && <CodeLives order={order} />}
        </div>
        <div className="space-y-6">
          <OrderInformation order={order} />
          <CodeReveals order={order} />
        </div>
      </div>
      <GiftCodesDialog order={showingCodes ? order : null} onClose={() => setShowingCodes(false)} />
    </>
  );
}

/** Money has moved where an order is paid or cancelled while it is displayed. */
function useRefreshOnPayment(order: OrderDetail): void {
  const client = useQueryClient();
  const status = order.payment_status;
  const known = useRef(status);
  useEffect(() => {
    if (known.current === status) return;
    known.current = status;
    void invalidate(client, '/wallets', '/transactions');
  }, [status, client]);
}

function OrderSkeleton() {
  return (
    <Loading label="Loading order details..." isLabelShown className={LAYOUT}>
      <Card>
        {Array.from({ length: 2 }, (_, index) => (
          <div key={String(index)} className="flex gap-4 py-3">
            <Skeleton className="aspect-[320/202] w-24 rounded-md" />
            <div className="grow">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="mt-2 h-4 w-32" />
            </div>
            <Skeleton className="h-5 w-16" />
          </div>
        ))}
      </Card>
      <Card>
        <Skeleton className="h-56 w-full" />
      </Card>
    </Loading>
  );
}
