import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

export const settingsQuery = () => apiQuery('GET /admin/settings');
export const historyQuery = () => apiQuery('GET /admin/settings/history');

/** A form shows its own refusals. */
export function useSettingsWrites() {
  const changes = { stale: ['/admin/settings', '/admin/audit', '/admin/dashboard', '/admin/setup'] } as const;
  const said = { ...changes, failed: 'Nothing was changed' };
  return {
    changeSeller: useWrite('PUT /admin/settings/seller', changes),
    changeAccounts: useWrite('PUT /admin/settings/accounts', changes),
    confirm: useWrite('POST /admin/settings/changes/:id/confirm', said),
    withdraw: useWrite('POST /admin/settings/changes/:id/withdraw', said),
  };
}
