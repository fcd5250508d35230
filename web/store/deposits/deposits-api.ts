import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deposit } from '#bff/contract/deposit.ts';
import { api } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/download.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { toast } from '#web/ui/toast.ts';

/** Deletes a pending deposit. */
export function useDeleteDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deposit: Deposit) => api('DELETE /deposits/:id', { params: { id: deposit.id } }),
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error) => toastError(error, 'Failed to delete deposit'),
    // Also after a refusal: it may have been approved in the meantime.
    onSettled: () => invalidate(client, '/deposits'),
  });
}

/** Saves the invoice of a deposit. */
export const downloadDepositInvoice = ({ id, reference }: Deposit): Promise<void> =>
  saveFile(
    'GET /deposits/:id/deposit-invoice',
    { params: { id } },
    `deposit-invoice-${reference}.pdf`,
    'Failed to download deposit invoice',
  );
