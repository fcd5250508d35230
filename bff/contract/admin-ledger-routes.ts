import { ExplainAnswer, ExplainQuery } from './admin-explain.ts';
import { StatementAnswer, StatementQuery, TrialBalanceAnswer, TrialBalanceQuery } from './admin-ledger.ts';
import { PeriodListAnswer, PeriodParams, PeriodSaved } from './admin-period.ts';
import { ClosePeriodForm, ReopenPeriodForm } from './period-form.ts';
import { routesFor } from './route.ts';

const ledger = routesFor({ auth: 'administrator', permission: 'ledger:read', tag: 'Admin: ledger' });

export const adminLedgerRoutes = {
  getLedgerTrialBalance: ledger.get(
    '/admin/ledger/trial-balance',
    'What every class of accounts adds up to, now or at the end of a day.',
    TrialBalanceAnswer,
    { query: TrialBalanceQuery },
  ),
  getLedgerStatement: ledger.get(
    '/admin/ledger/statement',
    'The lines of one account, newest first, each with the balance after it.',
    StatementAnswer,
    { query: StatementQuery },
  ),
  getLedgerExplain: ledger.get(
    '/admin/ledger/explain',
    'What a figure rests on: its events, the paper, the proof, who said yes, and what was booked.',
    ExplainAnswer,
    { query: ExplainQuery },
  ),
};

const period = routesFor({ auth: 'administrator', tag: 'Admin: ledger', permission: 'ledger:read' });
const decidePeriod = { permission: 'periods:close', step_up: true, params: PeriodParams } as const;

export const adminPeriodRoutes = {
  listPeriods: period.get('/admin/ledger/periods', 'The months of the books, the running one first.', PeriodListAnswer),
  closePeriod: period.post(
    '/admin/ledger/periods/:month/close',
    'Close a month that is over, and every month before it: nothing is booked into it by value date. What is open at the bank is named, with a reason.',
    PeriodSaved,
    { ...decidePeriod, expects: ['expect_open'], body: ClosePeriodForm },
  ),
  reopenPeriod: period.post(
    '/admin/ledger/periods/:month/reopen',
    'Open the last closed month again, with a reason.',
    PeriodSaved,
    { ...decidePeriod, body: ReopenPeriodForm },
  ),
};
