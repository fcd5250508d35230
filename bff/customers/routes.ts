import type { FastifyInstance } from 'fastify';
import { userRoutes } from '#bff/contract/account-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { loadCurrentUser } from './current-user.ts';

export function registerUser(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, userRoutes, {
    show: async (call) => ({ data: await loadCurrentUser(deps, call.actor.customerId) }),
  });
}
