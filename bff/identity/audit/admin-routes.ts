import { adminAuditRoutes } from '#bff/contract/identity/admin-audit.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { daysAsked } from '#bff/kit/lib/asked.ts';
import { CATEGORIES } from '#core/aggregates/events.ts';
import { auditPage } from './trail.ts';

export const registerAdminAudit = feature(adminAuditRoutes, (deps) => ({
  searchAuditTrail: ({ query }) =>
    auditPage(
      deps.database,
      {
        category: query.subject_kind,
        actorKind: query.actor_kind,
        actorId: query.actor_id,
        type: query.type,
        correlationId: query.correlation_id,
        ...daysAsked(query),
      },
      query,
    ),
  getAuditTrail: ({ params: { kind, id }, query }) => {
    const category = CATEGORIES.find((candidate) => candidate === kind);
    // An object of the ledger has a stream of its own. Administrators' actions about any object are in their own streams.
    const own = category === undefined ? {} : { category, objectId: id.toLowerCase() };
    return auditPage(deps.database, { ...own, about: `${kind}:${id.toLowerCase()}` }, query);
  },
}));
