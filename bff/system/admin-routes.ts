import { adminSystemRoutes } from '#bff/contract/admin-system.ts';
import { feature } from '#bff/http/register-routes.ts';
import { systemState } from './state.ts';

export const registerAdminSystem = feature(adminSystemRoutes, (deps) => ({ getSystem: () => systemState(deps) }));
