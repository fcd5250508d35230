import { moneyJson } from '#bff/contract/base/money-json.ts';
import { adminApprovalRoutes } from '#bff/contract/money/admin-approval.ts';
import { leftOfDay, limitOfDay } from '#bff/kit/approvals/approve.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { convert } from '#core/kernel/money/rates.ts';
import { listWaiting } from './waiting.ts';

export const registerAdminApprovals = feature(adminApprovalRoutes, (deps) => ({
  listWaitingApprovals: ({ actor, query }) => listWaiting(deps, actor, query),
  getApprovalAllowance: async ({ actor }) => {
    const rules = deps.rules();
    const [left, rates] = await Promise.all([leftOfDay(deps, actor), deps.rates()]);
    return {
      data: {
        limit: moneyJson(limitOfDay(rules)),
        left: rules.currencies.map((currency) => moneyJson(convert(left, currency, rates))),
      },
    };
  },
}));
