import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/api-query.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export const administratorsQuery = () => apiQuery('GET /admin/administrators');

/** An owner's changes to other administrators. Each shows a toast and reloads the list. A form shows its own refusals. */
export function useAdministratorWrites() {
  const client = useQueryClient();
  const onSuccess = async ({ message }: Answer<'POST /admin/administrators'>) => {
    toast.success(message);
    await invalidate(client, '/admin/administrators', '/admin/audit');
  };
  const said = { onSuccess, onError: (error: Error) => toastError(error, 'Nothing was changed') };
  return {
    invite: useWrite('POST /admin/administrators', { onSuccess }),
    setRoles: useWrite('POST /admin/administrators/:id/roles', { onSuccess }),
    disable: useWrite('POST /admin/administrators/:id/disable', said),
    enable: useWrite('POST /admin/administrators/:id/enable', said),
    endSessions: useWrite('POST /admin/administrators/:id/end-sessions', said),
    sendLink: useWrite('POST /admin/administrators/:id/send-link', said),
  };
}
