import { Download, Eye, KeyRound, Package } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#bff/contract/shop/order.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { GiftCodesDialog } from './gift-codes-dialog.tsx';
import { codesBlockedReason } from './order-state.ts';
import { downloadInvoice } from './orders-api.ts';

const linkOf = (order: Order): string => `/orders/${order.id}`;
const ACTION = { size: 'sm', variant: 'ghost', className: 'max-md:px-2!' } as const;

const columnsFor = (showCodes: (order: Order) => void): readonly TableColumn<Order>[] => [
  column.reference('Order ID', (order) => order.order_number, { id: 'order_number' }),
  column.day('Date', (order) => order.created_at),
  column.money('Total', (order) => order.total, { className: 'font-medium' }),
  column.status('Fulfillment Status', (order) => order.fulfillment_status, { id: 'fulfillment' }),
  column.status('Payment Status', (order) => order.payment_status, { id: 'payment' }),
  column.actions('Actions', (order) => (
    <span className="inline-flex justify-end gap-1 max-md:flex-wrap">
      <LinkButton {...ACTION} href={linkOf(order)} icon={<Eye aria-hidden />}>
        View Details
      </LinkButton>
      <Button
        {...ACTION}
        icon={<KeyRound aria-hidden />}
        aria-label={`Codes of ${order.order_number}`}
        disabledReason={codesBlockedReason(order)}
        onClick={() => showCodes(order)}
      >
        Codes
      </Button>
      <Button
        {...ACTION}
        icon={<Download aria-hidden />}
        aria-label={`Invoice of ${order.order_number}`}
        onClick={() => downloadInvoice(order)}
      >
        Invoice
      </Button>
    </span>
  )),
];

export function OrdersPage() {
  const [shown, setShown] = useState<Order | null>(null);
  return (
    <ListScreen
      title="Orders"
      description="What you bought, its gift codes and invoices."
      actions={
        <LinkButton href="/code-reveals" icon={<Eye aria-hidden />}>
          Code access log
        </LinkButton>
      }
      noun="orders"
      filters={{}}
      pushesPages
      read={(query) => apiQuery('GET /orders', { query })}
      failed="Failed to load orders. Please try again later."
      toasts
      columns={columnsFor(setShown)}
      rowHref={linkOf}
      skeletonRows={8}
      empty={{
        icon: Package,
        none: ['No orders found', 'Your orders appear here with their gift codes and invoices.'],
        action: (
          <LinkButton href="/products" variant="primary">
            Browse products
          </LinkButton>
        ),
      }}
    >
      <GiftCodesDialog order={shown} onClose={() => setShown(null)} />
    </ListScreen>
  );
}
