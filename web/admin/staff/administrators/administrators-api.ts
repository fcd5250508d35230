import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

export const administratorsQuery = () => apiQuery('GET /admin/administrators');

/** A form shows its own refusals. */
export function useAdministratorWrites() {
  const changes = { stale: ['/admin/administrators', '/admin/approvals', '/admin/audit'] } as const;
  const said = { ...changes, failed: 'Nothing was changed' };
  return {
    invite: useWrite('POST /admin/administrators', changes),
    setRoles: useWrite('POST /admin/administrators/:id/roles', changes),
    disable: useWrite('POST /admin/administrators/:id/disable', said),
    enable: useWrite('POST /admin/administrators/:id/enable', said),
    endSessions: useWrite('POST /admin/administrators/:id/end-sessions', said),
    sendLink: useWrite('POST /admin/administrators/:id/send-link', said),
    confirmChange: useWrite('POST /admin/administrators/changes/:id/confirm', said),
    refuseChange: useWrite('POST /admin/administrators/changes/:id/refuse', said),
  };
}
