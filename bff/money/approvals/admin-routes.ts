import { moneyJson } from '#bff/contract/base/money-json.ts';
import { adminApprovalRoutes } from '#bff/contract/money/admin-approval.ts';
import { leftOfDay, limitOfDay } from '#bff/kit/approvals/approve.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { convert } from '#core/kernel/money/rates.ts';
import { listWaiting } from './waiting.ts';

export const registerAdminApprovals = feature(adminApprovalRoutes, (deps) => {
  const { currencies } = deps.config;
  return {
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
  };
});
