import type { QueryClient } from '@tanstack/react-query';
import type { CodeLife, Order, OrderInvoice } from '#bff/contract/shop/order.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { downloadFile, saveFile } from '#web/lib/api/download.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { isNotFound } from '#web/lib/call/api-error.ts';
import type { Answer, QueryOf } from '#web/lib/call/api-types.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastFailed } from '#web/lib/toast/toast-error.ts';

export const orderQuery = (id: string) => apiQuery('GET /orders/:id', { params: { id } });

/** Only the dialog holds the codes, never the cache, and each reveal is recorded. */
export const useRevealCodes = (orderId: string) =>
  useWrite(() => api('GET /orders/:id/download-codes', { params: { id: orderId } }), {
    gcTime: 0,
    done: null,
    failed: (error) => {
      if (isNotFound(error)) toast.error('Download Failed', 'No codes found for this order.');
      else toastFailed('Fetch Failed', error, 'Failed to fetch gift codes. Please try again later.');
    },
    stale: ['/orders', '/code-reveals'],
  });

const keep = ({ data }: Answer<'POST /orders/:id/cancel'>, client: QueryClient) =>
  client.setQueryData(orderQuery(data.id).queryKey, { data });

/** Cancels an order that is not paid yet. */
export const useCancelOrder = () =>
  useWrite('POST /orders/:id/cancel', {
    after: keep,
    failed: 'The order could not be cancelled. Please try again.',
    stale: ['/orders'],
  });

export const useReleaseRest = () =>
  useWrite('POST /orders/:id/release', {
    after: keep,
    failed: 'The rest could not be released. Please try again.',
    stale: ['/orders', '/wallets', '/transactions'],
  });

export async function downloadInvoice(order: Pick<Order, 'id' | 'order_number'>): Promise<void> {
  try {
    await downloadFile(
      'GET /orders/:id/download-invoice',
      { params: { id: order.id } },
      `invoice-${order.order_number}.pdf`,
    );
  } catch (error) {
    const fallback = isNotFound(error)
      ? 'No invoice found for this order.'
      : 'Failed to download invoice. Please try again later.';
    toastFailed('Download Failed', error, fallback);
  }
}

export async function downloadCreditNote({ id }: Pick<Order, 'id'>, note: OrderInvoice): Promise<void> {
  try {
    const params = { id, creditNoteId: note.id };
    await downloadFile('GET /orders/:id/credit-notes/:creditNoteId', { params }, `${note.number}.pdf`);
  } catch (error) {
    toastFailed('Download Failed', error, 'Failed to download credit note. Please try again later.');
  }
}

export const REVEALED_BY = { customer: 'You', 'api-key': 'Your API key' } as const;

/** Downloads the life of one code as a file that proves it. */
export function downloadCodeProof(orderId: string, code: CodeLife): Promise<void> {
  const params = { id: orderId, codeId: code.id };
  const name = `code-${code.last_four}.proof.json`;
  const failed = 'The proof could not be saved.';
  return saveFile('GET /orders/:id/codes/:codeId/proof', { params }, name, failed, 'Download Failed');
}

export const downloadReveals = (query: QueryOf<'GET /code-reveals/export'>): Promise<void> =>
  saveFile(
    'GET /code-reveals/export',
    { query },
    'code-reveals.csv',
    'The list could not be saved.',
    'Download Failed',
  );
