import { adminSystemRoutes } from '#bff/contract/office/admin-system.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { systemState } from './state.ts';

export const registerAdminSystem = feature(adminSystemRoutes, (deps) => ({ getSystem: () => systemState(deps) }));
