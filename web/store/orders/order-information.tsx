import { Download } from 'lucide-react';
import type { OrderDetail } from '#bff/contract/shop/order.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { Totals } from '#web/store/shared/totals.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { StatusBadge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { downloadCreditNote, downloadInvoice } from './orders-api.ts';

export function OrderInformation({ order }: { order: OrderDetail }) {
  const moments = [
    { label: 'Paid', at: order.paid_at },
    { label: 'First part', at: order.partly_fulfilled_at },
    { label: 'Fulfilled', at: order.fulfilled_at },
    { label: 'Released', at: order.released_at },
    { label: 'Cancelled', at: order.cancelled_at },
    { label: 'Refunded', at: order.refunded_at },
  ].filter((moment) => moment.at !== null);
  return (
    <Card title="Order Information">
      <dl className="space-y-3">
        <Row label="Payment Status">
          <StatusBadge status={order.payment_status} />
        </Row>
        <Row label="Fulfillment Status">
          <StatusBadge status={order.fulfillment_status} />
        </Row>
        {moments.map(({ label, at }) => (
          <Row key={label} label={label}>
            <span className="tabular">{at && formatDateTime(at)}</span>
          </Row>
        ))}
        {order.undelivered && (
          <Row label="Held for the rest">
            <Money value={order.undelivered} />
          </Row>
        )}
        {order.released_at && order.refunded && (
          <Row label="Refunded amount">
            <Money value={order.refunded} />
          </Row>
        )}
        <Row label="Wallet">{order.currency}</Row>
        {order.invoices.map((invoice) => (
          <Row key={invoice.id} label={invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'}>
            <Button
              size="sm"
              variant="ghost"
              className="-my-1.5 -mr-3"
              icon={<Download aria-hidden />}
              onClick={() => (invoice.kind === 'invoice' ? downloadInvoice(order) : downloadCreditNote(order, invoice))}
            >
              {invoice.number}
            </Button>
          </Row>
        ))}
        {order.rates.map(({ currency, rate }) => (
          <Row key={currency} label="Converted at">
            <span className="tabular">
              1 {currency} = {rate} {BASE_CURRENCY}
            </span>
          </Row>
        ))}
      </dl>
      <Totals sums={order} className="mt-4 border-t pt-4" />
    </Card>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
