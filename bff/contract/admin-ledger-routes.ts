import { ExplainAnswer, ExplainQuery } from './admin-explain.ts';
import { StatementAnswer, StatementQuery, TrialBalanceAnswer, TrialBalanceQuery } from './admin-ledger.ts';
import { PeriodListAnswer, PeriodParams, PeriodSaved } from './admin-period.ts';
import { ClosePeriodForm, ReopenPeriodForm } from './period-form.ts';
import { defineRoutes } from './route.ts';

const ledger = { auth: 'administrator', permission: 'ledger:read', tag: 'Admin: ledger' } as const;

export const adminLedgerRoutes = defineRoutes(ledger, {
  trialBalance: {
    call: 'GET /admin/ledger/trial-balance',
    query: TrialBalanceQuery,
    response: TrialBalanceAnswer,
    summary: 'What every class of accounts adds up to, now or at the end of a day.',
  },
  statement: {
    call: 'GET /admin/ledger/statement',
    query: StatementQuery,
    response: StatementAnswer,
    summary: 'The lines of one account, newest first, each with the balance after it.',
  },
  explain: {
    call: 'GET /admin/ledger/explain',
    query: ExplainQuery,
    response: ExplainAnswer,
    summary: 'What a figure rests on: its events, the paper, the proof, who said yes, and what was booked.',
  },
});

const period = { auth: 'administrator', tag: 'Admin: ledger' } as const;
const decidePeriod = {
  permission: 'periods:close',
  step_up: true,
  params: PeriodParams,
  response: PeriodSaved,
  idempotent: true,
} as const;

export const adminPeriodRoutes = defineRoutes(period, {
  list: {
    call: 'GET /admin/ledger/periods',
    permission: 'ledger:read',
    operation: 'listPeriods',
    response: PeriodListAnswer,
    summary: 'The months of the books, the running one first.',
  },
  close: {
    ...decidePeriod,
    call: 'POST /admin/ledger/periods/:month/close',
    operation: 'closePeriod',
    expects: ['expect_open'],
    body: ClosePeriodForm,
    summary:
      'Close a month that is over, and every month before it: nothing is booked into it by value date. What is open at the bank is named, with a reason.',
  },
  reopen: {
    ...decidePeriod,
    call: 'POST /admin/ledger/periods/:month/reopen',
    operation: 'reopenPeriod',
    body: ReopenPeriodForm,
    summary: 'Open the last closed month again, with a reason.',
  },
});
