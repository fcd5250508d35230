import type { PeriodTotals } from './events.ts';

export type PeriodCommand =
  /** Only a month that is over, in order, and with books that balance by value date up to its last day. */
  | { readonly type: 'ClosePeriod'; readonly month: string; readonly today: string; readonly totals: PeriodTotals }
  /** Only the last one that was closed. */
  | { readonly type: 'ReopenPeriod'; readonly month: string; readonly reason: string };
