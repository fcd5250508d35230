import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderDetail } from '#bff/contract/shop/order.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { deliveredOf, releaseQuestion } from '#web/shared/orders/partial-delivery.ts';
import { depositHref } from '#web/store/shared/deposit-href.ts';
import { useWallets } from '#web/store/shared/wallets.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Countdown } from '#web/ui/text/countdown.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { isAwaitingPayment, isAwaitingRest, isAwaitingStock } from './order-state.ts';
import { useCancelOrder, useReleaseRest } from './orders-api.ts';

/** What an order waits for, and what the customer can do. */
export function OrderBanner({ order }: { order: OrderDetail }) {
  if (order.cancelled_at) {
    return (
      <Alert
        tone="info"
        className="mb-6"
        title={order.cancel_reason === 'expired' ? 'This order has expired' : 'This order was cancelled'}
      >
        {cancellationOf(order)}
      </Alert>
    );
  }
  if (isAwaitingPayment(order)) return <PaymentPending order={order} />;
  if (isAwaitingStock(order)) {
    return (
      <Alert tone="info" className="mb-6" title="Some products are out of stock">
        Your order is paid. It is fulfilled automatically as soon as new stock arrives, and we notify you.
      </Alert>
    );
  }
  if (isAwaitingRest(order)) return <RestPending order={order} />;
  if (order.released_at) {
    return (
      <Alert tone="info" className="mb-6" title="The rest of this order was released">
        {order.refunded
          ? `${deliveredOf(order)} were delivered; ${order.refunded.formatted} went back to your ${order.currency} wallet on ${formatDateTime(order.released_at)}.`
          : `${deliveredOf(order)} were delivered.`}
      </Alert>
    );
  }
  return null;
}

/** Why, and where the money is. */
function cancellationOf({ cancel_reason, paid_at, refunded_at, total, currency }: OrderDetail): string {
  if (refunded_at) return `${total.formatted} went back to your ${currency} wallet on ${formatDateTime(refunded_at)}.`;
  if (paid_at) return `${total.formatted} goes back to your ${currency} wallet.`;
  return cancel_reason === 'expired'
    ? 'It was not paid in time and was cancelled automatically. No payment was taken.'
    : 'No payment was taken.';
}

function RestPending({ order }: { order: OrderDetail }) {
  const release = useReleaseRest();
  const { undelivered } = order;
  return (
    <Alert
      tone="info"
      className="mb-6"
      title={`${deliveredOf(order)} are here`}
      action={
        <AskButton
          variant="ghost"
          title="Release the rest"
          message={releaseQuestion(order, `your ${order.currency} wallet`)}
          confirmLabel="Release the rest"
          cancelLabel="Keep waiting"
          onConfirm={() =>
            release.mutateAsync({ params: { id: order.id }, body: { amount: undelivered?.decimal ?? '0' } })
          }
        >
          Release the rest
        </AskButton>
      }
    >
      You can view them now. The rest{undelivered && ` (${undelivered.formatted})`} is delivered automatically as soon
      as new stock arrives, and we notify you.
    </Alert>
  );
}

function PaymentPending({ order }: { order: OrderDetail }) {
  const client = useQueryClient();
  const { data: wallets } = useWallets();
  const cancel = useCancelOrder();
  const [isOver, setIsOver] = useState(false);
  const wallet = wallets?.find((each) => each.id === order.wallet_id);
  const missing = wallet ? BigInt(order.total.amount) - BigInt(wallet.available.amount) : 0n;
  const expire = () => {
    setIsOver(true);
    void invalidate(client, '/orders');
  };
  return (
    <Alert
      tone="warn"
      className="mb-6"
      title={
        <DottedLine>
          Payment pending
          <Countdown until={order.expires_at} onExpire={expire} />
        </DottedLine>
      }
      action={
        <div className="flex flex-wrap gap-2">
          <AskButton
            variant="ghost"
            title="Cancel order"
            message={`Order ${order.order_number} has not been paid; nothing is charged. This cannot be undone.`}
            confirmLabel="Cancel order"
            cancelLabel="Keep order"
            onConfirm={() => cancel.mutateAsync({ params: { id: order.id } })}
          >
            Cancel order
          </AskButton>
          {!isOver && (
            <LinkButton href={depositHref(order.wallet_id, missing, order.currency)} variant="primary">
              Deposit Funds
            </LinkButton>
          )}
        </div>
      }
    >
      {isOver
        ? 'The time to pay has passed. This order will be cancelled automatically; nothing was charged.'
        : missing > 0n
          ? `Your ${order.currency} wallet is ${formatMinor(missing, order.currency)} short. The order is paid as soon as funds arrive; if they do not arrive in time, it will be cancelled automatically.`
          : 'The order is paid as soon as your wallet covers it; otherwise it will be cancelled automatically.'}
    </Alert>
  );
}
