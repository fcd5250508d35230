import type { OpenPoints, PeriodTotals } from './events.ts';

export type PeriodCommand =
  /** Only a month that is over, in order, and whose books balance by value date on its last day. With what is open at the bank, a reason. */
  | {
      readonly type: 'ClosePeriod';
      readonly month: string;
      readonly today: string;
      readonly totals: PeriodTotals;
      readonly open?: OpenPoints;
    }
  /** Only the month that was closed last. */
  | { readonly type: 'ReopenPeriod'; readonly month: string; readonly reason: string };
