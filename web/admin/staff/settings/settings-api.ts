import { accentCss } from '#bff/contract/base/accent.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

export const settingsQuery = () => apiQuery('GET /admin/settings');
export const historyQuery = () => apiQuery('GET /admin/settings/history');

/** Replaces the colour with which this page came; others have it when they are loaded. */
function showAccent(accent: string | null): void {
  const style = document.getElementById('accent') ?? document.createElement('style');
  style.id = 'accent';
  style.textContent = accent === null ? '' : accentCss(accent);
  document.head.append(style);
}

/** A form shows its own refusals. */
export function useSettingsWrites() {
  const changes = {
    stale: ['/admin/settings', '/admin/audit', '/admin/dashboard', '/admin/approvals', '/seller', '/admin/setup'],
  } as const;
  const said = { ...changes, failed: 'Nothing was changed' };
  return {
    changeSeller: useWrite('PUT /admin/settings/seller', changes),
    changeAccounts: useWrite('PUT /admin/settings/accounts', changes),
    changeRecalls: useWrite('PUT /admin/settings/recalls', { stale: [...changes.stale, '/admin/deposits'] }),
    changeLook: useWrite('PUT /admin/settings/look', {
      ...changes,
      after: ({ data }) => showAccent(data.look.value?.accent ?? null),
    }),
    changeMoney: useWrite('PUT /admin/settings/money', changes),
    changeApprovals: useWrite('PUT /admin/settings/approvals', changes),
    changeWaits: useWrite('PUT /admin/settings/waits', changes),
    changeOrders: useWrite('PUT /admin/settings/orders', changes),
    changeRetention: useWrite('PUT /admin/settings/retention', changes),
    confirm: useWrite('POST /admin/settings/changes/:id/confirm', said),
    withdraw: useWrite('POST /admin/settings/changes/:id/withdraw', said),
  };
}
