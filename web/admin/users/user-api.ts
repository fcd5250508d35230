import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

/** The actions on an account; each answer is the changed account. */
export function useUserActions(id: string) {
  const client = useQueryClient();
  const params = { id };
  const keep = ({ data, message }: Answer<'POST /admin/users/:id/approve'>) => {
    client.setQueryData(queryKey('GET /admin/users/:id', { params }), { data });
    void invalidate(client, '/admin/users', '/admin/audit', '/admin/approvals');
    toast.success(message);
  };
  const approve = useMutation({
    mutationFn: (companyUpdatedAt: string | undefined) =>
      api('POST /admin/users/:id/approve', {
        params,
        body: companyUpdatedAt === undefined ? {} : { company_updated_at: companyUpdatedAt },
      }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to approve the account'),
  });
  const revoke = useWrite('POST /admin/users/:id/revoke', { onSuccess: keep });
  const setCredit = useWrite('POST /admin/users/:id/credit', { onSuccess: keep });
  const resetSecondFactor = useWrite('POST /admin/users/:id/second-factor-reset', { onSuccess: keep });
  const takeResetBack = useMutation({
    mutationFn: () => api('DELETE /admin/users/:id/second-factor-reset', { params }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to take the reset back'),
  });
  return { approve, revoke, setCredit, resetSecondFactor, takeResetBack };
}
