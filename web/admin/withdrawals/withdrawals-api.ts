import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export type Decision = 'complete' | 'reject';
export type Decide = (withdrawal: AdminWithdrawal, decision: Decision) => void;

/** Shared by complete and reject: while one is under way, the buttons of all withdrawals are disabled. */
const DECISION = ['admin', 'decide-withdrawal'];

/** The transfer was made: the held amount leaves the wallet. Throws ApiError. */
export const useCompleteWithdrawal = () =>
  useWrite('POST /admin/withdrawals/:id/complete', {
    mutationKey: DECISION,
    onSuccess: useSettle('Withdrawal has been completed'),
  });

/** No transfer: the held amount is free again. Throws ApiError. */
export const useRejectWithdrawal = () =>
  useWrite('POST /admin/withdrawals/:id/reject', {
    mutationKey: DECISION,
    onSuccess: useSettle('Withdrawal has been rejected'),
  });

/** Whether any withdrawal is being completed or rejected now. */
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

/** Reloads what an administrator sees of withdrawals, after a refusal that says it is out of date. */
export function useReloadWithdrawals() {
  const client = useQueryClient();
  return () => invalidate(client, '/admin/withdrawals');
}

function useSettle(message: string) {
  const client = useQueryClient();
  return async ({ data }: Answer<'POST /admin/withdrawals/:id/complete'>) => {
    client.setQueryData(queryKey('GET /admin/withdrawals/:id', { params: { id: data.id } }), { data });
    toast.success(message);
    void invalidate(client, '/admin/dashboard', '/admin/transactions', '/admin/users', '/admin/audit');
    await invalidate(client, 'GET /admin/withdrawals');
  };
}
