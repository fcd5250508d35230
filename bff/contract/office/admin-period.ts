import { z } from 'zod';
import { dataOf, named, savedOf, Timestamp } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { MONTH } from '#core/aggregates/period/months.ts';
import { ClosePeriodForm, ReopenPeriodForm } from './period-form.ts';

const Month = z.string().regex(MONTH, 'Must be a month such as 2026-10');
const PeriodParams = z.object({ month: Month });

const Step = z.object({ at: Timestamp, by: z.string() });

/** A month of the books, by value date. */
export const Period = named('Period', {
  /** YYYY-MM */
  month: Month,
  name: z.string(),
  status: z.enum(['running', 'open', 'closed']),
  /** How many lines are booked in it. */
  entries: z.int(),
  /** Its last closing; where a later month's closing included it, that one. */
  closed: Step.extend({
    with: z.string(),
    /** What was open then, and why it was closed; none where nothing was. */
    open_points: z.array(z.string()),
    reason: z.string().nullable(),
  }).nullable(),
  reopened: Step.extend({ reason: z.string() }).nullable(),
  can_close: z.boolean(),
  can_reopen: z.boolean(),
});
export type Period = z.infer<typeof Period>;

export const PeriodListAnswer = dataOf(z.array(Period));
export const PeriodSaved = savedOf(Period);

const decidePeriod = { permission: 'periods:close', step_up: true, params: PeriodParams } as const;
const desk = routesFor({ auth: 'administrator', tag: 'Admin: ledger', permission: 'ledger:read' });

export const adminPeriodRoutes = {
  listPeriods: desk.get('/admin/ledger/periods', 'The months of the books, the running one first.', PeriodListAnswer),
  closePeriod: desk.post(
    '/admin/ledger/periods/:month/close',
    'Close a month that is over, and every month before it: nothing is booked into it by value date. What is open at the bank is named, with a reason.',
    PeriodSaved,
    { ...decidePeriod, expects: ['expect_open'], body: ClosePeriodForm },
  ),
  reopenPeriod: desk.post(
    '/admin/ledger/periods/:month/reopen',
    'Open the last closed month again, with a reason.',
    PeriodSaved,
    { ...decidePeriod, body: ReopenPeriodForm, expects: { nothing: 'it names its month, and books nothing' } },
  ),
};
