import type { QueryClient } from '@tanstack/react-query';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';

/** Each answer is the changed account. */
export function useUserActions(id: string) {
  const options = {
    after: ({ data }: Answer<'POST /admin/users/:id/approve'>, client: QueryClient) =>
      client.setQueryData(queryKey('GET /admin/users/:id', { params: { id } }), { data }),
    stale: ['/admin/users', '/admin/audit', '/admin/approvals'],
  } as const;
  return {
    approve: useWrite('POST /admin/users/:id/approve', { ...options, failed: 'Failed to approve the account' }),
    revoke: useWrite('POST /admin/users/:id/revoke', options),
    setCredit: useWrite('POST /admin/users/:id/credit', options),
    resetSecondFactor: useWrite('POST /admin/users/:id/second-factor-reset', options),
    endSessions: useWrite('DELETE /admin/users/:id/sessions', options),
    freeze: useWrite('POST /admin/users/:id/freeze', options),
    unfreeze: useWrite('POST /admin/users/:id/unfreeze', options),
    takeResetBack: useWrite('DELETE /admin/users/:id/second-factor-reset', {
      ...options,
      failed: 'Failed to take the reset back',
    }),
  };
}
