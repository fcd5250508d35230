import type { PeriodTotals } from './events.ts';

export type PeriodCommand =
  /** Only a month that is over, in order, and whose books balance by value date on its last day. */
  | { readonly type: 'ClosePeriod'; readonly month: string; readonly today: string; readonly totals: PeriodTotals }
  /** Only the month that was closed last. */
  | { readonly type: 'ReopenPeriod'; readonly month: string; readonly reason: string };
