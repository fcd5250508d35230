import type { FastifyInstance } from 'fastify';
import { adminLedgerRoutes } from '#bff/contract/admin-ledger-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { showStatement, showTrialBalance } from './views.ts';

export function registerAdminLedger(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, adminLedgerRoutes, {
    trialBalance: () => showTrialBalance(deps.database),
    statement: ({ query }) => showStatement(deps.database, query),
  });
}
