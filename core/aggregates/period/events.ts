import { z } from 'zod';
import type { EventOf } from '#core/kernel/log/event.ts';
import { MoneySchema } from '#core/kernel/money/money.ts';
import { MAX_CLOSE_REASON, MAX_POINT, MAX_POINTS, MAX_REOPEN_REASON } from './limits.ts';
import { MONTH, monthBefore } from './months.ts';

const Month = z.string().regex(MONTH);

/** The sum of the balances of all classes of accounts on each side, in each currency, by value date at the end of the month. */
export const PeriodTotals = z.array(z.object({ debits: MoneySchema, credits: MoneySchema })).max(200);
export type PeriodTotals = z.infer<typeof PeriodTotals>;

/** What was open when a month was closed, as somebody who closed it was shown it, and why they closed it. */
export const OpenPoints = z.object({
  points: z.array(z.string().min(1).max(MAX_POINT)).min(1).max(MAX_POINTS),
  reason: z.string().min(1).max(MAX_CLOSE_REASON),
});
export type OpenPoints = z.infer<typeof OpenPoints>;

/** All months have one stream, because they are closed in order. */
export const periodEvents = {
  /** Every month before it is closed with it. */
  PeriodClosed: z.object({ month: Month, totals: PeriodTotals, open: OpenPoints.optional() }),
  PeriodReopened: z.object({ month: Month, reason: z.string().min(1).max(MAX_REOPEN_REASON) }),
} as const;
export type PeriodEvent = EventOf<typeof periodEvents>;

/** The last closed month; null when there is none. */
export type PeriodState = string | null;

export const closedThroughAfter = ({ type, data }: PeriodEvent): string =>
  type === 'PeriodClosed' ? data.month : monthBefore(data.month);

/** There is one stream of periods. */
export const PERIODS_ID = '4b1f9c0e-7d52-4c1a-9e63-2f8a5d0c7b14';
