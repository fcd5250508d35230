import { StatementAnswer, StatementQuery, TrialBalanceAnswer } from './admin-ledger.ts';
import { defineRoutes } from './route.ts';

const ledger = { method: 'GET', auth: 'administrator', permission: 'ledger:read', tag: 'Admin: ledger' } as const;

export const adminLedgerRoutes = defineRoutes({
  trialBalance: {
    ...ledger,
    path: '/api/admin/ledger/trial-balance',
    response: TrialBalanceAnswer,
    summary: 'What every class of accounts adds up to.',
  },
  statement: {
    ...ledger,
    path: '/api/admin/ledger/statement',
    query: StatementQuery,
    response: StatementAnswer,
    summary: 'The lines of one account, newest first, each with the balance after it.',
  },
});
