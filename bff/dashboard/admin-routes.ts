import type { FastifyInstance } from 'fastify';
import { adminDashboardRoutes } from '#bff/contract/admin-dashboard.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { dashboardStats } from './stats.ts';

export function registerAdminDashboard(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, adminDashboardRoutes, {
    getDashboardStats: async ({ query }) => ({ data: await dashboardStats(deps.database, query, deps.clock()) }),
  });
}
