import { adminLedgerRoutes } from '#bff/contract/office/admin-ledger.ts';
import { adminPeriodRoutes } from '#bff/contract/office/admin-period.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { showExplanation } from './explain.ts';
import { closingCommand, showPeriod, showPeriods } from './periods.ts';
import { showStatement, showTrialBalance } from './views.ts';

export const registerAdminLedger = feature({ ...adminLedgerRoutes, ...adminPeriodRoutes }, (deps) => ({
  getLedgerTrialBalance: ({ query }) => showTrialBalance(deps.database, query),
  getLedgerExplain: ({ query, request }) => showExplanation(deps, query.subject, request.signal),
  getLedgerStatement: ({ query }) => showStatement(deps.database, query),
  listPeriods: async () => ({ data: await showPeriods(deps) }),
  closePeriod: async (call) => {
    const { month } = call.params;
    await call.execute(await closingCommand(deps, month, call.body), { wait: 'shown' });
    const data = await showPeriod(deps, month);
    return { message: `${data.name} is closed.`, data };
  },
  reopenPeriod: async (call) => {
    const { month } = call.params;
    await call.execute({ type: 'ReopenPeriod', month, reason: call.body.reason }, { wait: 'shown' });
    const data = await showPeriod(deps, month);
    return { message: `${data.name} is open again.`, data };
  },
}));
