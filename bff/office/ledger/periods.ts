import type { z } from 'zod';
import type { Period } from '#bff/contract/office/admin-period.ts';
import type { ClosePeriodForm } from '#bff/contract/office/period-form.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict, invalidField, notFound } from '#bff/kit/lib/api-error.ts';
import { openPointsOn } from '#bff/money/bank/reconciliation.ts';
import type { PeriodCommand } from '#core/aggregates/period/commands.ts';
import type { PeriodTotals } from '#core/aggregates/period/events.ts';
import { lastDayOf, monthAfter, monthBefore, monthName, monthOf } from '#core/aggregates/period/months.ts';
import { money } from '#core/kernel/money/money.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { type TrialBalance, trialBalance } from '#projections/models/general-ledger.ts';
import { linesByMonth, listPeriods, monthsOfBooks, type PeriodView } from '#projections/models/periods.ts';

/** The command line needs the servers' secrets and has no name of a person. */
const COMMAND_LINE = 'Command line';
/** A hundred years; an earlier value date is a mistake. */
const MAX_MONTHS = 1_200;

/** Every month from the first with an entry up to the current one, newest first. */
export async function showPeriods({ database, clock }: Pick<BffDeps, 'database' | 'clock'>): Promise<Period[]> {
  const [{ first, closedThrough }, known, sums] = await Promise.all([
    monthsOfBooks(database),
    listPeriods(database),
    linesByMonth(database),
  ]);
  const running = monthOf(clock().toISOString());
  const entries = new Map(sums.map((sum) => [sum.month, Number(sum.entries)]));
  const months: Period[] = [];
  for (let month = running; month >= (first ?? running) && months.length < MAX_MONTHS; month = monthBefore(month)) {
    const isClosed = closedThrough !== null && month <= closedThrough;
    months.push({
      month,
      name: monthName(month),
      status: isClosed ? 'closed' : month === running ? 'running' : 'open',
      entries: entries.get(month) ?? 0,
      closed: isClosed ? closingOf(month, known) : null,
      reopened: reopeningOf(known.find((period) => period.month === month)),
      can_close: !isClosed && month < running && (closedThrough === null || month === monthAfter(closedThrough)),
      can_reopen: month === closedThrough,
    });
  }
  return months;
}

/** @throws ApiError 404 where the books have no such month */
export async function showPeriod(deps: Pick<BffDeps, 'database' | 'clock'>, month: string): Promise<Period> {
  const period = (await showPeriods(deps)).find((candidate) => candidate.month === month);
  if (!period) throw notFound('The books have no such month.');
  return period;
}

/** The totals of all classes on each side, as `ledger trial-balance` prints them; by value date at the end of a month. */
async function totalsUntil(database: Database, month: string): Promise<PeriodTotals> {
  return balanceTotals((await trialBalance(database, { at: lastDayOf(month), by: 'value-date' })).lines);
}

/**
 * The command that closes a month. Where lines of the bank are not decided by its end, balances differ or suspense is in debit, it takes what the
 * caller was shown of that, and a reason. @throws ApiError 409 with what is open, 422 without a reason
 */
export async function closingCommand(
  deps: BffDeps,
  month: string,
  { expect_open, reason }: z.output<typeof ClosePeriodForm>,
): Promise<PeriodCommand> {
  await requireCurrent(deps);
  const today = deps.clock().toISOString().slice(0, 10);
  const command = { type: 'ClosePeriod', month, today, totals: await totalsUntil(deps.database, month) } as const;
  // What cannot be closed, or is closed, is answered by the ledger.
  const { closedThrough } = await monthsOfBooks(deps.database);
  const isNext = month < monthOf(today) && (closedThrough === null || month === monthAfter(closedThrough));
  const points = isNext ? await openPointsOn(deps, lastDayOf(month)) : [];
  if (points.length === 0) return command;
  if (points.join('\n') !== expect_open.join('\n')) {
    throw conflict(
      'open_points',
      `${monthName(month)} has open points. ${points.join(' ')} Look at the bank reconciliation of ${lastDayOf(month)}. Nothing was changed.`,
    );
  }
  if (reason === null) throw invalidField('reason', 'Say why it is closed while points are open');
  return { ...command, open: { points, reason } };
}

/** The difference of a class counts on one side. */
export function balanceTotals(lines: TrialBalance['lines']): PeriodTotals {
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, own]) => {
    const balances = own.map(({ debits, credits }) => debits - credits);
    const sumOf = (side: readonly bigint[]) => side.reduce((sum, balance) => sum + balance, 0n);
    return {
      debits: money(sumOf(balances.filter((balance) => balance > 0n)), currency),
      credits: money(-sumOf(balances.filter((balance) => balance < 0n)), currency),
    };
  });
}

/** Its own closing, else the next later one that included it. */
function closingOf(month: string, known: readonly PeriodView[]): Period['closed'] {
  const own = known.filter((period) => period.month >= month && period.closedAt !== null).at(-1);
  if (!own?.closedAt) return null;
  return {
    at: own.closedAt.toISOString(),
    by: own.closedByName ?? COMMAND_LINE,
    with: own.month,
    open_points: own.openPoints?.split('\n') ?? [],
    reason: own.closeReason,
  };
}

function reopeningOf(period: PeriodView | undefined): Period['reopened'] {
  if (!period?.reopenedAt || period.reopenReason === null) return null;
  return {
    at: period.reopenedAt.toISOString(),
    by: period.reopenedByName ?? COMMAND_LINE,
    reason: period.reopenReason,
  };
}
