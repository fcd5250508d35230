import type { FastifyInstance } from 'fastify';
import { adminApprovalRoutes } from '#bff/contract/admin-approval.ts';
import { moneyJson } from '#bff/contract/money-json.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { leftOfDay, limitOfDay } from '#bff/lib/approve.ts';
import { convert } from '#core/kernel/rates.ts';
import { listWaiting } from './waiting.ts';

export function registerAdminApprovals(app: FastifyInstance, deps: BffDeps): void {
  const { currencies } = deps.config;
  registerRoutes(app, deps, adminApprovalRoutes, {
    listWaitingApprovals: ({ actor, query }) => listWaiting(deps, actor, query),
    getApprovalAllowance: async ({ actor }) => {
      const [left, rates] = await Promise.all([leftOfDay(deps, actor), deps.rates()]);
      return {
        data: {
          limit: moneyJson(limitOfDay(deps.config)),
          left: currencies.map((currency) => moneyJson(convert(left, currency, rates))),
        },
      };
    },
  });
}
