import type { FastifyInstance } from 'fastify';
import { adminSystemRoutes } from '#bff/contract/admin-system.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { systemState } from './state.ts';

export function registerAdminSystem(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, adminSystemRoutes, { getSystem: () => systemState(deps) });
}
