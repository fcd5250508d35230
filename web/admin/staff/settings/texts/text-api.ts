import type { TextQuery } from '#bff/contract/office/texts.ts';
import type { TextName } from '#core/aggregates/settings/texts.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

export const textsQuery = () => apiQuery('GET /admin/settings/texts');
export const textQuery = (name: TextName, query: TextQuery = {}) =>
  apiQuery('GET /admin/settings/texts/:name', { params: { name }, query });

/** The form shows its refusals. */
export const useChangeText = () =>
  useWrite('PUT /admin/settings/texts/:name', {
    stale: ['/admin/settings', '/admin/audit', '/texts'],
  });
