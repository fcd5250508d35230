import { z } from 'zod';
import { AsOfQuery, asOfFields } from '#bff/contract/base/as-of.ts';
import {
  Currency,
  DateOnly,
  dataOf,
  MAX_PAGE_SIZE,
  Money,
  Timestamp,
  Uuid,
  wholeNumberInput,
  withDaysInOrder,
} from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { ExplainAnswer, ExplainQuery } from './admin-explain.ts';

/** A class of accounts ('assets:bank', 'liabilities:wallet' …) in one currency. */
export const TrialBalanceLine = z.object({
  class: z.string(),
  currency: Currency,
  debits: Money,
  credits: Money,
  /** debits − credits. */
  balance: Money,
  entries: z.int(),
});
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>;

export const TrialBalanceAnswer = dataOf(
  z.object({
    lines: z.array(TrialBalanceLine),
    totals: z.array(z.object({ currency: Currency, debits: Money, credits: Money })),
    /** False means that the books do not balance: stop and call finance. */
    is_balanced: z.boolean(),
  }),
);
export type TrialBalanceAnswer = z.infer<typeof TrialBalanceAnswer>;

export const StatementQuery = withDaysInOrder(
  z.object({
    /** e.g. 'liabilities:wallet:<id>' or 'assets:bank:USD'. */
    account: z.string().min(1).max(100),
    currency: Currency,
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
    /** `next` of the page before. */
    before: z
      .string()
      .regex(/^\d{1,18}:\d{1,4}$/, 'Must be the next of an earlier page')
      .optional(),
    ...asOfFields,
    per_page: wholeNumberInput(z.int().min(1).max(MAX_PAGE_SIZE)).default(50),
  }),
);
export type StatementQuery = z.infer<typeof StatementQuery>;

export const StatementEntry = z.object({
  /** The event's position in the log. */
  position: z.string(),
  event_type: z.string(),
  title: z.string(),
  occurred_at: Timestamp,
  /** When the bank received or paid it, else the day of recording (UTC). */
  value_date: DateOnly,
  /** Debits positive, credits negative. */
  amount: Money,
  /** The account's balance after this line. */
  balance: Money,
  document: z.object({
    kind: z.enum(['deposit', 'order', 'withdrawal', 'suspense', 'correction']),
    id: Uuid,
    /** `DEP-000042`; null where it has none, or was deleted. */
    number: z.string().nullable(),
  }),
});
export type StatementEntry = z.infer<typeof StatementEntry>;

export const StatementAnswer = z.object({
  data: z.object({
    account: z.string(),
    currency: Currency,
    /** The balance before the first of the days, zero without one. Like the sums below, it is of all pages. */
    opening: Money,
    /** Of the days that are asked for. */
    debits: Money,
    credits: Money,
    /** At the end of the last of the days: opening + debits − credits. */
    balance: Money,
    /** Newest first. */
    entries: z.array(StatementEntry),
  }),
  /** The `before` of the next page; null at the end. */
  meta: z.object({ next: z.string().nullable() }),
});
export type StatementAnswer = z.infer<typeof StatementAnswer>;

const desk = routesFor({ auth: 'administrator', permission: 'ledger:read', tag: 'Admin: ledger' });

export const adminLedgerRoutes = {
  getLedgerTrialBalance: desk.get(
    '/admin/ledger/trial-balance',
    'What every class of accounts adds up to, now or at the end of a day.',
    TrialBalanceAnswer,
    { query: AsOfQuery },
  ),
  getLedgerStatement: desk.get(
    '/admin/ledger/statement',
    'The lines of one account, newest first, each with the balance after it.',
    StatementAnswer,
    { query: StatementQuery },
  ),
  getLedgerExplain: desk.get(
    '/admin/ledger/explain',
    'What a figure rests on: its events, the paper, the proof, who said yes, and what was booked.',
    ExplainAnswer,
    { query: ExplainQuery },
  ),
};
