import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GiftCodesAnswer, Order, OrderAnswer, OrderDetail, OrderPage, OrderSaved } from '#bff/contract/order.ts';
import { apiFetch, downloadFile } from '#web/lib/api.ts';
import { isApiError, isCancelled, serverMessage } from '#web/lib/api-error.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';
import { isUnsettled } from './order-state.ts';

/** An order that waits for money or stock is looked at again this often. */
const UNSETTLED_POLL_MILLISECONDS = 15_000;

export function useOrders(page: number) {
  return useQuery({
    queryKey: keys.orders.list({ page }),
    queryFn: ({ signal }) => apiFetch<OrderPage>('/orders', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: keys.orders.one(id),
    queryFn: ({ signal }) => apiFetch<OrderAnswer>(`/orders/${encodeURIComponent(id)}`, { signal }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => {
      const order = state.data?.data;
      return order && isUnsettled(order) ? UNSETTLED_POLL_MILLISECONDS : false;
    },
  });
}

/** Shows the codes of an order. They are kept by the dialog alone, never in the cache, and each look is recorded. */
export function useRevealCodes(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiFetch<GiftCodesAnswer>(`/orders/${orderId}/download-codes`),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.orders.one(orderId) }),
    onError: (error) => {
      if (isApiError(error) && error.status === 404) toast.error('Download Failed', 'No codes found for this order.');
      else toastFailed('Fetch Failed', error, 'Failed to fetch gift codes. Please try again later.');
    },
  });
}

/** Cancels an order that is not paid yet. */
export function useCancelOrder(order: OrderDetail) {
  const client = useQueryClient();
  return useWrite(
    (body: Record<string, never>, idempotencyKey) =>
      apiFetch<OrderSaved>(`/orders/${order.id}/cancel`, { method: 'POST', body, idempotencyKey }),
    {
      onSuccess: (answer) => {
        client.setQueryData<OrderAnswer>(keys.orders.one(order.id), { data: answer.data });
        void client.invalidateQueries({ queryKey: [...keys.orders.all, 'list'] });
        toast.success(answer.message);
      },
      onError: (error) => {
        toastError(error, 'The order could not be cancelled. Please try again.');
        void client.invalidateQueries({ queryKey: keys.orders.one(order.id) });
      },
    },
  );
}

/** Saves the invoice of an order. */
export async function downloadInvoice(order: Pick<Order, 'id'>): Promise<void> {
  try {
    await downloadFile('customer', `/orders/${order.id}/download-invoice`, `invoice-${order.id}.pdf`);
  } catch (error) {
    const isMissing = isApiError(error) && error.status === 404;
    const fallback = isMissing
      ? 'No invoice found for this order.'
      : 'Failed to download invoice. Please try again later.';
    toastFailed('Download Failed', error, fallback);
  }
}

/** A failure under a title of the screen's own; the server's words where it gave any. */
function toastFailed(title: string, error: unknown, fallback: string): void {
  if (!isCancelled(error)) toast.error(title, serverMessage(error, fallback));
}
