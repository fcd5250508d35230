import { adminSecurityEventRoutes } from '#bff/contract/admin-security-event-routes.ts';
import { feature } from '#bff/http/register-routes.ts';
import { found } from '#bff/lib/api-error.ts';
import { pageAsked } from '#bff/lib/asked.ts';
import { pageMeta } from '#bff/lib/present.ts';
import { findSecurityEvent, listSecurityEvents } from './event-store.ts';

export const registerAdminSecurityEvents = feature(adminSecurityEventRoutes, (deps) => ({
  listSecurityEvents: async ({ query }) => {
    const { items, total } = await listSecurityEvents(deps.database, query);
    return { data: items, meta: pageMeta({ ...pageAsked(query), total, items }) };
  },
  getSecurityEvent: async ({ params }) => ({
    data: found(await findSecurityEvent(deps.database, params.id), 'There is no such security event.'),
  }),
}));
