import { ExplainAnswer, ExplainQuery } from './admin-explain.ts';
import { StatementAnswer, StatementQuery, TrialBalanceAnswer, TrialBalanceQuery } from './admin-ledger.ts';
import { PeriodListAnswer, PeriodParams, PeriodSaved, ReopenPeriodBody } from './admin-period.ts';
import { defineRoutes } from './route.ts';

const ledger = { method: 'GET', auth: 'administrator', permission: 'ledger:read', tag: 'Admin: ledger' } as const;

export const adminLedgerRoutes = defineRoutes({
  trialBalance: {
    ...ledger,
    path: '/api/admin/ledger/trial-balance',
    query: TrialBalanceQuery,
    response: TrialBalanceAnswer,
    summary: 'What every class of accounts adds up to, now or at the end of a day.',
  },
  statement: {
    ...ledger,
    path: '/api/admin/ledger/statement',
    query: StatementQuery,
    response: StatementAnswer,
    summary: 'The lines of one account, newest first, each with the balance after it.',
  },
  explain: {
    ...ledger,
    path: '/api/admin/ledger/explain',
    query: ExplainQuery,
    response: ExplainAnswer,
    summary: 'What a figure rests on: its events, the paper, the proof, who said yes, and what was booked.',
  },
});

const period = { auth: 'administrator', tag: 'Admin: ledger' } as const;
const decidePeriod = {
  ...period,
  permission: 'periods:close',
  step_up: true,
  method: 'POST',
  params: PeriodParams,
  response: PeriodSaved,
  idempotent: true,
} as const;

export const adminPeriodRoutes = defineRoutes({
  list: {
    ...period,
    permission: 'ledger:read',
    operation: 'listPeriods',
    method: 'GET',
    path: '/api/admin/ledger/periods',
    response: PeriodListAnswer,
    summary: 'The months of the books, the running one first.',
  },
  close: {
    ...decidePeriod,
    operation: 'closePeriod',
    path: '/api/admin/ledger/periods/:month/close',
    summary: 'Close a month that is over, and every month before it: nothing is booked into it by value date.',
  },
  reopen: {
    ...decidePeriod,
    operation: 'reopenPeriod',
    path: '/api/admin/ledger/periods/:month/reopen',
    body: ReopenPeriodBody,
    summary: 'Open the last closed month again, with a reason.',
  },
});
