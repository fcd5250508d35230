import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminUserAnswer, AdminUserSaved, SetCreditBody } from '#bff/contract/admin-customer.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export function useUser(id: string) {
  return useQuery({
    queryKey: keys.admin.users.one(id),
    queryFn: ({ signal }) => adminFetch<AdminUserAnswer>(`/users/${id}`, { signal }),
    select: (answer) => answer.data,
  });
}

/** What may be done to an account; each answer is the account as it is now. */
export function useUserActions(id: string) {
  const client = useQueryClient();
  const keep = (answer: AdminUserSaved) => {
    client.setQueryData<AdminUserAnswer>(keys.admin.users.one(id), { data: answer.data });
    void client.invalidateQueries({ queryKey: keys.admin.users.all });
    void client.invalidateQueries({ queryKey: keys.admin.audit.all });
    toast.success(answer.message);
  };
  const approve = useMutation({
    mutationFn: () => adminFetch<AdminUserSaved>(`/users/${id}/approve`, { method: 'POST' }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to approve the account'),
  });
  const revoke = useMutation({
    mutationFn: (reason: string) =>
      adminFetch<AdminUserSaved>(`/users/${id}/revoke`, { method: 'POST', body: { reason } }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to revoke the approval'),
  });
  const setCredit = useWrite(
    (body: SetCreditBody, idempotencyKey) =>
      adminFetch<AdminUserSaved>(`/users/${id}/credit`, { method: 'POST', body, idempotencyKey }),
    { onSuccess: keep },
  );
  return { approve, revoke, setCredit };
}
