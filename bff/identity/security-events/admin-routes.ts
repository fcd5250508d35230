import { adminSecurityEventRoutes } from '#bff/contract/identity/admin-security-event-routes.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
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
