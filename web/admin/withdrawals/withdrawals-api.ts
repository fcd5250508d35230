import { keepPreviousData, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdminWithdrawal,
  AdminWithdrawalAnswer,
  AdminWithdrawalPage,
  AdminWithdrawalSaved,
} from '#bff/contract/withdrawal.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export type WithdrawalFilters = { page: number; status: string; search: string };

/** Shared by complete and reject: while one is under way, the buttons of all withdrawals are disabled. */
const DECISION = ['admin', 'decide-withdrawal'];

/** One page of withdrawals; what was shown stays while the next page loads. */
export const useWithdrawals = (filters: WithdrawalFilters) =>
  useQuery({
    queryKey: keys.admin.withdrawals.list(filters),
    queryFn: ({ signal }) => adminFetch<AdminWithdrawalPage>('/withdrawals', { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** One withdrawal; `known` (its row) shows until the answer is there. */
export const useWithdrawal = (id: string, known: AdminWithdrawal | undefined) =>
  useQuery({
    queryKey: keys.admin.withdrawals.one(id),
    queryFn: async ({ signal }) => (await adminFetch<AdminWithdrawalAnswer>(`/withdrawals/${id}`, { signal })).data,
    placeholderData: known,
  });

export type Completion = { admin_notes: string | null };
export type Rejection = { admin_notes: string; user_notes: string | null };

/** The transfer was made: the held amount leaves the wallet. Throws ApiError. */
export const useCompleteWithdrawal = (id: string) =>
  useDecision<Completion>(`/withdrawals/${id}/complete`, 'Withdrawal has been completed');

/** No transfer: the held amount is free again. Throws ApiError. */
export const useRejectWithdrawal = (id: string) =>
  useDecision<Rejection>(`/withdrawals/${id}/reject`, 'Withdrawal has been rejected');

/** Whether any withdrawal is being completed or rejected now. */
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

/** Reloads what an administrator sees of withdrawals, after a refusal that says it is out of date. */
export function useReloadWithdrawals() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.admin.withdrawals.all });
}

function useDecision<Values>(path: string, message: string) {
  const client = useQueryClient();
  return useWrite(
    (body: Values, idempotencyKey) => adminFetch<AdminWithdrawalSaved>(path, { method: 'POST', body, idempotencyKey }),
    {
      mutationKey: DECISION,
      onSuccess: async ({ data }) => {
        client.setQueryData(keys.admin.withdrawals.one(data.id), data);
        toast.success(message);
        for (const { all } of [keys.admin.dashboard, keys.admin.transactions, keys.admin.users, keys.admin.audit]) {
          void client.invalidateQueries({ queryKey: all });
        }
        await client.invalidateQueries({ queryKey: [...keys.admin.withdrawals.all, 'list'] });
      },
    },
  );
}
