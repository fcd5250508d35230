import { keepPreviousData, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminDeposit, AdminDepositAnswer, AdminDepositPage, AdminDepositSaved } from '#bff/contract/deposit.ts';
import { adminFetch, downloadFile, fetchFile } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export type DepositFilters = { page: number; status: string; search: string };

/** Shared by approve and reject: while one is under way, the buttons of all deposits are disabled. */
const DECISION = ['admin', 'decide-deposit'];

/** One page of deposits with the stat row; what was shown stays while the next page loads. */
export const useDeposits = (filters: DepositFilters) =>
  useQuery({
    queryKey: keys.admin.deposits.list(filters),
    queryFn: ({ signal }) => adminFetch<AdminDepositPage>('/deposits', { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** One deposit; `known` (its row) shows until the answer is there. */
export const useDeposit = (id: string, known: AdminDeposit | undefined) =>
  useQuery({
    queryKey: keys.admin.deposits.one(id),
    queryFn: async ({ signal }) => (await adminFetch<AdminDepositAnswer>(`/deposits/${id}`, { signal })).data,
    placeholderData: known,
  });

/** The proof of payment as a blob, null when there is none. Each fetch is a recorded look, so it is fetched once. */
export const useProof = (deposit: AdminDeposit) =>
  useQuery({
    queryKey: keys.admin.deposits.part('proof', { id: deposit.id, uploaded: deposit.payment_proof_url }),
    queryFn: async ({ signal }) => {
      try {
        const path = `/deposits/${deposit.id}/payment-proof`;
        const proof = await fetchFile('admin', path, `payment-proof-${deposit.reference}`, { signal });
        return { blob: proof.blob, filename: withExtension(proof.filename, proof.blob.type) };
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      }
    },
    enabled: deposit.has_payment_proof,
    staleTime: Number.POSITIVE_INFINITY,
  });

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** A file without an extension opens in nothing once it is saved. */
function withExtension(name: string, type: string): string {
  const extension = EXTENSIONS[type];
  return extension === undefined || /\.\w+$/.test(name) ? name : `${name}.${extension}`;
}

export type Approval = { approved_amount: string; admin_notes: string | null };
export type Rejection = { admin_notes: string };

/** Approves with an amount: the wallet is credited. Throws ApiError. */
export function useApproveDeposit(id: string) {
  const settle = useSettle();
  return useWrite(
    (values: Approval, idempotencyKey) =>
      adminFetch<AdminDepositSaved>(`/deposits/${id}/approve`, {
        method: 'POST',
        body: { status: 'approved', ...values },
        idempotencyKey,
      }),
    { mutationKey: DECISION, onSuccess: settle('Deposit has been approved') },
  );
}

/** Rejects with a reason: no funds move. Throws ApiError. */
export function useRejectDeposit(id: string) {
  const settle = useSettle();
  return useWrite(
    (values: Rejection, idempotencyKey) =>
      adminFetch<AdminDepositSaved>(`/deposits/${id}/reject`, {
        method: 'POST',
        body: { status: 'rejected', ...values },
        idempotencyKey,
      }),
    { mutationKey: DECISION, onSuccess: settle('Deposit has been rejected') },
  );
}

/** Whether any deposit is being approved or rejected now. */
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

/** Saves the invoice; a failure is told in a toast. */
export async function downloadDepositInvoice(id: string): Promise<void> {
  try {
    await downloadFile('admin', `/deposits/${id}/invoice`, `deposit-invoice-${id}.pdf`);
  } catch (error) {
    toastError(error, 'Failed to download invoice', 'Download Failed');
  }
}

/** What follows a decision: the deposit as it is now, the list reloaded, and everything else it changed marked stale. */
function useSettle() {
  const client = useQueryClient();
  return (message: string) => async (answer: AdminDepositSaved) => {
    client.setQueryData(keys.admin.deposits.one(answer.data.id), answer.data);
    toast.success(message);
    for (const { all } of [keys.admin.dashboard, keys.admin.transactions, keys.admin.users, keys.admin.audit]) {
      void client.invalidateQueries({ queryKey: all });
    }
    await client.invalidateQueries({ queryKey: [...keys.admin.deposits.all, 'list'] });
  };
}

/** Reloads what an administrator sees of deposits, after a refusal that says it is out of date. */
export function useReloadDeposits() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.admin.deposits.all });
}
