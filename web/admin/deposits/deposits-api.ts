import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { orNull } from '#web/lib/api-error.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { downloadFile, fetchFile } from '#web/lib/download.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export type Decision = 'approve' | 'reject';
export type Decide = (deposit: AdminDeposit, decision: Decision) => void;

/** Shared by approve and reject: while one is under way, the buttons of all deposits are disabled. */
const DECISION = ['admin', 'decide-deposit'];

/** The proof of payment; its data is null when there is none. Each fetch is a recorded look, so it is fetched once. */
export function useProof({ id, reference, has_payment_proof, payment_proof_url }: AdminDeposit) {
  const read = useQuery({
    queryKey: ['admin', 'deposits', id, 'payment-proof', payment_proof_url],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, signal };
      const proof = await orNull(
        fetchFile('GET /admin/deposits/:id/payment-proof', input, `payment-proof-${reference}`),
      );
      return proof && { blob: proof.blob, filename: withExtension(proof.filename, proof.blob.type) };
    },
    enabled: has_payment_proof,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { data: has_payment_proof ? read.data : null, error: read.error, refetch: read.refetch };
}

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

/** Approves with an amount: the wallet is credited. Throws ApiError. */
export const useApproveDeposit = () =>
  useWrite('POST /admin/deposits/:id/approve', {
    mutationKey: DECISION,
    onSuccess: useSettle('Deposit has been approved'),
  });

/** Rejects with a reason: no funds move. Throws ApiError. */
export const useRejectDeposit = () =>
  useWrite('POST /admin/deposits/:id/reject', {
    mutationKey: DECISION,
    onSuccess: useSettle('Deposit has been rejected'),
  });

/** Whether any deposit is being approved or rejected now. */
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

/** Saves the invoice; a toast shows a failure. */
export async function downloadDepositInvoice(id: string): Promise<void> {
  try {
    await downloadFile('GET /admin/deposits/:id/invoice', { params: { id } }, `deposit-invoice-${id}.pdf`);
  } catch (error) {
    toastError(error, 'Failed to download invoice', 'Download Failed');
  }
}

/** What follows a decision: the deposit as it is now, the list reloaded, and everything else it changed marked stale. */
function useSettle(message: string) {
  const client = useQueryClient();
  return async ({ data }: Answer<'POST /admin/deposits/:id/approve'>) => {
    client.setQueryData(queryKey('GET /admin/deposits/:id', { params: { id: data.id } }), { data });
    toast.success(message);
    void invalidate(client, '/admin/dashboard', '/admin/transactions', '/admin/users', '/admin/audit');
    await invalidate(client, 'GET /admin/deposits');
  };
}

/** Reloads what an administrator sees of deposits, after a refusal that says it is out of date. */
export function useReloadDeposits() {
  const client = useQueryClient();
  return () => invalidate(client, '/admin/deposits');
}
