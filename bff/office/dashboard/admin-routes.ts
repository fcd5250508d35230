import { adminDashboardRoutes } from '#bff/contract/office/admin-dashboard.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { dashboardStats } from './stats.ts';

export const registerAdminDashboard = feature(adminDashboardRoutes, (deps) => ({
  getDashboardStats: async ({ query }) => ({ data: await dashboardStats(deps.database, query, deps.clock()) }),
}));
