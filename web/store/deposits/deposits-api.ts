import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessageAnswer } from '#bff/contract/common.ts';
import type { Deposit, DepositPage, DepositSaved } from '#bff/contract/deposit.ts';
import type { DepositForm } from '#bff/contract/deposit-form.ts';
import { apiFetch, downloadFile } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export function useDeposits(page: number) {
  return useQuery({
    queryKey: keys.deposits.list({ page }),
    queryFn: ({ signal }) => apiFetch<DepositPage>('/deposits', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for a top-up. Its failure is shown by the form. */
export function useCreateDeposit() {
  const client = useQueryClient();
  return useWrite(
    (body: DepositForm, idempotencyKey) =>
      apiFetch<DepositSaved>('/deposits', { method: 'POST', body, idempotencyKey }),
    { onSuccess: () => client.invalidateQueries({ queryKey: keys.deposits.all }) },
  );
}

/** Deletes a pending deposit. */
export function useDeleteDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deposit: Deposit) => apiFetch<MessageAnswer>(`/deposits/${deposit.id}`, { method: 'DELETE' }),
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error) => toastError(error, 'Failed to delete deposit'),
    // Also after a refusal: it may have been approved in the meantime.
    onSettled: () => client.invalidateQueries({ queryKey: keys.deposits.all }),
  });
}

/** Saves the invoice of a deposit. */
export async function downloadDepositInvoice(deposit: Deposit): Promise<void> {
  try {
    await downloadFile(
      'customer',
      `/deposits/${deposit.id}/deposit-invoice`,
      `deposit-invoice-${deposit.reference}.pdf`,
    );
  } catch (error) {
    toastError(error, 'Failed to download deposit invoice');
  }
}
