import type { Commands } from '#core/kernel/commands/decider.ts';
import type { OpenPoints, PeriodTotals } from './events.ts';

type Inputs = {
  /** Only a month that is over, in order, and whose books balance by value date on its last day. With what is open at the bank, a reason. */
  ClosePeriod: { today: string; totals: PeriodTotals; open?: OpenPoints };
  /** Only the month that was closed last. */
  ReopenPeriod: { reason: string };
};
export type PeriodCommands = Commands<{ month: string }, Inputs>;
export type PeriodCommand = PeriodCommands[keyof PeriodCommands];
