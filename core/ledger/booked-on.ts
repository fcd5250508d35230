import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { closedThroughAfter, PERIODS_ID, type PeriodEvent, type PeriodState } from '#core/aggregates/period/events.ts';
import { firstDayOf, monthAfter, monthName, monthOf } from '#core/aggregates/period/months.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from '#core/kernel/log/event.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { requirePast, valueDayOf } from '#core/kernel/log/value-date.ts';

/**
 * The day by which an event counts by value date, given the months that were closed before it in the log. It is its
 * value date. If that is in a closed month, it is the day it was recorded, but at the earliest the first day of the
 * first open month. So nothing is ever booked into a closed month, even when it is written at the moment of the
 * closing.
 */
export function bookedOn(event: RecordedEvent, closedThrough: PeriodState): string {
  const day = valueDayOf(event);
  if (closedThrough === null || monthOf(day) > closedThrough) return day;
  const recorded = event.metadata.time.slice(0, 10);
  const firstOpen = firstDayOf(monthAfter(closedThrough));
  return recorded > firstOpen ? recorded : firstOpen;
}

/** Which months were closed at each position of the log. */
export type Closings = {
  /** Before that position. */
  closedThroughAt(position: bigint): PeriodState;
};

/** Reads all closings: at most two events a month, usually one. */
export async function readClosings(store: EventStore): Promise<Closings> {
  const steps: { readonly position: bigint; readonly closedThrough: PeriodState }[] = [];
  for await (const stored of store.readStream(`period-${PERIODS_ID}`)) {
    const event: RecordedLedgerEvent = ledgerCodec.decode(stored);
    steps.push({ position: event.position, closedThrough: closedThroughAfter(event as PeriodEvent) });
  }
  return {
    closedThroughAt: (position) => steps.findLast((step) => step.position < position)?.closedThrough ?? null,
  };
}

/** The position after everything in the log now. */
const NOW = 2n ** 63n;

const closedThroughNow = async (store: EventStore): Promise<PeriodState> =>
  (await readClosings(store)).closedThroughAt(NOW);

/**
 * Refuses a value date that nothing may be booked on: after the day of `time`, or in a month that is closed now. The
 * current month cannot be closed, so for a date in it nothing is read.
 * @throws DomainError invalid_value
 */
export async function requireOpen(store: EventStore, valueDate: string, time: string): Promise<void> {
  requirePast(valueDate, time);
  if (monthOf(valueDate) === monthOf(time)) return;
  const closedThrough = await closedThroughNow(store);
  if (closedThrough === null || monthOf(valueDate) > closedThrough) return;
  throw new DomainError(
    'invalid_value',
    `${monthName(monthOf(valueDate))} is closed: choose a later day, or ask finance to reopen it. Nothing was changed.`,
    { field: 'valueDate' },
  );
}
