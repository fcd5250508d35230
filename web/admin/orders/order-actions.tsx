import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminOrderDetail, OrderInvoice, OrderStatus } from '#bff/contract/order.ts';
import { orderStateOf } from '#core/states.ts';
import { useMay } from '#web/admin/shared/may.tsx';
import { api } from '#web/lib/api.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { saveFile } from '#web/lib/download.ts';
import { releaseQuestion } from '#web/lib/partial-delivery.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';

const labelOf = (status: OrderStatus) => (status === 'cancelled' ? 'Cancel order' : `Mark as ${status}`);

/** The actions on an order: its papers, and the steps that the server allows in its state. */
export function OrderActions({ order }: { order: AdminOrderDetail }) {
  const { fulfill, setStatus, release } = useOrderWrites(order.id);
  const [isReleasing, setReleasing] = useState(false);
  const { undelivered } = order;
  const [asking, setAsking] = useState<OrderStatus | null>(null);
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
          <Button key={status} variant="danger-ghost" onClick={() => setAsking(status)}>
            {labelOf(status)}
          </Button>
        ))}
      {mayDecide && undelivered && (
        <Button variant="danger-ghost" onClick={() => setReleasing(true)}>
          Release the rest
        </Button>
      )}
      {mayDecide && order.can_fulfill && (
        <Button variant="primary" icon={<PackageCheck aria-hidden />} onClick={() => fulfill.mutateAsync()}>
          Fulfill
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking ? labelOf(asking) : ''}
        message={
          orderStateOf(order) === 'paid'
            ? `The order is cancelled and ${order.total.formatted} go back to the wallet at once. This action cannot be undone.`
            : 'The order is cancelled; nothing was paid for it. This action cannot be undone.'
        }
        confirmLabel={asking ? labelOf(asking) : 'Confirm'}
        cancelLabel="Back"
        onConfirm={() => asking && setStatus.mutateAsync(asking)}
      />
      <ConfirmDialog
        open={isReleasing}
        onClose={() => setReleasing(false)}
        title="Release the rest"
        message={releaseQuestion(order, 'the wallet')}
        confirmLabel="Release the rest"
        cancelLabel="Back"
        onConfirm={() => undelivered && release.mutateAsync(undelivered.decimal)}
      />
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
  const client = useQueryClient();
  const params = { id };
  const onSuccess = ({ data, message }: Answer<'POST /admin/orders/:id/fulfill'>) => {
    client.setQueryData(queryKey('GET /admin/orders/:id', { params }), { data });
    void invalidate(client, '/admin/orders', '/admin/audit');
    toast.success(message);
  };
  const fulfill = useMutation({
    mutationFn: () => api('POST /admin/orders/:id/fulfill', { params }),
    onSuccess,
    onError: (error) => toastError(error, 'Failed to fulfill order'),
  });
  const setStatus = useMutation({
    mutationFn: (status: OrderStatus) => api('PATCH /admin/orders/:id/status', { params, body: { status } }),
    onSuccess,
    onError: (error) => toastError(error, 'Failed to update order status'),
  });
  const release = useMutation({
    mutationFn: (amount: string) => api('POST /admin/orders/:id/release', { params, body: { amount } }),
    onSuccess,
    onError: (error) => {
      toastError(error, 'Failed to release the rest');
      // More may have been delivered meanwhile, which changes the amount.
      void invalidate(client, '/admin/orders');
    },
  });
  return { fulfill, setStatus, release };
}
