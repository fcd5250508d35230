import type { QueryClient } from '@tanstack/react-query';
import { Download, PackageCheck } from 'lucide-react';
import type { AdminOrderDetail, OrderInvoice, OrderStatus } from '#bff/contract/shop/order.ts';
import { orderStateOf } from '#core/aggregates/states.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { saveFile } from '#web/lib/api/download.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { releaseQuestion } from '#web/shared/orders/partial-delivery.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

const labelOf = (status: OrderStatus) => (status === 'cancelled' ? 'Cancel order' : `Mark as ${status}`);

export function OrderActions({ order }: { order: AdminOrderDetail }) {
  const { fulfill, setStatus, release } = useOrderWrites(order.id);
  const { undelivered } = order;
  const params = { id: order.id };
  const refund = orderStateOf(order) === 'paid' ? order.total.decimal : '0';
  const mayDecide = useMay('orders:decide');
  return (
    <>
      <Menu
        trigger={(props) => (
          <Button {...props} icon={<Download aria-hidden />}>
            Download
          </Button>
        )}
        entries={[
          { label: 'Invoice', onSelect: () => save(order, 'invoice') },
          { label: 'Sales invoice', onSelect: () => save(order, 'sales-invoice') },
          ...order.invoices
            .filter(({ kind }) => kind === 'credit-note')
            .map((note) => ({ label: `Credit note ${note.number}`, onSelect: () => saveCreditNote(order, note) })),
        ]}
      />
      {order.allowed_statuses
        .filter((status) => mayDecide && status !== 'completed')
        .map((status) => (
          <AskButton
            key={status}
            variant="danger-ghost"
            title={labelOf(status)}
            message={
              orderStateOf(order) === 'paid'
                ? `The order is cancelled and ${order.total.formatted} go back to the wallet at once. This action cannot be undone.`
                : 'The order is cancelled; nothing was paid for it. This action cannot be undone.'
            }
            confirmLabel={labelOf(status)}
            cancelLabel="Back"
            onConfirm={() => setStatus.mutateAsync({ params, body: { status, expect_refund: refund } })}
          >
            {labelOf(status)}
          </AskButton>
        ))}
      {mayDecide && undelivered && (
        <AskButton
          variant="danger-ghost"
          title="Release the rest"
          message={releaseQuestion(order, 'the wallet')}
          confirmLabel="Release the rest"
          cancelLabel="Back"
          onConfirm={() => release.mutateAsync({ params, body: { amount: undelivered.decimal } })}
        >
          Release the rest
        </AskButton>
      )}
      {mayDecide && order.can_fulfill && (
        <Button variant="primary" icon={<PackageCheck aria-hidden />} onClick={() => fulfill.mutateAsync({ params })}>
          Fulfill
        </Button>
      )}
    </>
  );
}

function save({ id, order_number }: AdminOrderDetail, document: 'invoice' | 'sales-invoice'): Promise<void> {
  const failed = `Failed to download ${document.replace('-', ' ')}`;
  return saveFile(
    `GET /admin/orders/:id/download-${document}`,
    { params: { id } },
    `${document}-${order_number}.pdf`,
    failed,
  );
}

function saveCreditNote({ id }: AdminOrderDetail, note: OrderInvoice): Promise<void> {
  const params = { id, creditNoteId: note.id };
  const failed = 'Failed to download credit note';
  return saveFile('GET /admin/orders/:id/credit-notes/:creditNoteId', { params }, `${note.number}.pdf`, failed);
}

function useOrderWrites(id: string) {
  const options = {
    after: ({ data }: Answer<'POST /admin/orders/:id/fulfill'>, client: QueryClient) =>
      client.setQueryData(queryKey('GET /admin/orders/:id', { params: { id } }), { data }),
    stale: ['/admin/orders', '/admin/audit'],
  } as const;
  return {
    fulfill: useWrite('POST /admin/orders/:id/fulfill', { ...options, failed: 'Failed to fulfill order' }),
    setStatus: useWrite('PATCH /admin/orders/:id/status', { ...options, failed: 'Failed to update order status' }),
    release: useWrite('POST /admin/orders/:id/release', { ...options, failed: 'Failed to release the rest' }),
  };
}
