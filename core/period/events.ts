import { z } from 'zod';
import type { EventOf } from '#core/kernel/event.ts';
import { MoneySchema } from '#core/kernel/money.ts';
import { MAX_REOPEN_REASON } from './limits.ts';
import { MONTH, monthBefore } from './months.ts';

const Month = z.string().regex(MONTH);

/** What the balances of all classes of accounts add up to on each side, in each currency, by value date at the end of the month. */
export const PeriodTotals = z.array(z.object({ debits: MoneySchema, credits: MoneySchema })).max(200);
export type PeriodTotals = z.infer<typeof PeriodTotals>;

/** Which months the books are closed for. One stream for all of them: they are closed in order. */
export const periodEvents = {
  /** With it, every month before it is closed, too. */
  PeriodClosed: z.object({ month: Month, totals: PeriodTotals }),
  PeriodReopened: z.object({ month: Month, reason: z.string().min(1).max(MAX_REOPEN_REASON) }),
} as const;
export type PeriodEvent = EventOf<typeof periodEvents>;

/** The last closed month; null while none is. */
export type PeriodState = string | null;

/** What an event of a period leaves as the last closed month. */
export const closedThroughAfter = ({ type, data }: PeriodEvent): string =>
  type === 'PeriodClosed' ? data.month : monthBefore(data.month);

/** There is one stream of periods. */
export const PERIODS_ID = '4b1f9c0e-7d52-4c1a-9e63-2f8a5d0c7b14';
