import { accentCss } from '#bff/contract/base/accent.ts';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import type { Answer, JsonKey } from '#web/lib/call/api-types.ts';

export const settingsQuery = () => apiQuery('GET /admin/settings');
export const historyQuery = () => apiQuery('GET /admin/settings/history');

const STALE = [
  '/admin/settings',
  '/admin/audit',
  '/admin/dashboard',
  '/admin/approvals',
  '/seller',
  '/admin/setup',
] as const;

type Put<Route> = Route extends `PUT /admin/settings/${infer Section}` ? Section : never;
/** The sections that a form saves. */
export type SavedSection = Extract<Put<JsonKey>, keyof AdminSettings>;

/** A form shows its own refusals. */
export const useSaveSection = <Section extends SavedSection>(section: Section) =>
  useWrite<`PUT /admin/settings/${Section}`>(`PUT /admin/settings/${section}`, {
    stale: section === 'recalls' ? [...STALE, '/admin/deposits'] : STALE,
    after: (answer) => section === 'look' && showAccent(answer as Answer<'PUT /admin/settings/look'>),
  });

/** Replaces the colour with which this page came; others have it when they are loaded. */
function showAccent({ data }: Answer<'PUT /admin/settings/look'>): void {
  const accent = data.look.value?.accent ?? null;
  const style = document.getElementById('accent') ?? document.createElement('style');
  style.id = 'accent';
  style.textContent = accent === null ? '' : accentCss(accent);
  document.head.append(style);
}

const DECIDED = { stale: STALE, failed: 'Nothing was changed' } as const;
export const useConfirmChange = () => useWrite('POST /admin/settings/changes/:id/confirm', DECIDED);
export const useWithdrawChange = () => useWrite('POST /admin/settings/changes/:id/withdraw', DECIDED);
