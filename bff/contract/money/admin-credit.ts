import { z } from 'zod';
import {
  Currency,
  DateOnly,
  MessageAnswer,
  Money,
  named,
  Owner,
  PageQuery,
  pageOf,
  SearchTerm,
  SortOrder,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { CREDIT_SORTS, CREDIT_STATUSES } from '#bff/contract/base/office-lists.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { AGES } from '#core/finance/credit/credit.ts';

export const CreditRow = named('CreditRow', {
  /** The wallet's id. */
  id: Uuid,
  user: Owner,
  currency: Currency,
  limit: Money,
  used: Money,
  /** Share of the limit that is used; null without a limit. */
  used_percent: z.number().nullable(),
  /** Payments that wait for funds. */
  waiting: Money,
  held: Money,
  /** The used part by days since it was drawn. A repayment pays back the oldest part first. */
  ages: z.object(Object.fromEntries(AGES.map((age) => [age, Money])) as Record<(typeof AGES)[number], typeof Money>),
  since: DateOnly.nullable(),
  /** The wallet's average loss a day, over the last 30 days. */
  pace_per_day: Money,
  /** Days until the limit is used up at that pace; null where the wallet loses nothing. */
  days_left: z.int().nullable(),
  last_reminder_at: Timestamp.nullable(),
  reminders_paused: z.boolean(),
});
export type CreditRow = z.infer<typeof CreditRow>;

const filters = {
  status: z.enum(CREDIT_STATUSES).default('drawn'),
  search: SearchTerm.optional(),
  sort_by: z.enum(CREDIT_SORTS).default('used_percent'),
  sort_order: SortOrder.default('desc'),
};
const CreditQuery = PageQuery.extend(filters);
const CreditExportQuery = z.object(filters);
export type CreditFilters = z.infer<typeof CreditExportQuery>;
export const CreditPage = pageOf(CreditRow);
const PauseRemindersBody = z.object({ paused: z.boolean() });

const desk = routesFor({ auth: 'administrator', tag: 'Admin: customers', permission: 'ledger:read' });

export const adminCreditRoutes = {
  listCredit: desk.get(
    '/admin/credit',
    'Who owes how much of their credit, since when, and how long it lasts.',
    CreditPage,
    { query: CreditQuery },
  ),
  exportCredit: desk.file('/admin/credit/export', 'The same as CSV.', 'text/csv', {
    permission: 'transactions:export',
    query: CreditExportQuery,
  }),
  remindOfCredit: desk.post(
    '/admin/credit/:id/remind',
    'Remind a wallet’s customer by mail of what is drawn.',
    MessageAnswer,
    { expects: { nothing: 'it sends a mail with the amounts of that moment' }, permission: 'customers:decide' },
  ),
  pauseCreditReminders: desk.put(
    '/admin/users/:id/credit-reminders',
    'Pause the reminders that leave by themselves, or let them go on.',
    MessageAnswer,
    { expects: { nothing: 'it moves nothing' }, permission: 'customers:decide', body: PauseRemindersBody },
  ),
};
