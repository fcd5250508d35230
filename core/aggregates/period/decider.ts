import { createDecider } from '#core/kernel/commands/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import type { PeriodCommands } from './commands.ts';
import { closedThroughAfter, type PeriodEvent, type PeriodState } from './events.ts';
import { MONTH, monthAfter, monthName, monthOf } from './months.ts';

/** Months are closed one after the other, and reopened from the last one back. */
export const periodDecider = createDecider<PeriodState, PeriodCommands, PeriodEvent>({
  initialState: null,
  commands: { ClosePeriod: closePeriod, ReopenPeriod: reopenPeriod },
  evolve: (_closedThrough, event) => closedThroughAfter(event),
});

function closePeriod(
  { month, today, totals, open }: PeriodCommands['ClosePeriod'],
  closedThrough: PeriodState,
): PeriodEvent[] {
  requireMonth(month);
  if (closedThrough !== null && month <= closedThrough) return [];
  if (month >= monthOf(today)) {
    throw refusal('invalid_value', `${monthName(month)} is not over yet. Nothing was changed.`);
  }
  if (closedThrough !== null && month !== monthAfter(closedThrough)) {
    throw refusal(
      'invalid_state',
      `Months are closed in order: close ${monthName(monthAfter(closedThrough))} first. Nothing was changed.`,
    );
  }
  const wrong = totals.find(({ debits, credits }) => debits.amount !== credits.amount);
  if (wrong) {
    throw refusal(
      'invalid_state',
      `The books do not balance: debits ${formatMoney(wrong.debits)}, credits ${formatMoney(wrong.credits)}. Nothing was changed.`,
    );
  }
  if (open && open.reason.trim() === '') {
    throw refusal('invalid_value', 'Say why it is closed while points are open. Nothing was changed.', 'reason');
  }
  return [
    {
      type: 'PeriodClosed',
      data: { month, totals, ...(open && { open: { ...open, reason: open.reason.trim() } }) },
    },
  ];
}

function reopenPeriod({ month, reason }: PeriodCommands['ReopenPeriod'], closedThrough: PeriodState): PeriodEvent[] {
  requireMonth(month);
  if (reason.trim() === '') throw refusal('invalid_value', 'Say why it is reopened. Nothing was changed.', 'reason');
  if (closedThrough === null || month > closedThrough) {
    throw refusal('invalid_state', `${monthName(month)} is not closed. Nothing was changed.`);
  }
  if (month !== closedThrough) {
    throw refusal(
      'invalid_state',
      `Months are reopened from the last one back: reopen ${monthName(closedThrough)} first. Nothing was changed.`,
    );
  }
  return [{ type: 'PeriodReopened', data: { month, reason: reason.trim() } }];
}

function requireMonth(month: string): void {
  if (!MONTH.test(month)) throw refusal('invalid_value', 'Expected a month such as 2026-10.');
}

const refusal = (code: 'invalid_value' | 'invalid_state', message: string, field = 'month') =>
  new DomainError(code, message, code === 'invalid_value' ? { field } : {});
