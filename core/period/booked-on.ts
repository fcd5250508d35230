import type { RecordedLedgerEvent } from '#core/events.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from '#core/kernel/event.ts';
import type { EventStore } from '#core/kernel/event-store.ts';
import { requirePast, valueDayOf } from '#core/kernel/value-date.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { closedThroughAfter, PERIODS_ID, type PeriodEvent, type PeriodState } from './events.ts';
import { firstDayOf, monthAfter, monthName, monthOf } from './months.ts';

/**
 * The day by which an event counts by value date, with the months that were closed before it in the log: its value date, or
 * where that lies in a closed month, the day it was recorded, at the earliest the first day of the first open month. So nothing is ever
 * booked into a closed month, whatever comes at the same moment as its closing.
 */
export function bookedOn(event: RecordedEvent, closedThrough: PeriodState): string {
  const day = valueDayOf(event);
  if (closedThrough === null || monthOf(day) > closedThrough) return day;
  const recorded = event.metadata.time.slice(0, 10);
  const firstOpen = firstDayOf(monthAfter(closedThrough));
  return recorded > firstOpen ? recorded : firstOpen;
}

/** Which months were closed at each place of the log. */
export type Closings = {
  /** Before that position. */
  closedThroughAt(position: bigint): PeriodState;
};

/** Reads all closings: two events a month at most, as a rule one. */
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

/** What the log as it stands now has closed. */
const NOW = 2n ** 63n;

/**
 * Refuses a value date that nothing may be booked on: after the day of `time`, or in a month that is closed now. The current month
 * cannot be closed, so nothing is read for it.
 * @throws DomainError invalid_value
 */
export async function requireOpen(store: EventStore, valueDate: string, time: string): Promise<void> {
  requirePast(valueDate, time);
  if (monthOf(valueDate) === monthOf(time)) return;
  const closedThrough = (await readClosings(store)).closedThroughAt(NOW);
  if (closedThrough === null || monthOf(valueDate) > closedThrough) return;
  throw new DomainError(
    'invalid_value',
    `${monthName(monthOf(valueDate))} is closed: choose a later day, or ask finance to reopen it. Nothing was changed.`,
    { field: 'valueDate' },
  );
}
