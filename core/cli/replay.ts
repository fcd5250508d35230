import {
  ledgerCodec,
  ledgerEvents,
  mayBook,
  postingsOf,
  type RecordedLedgerEvent,
  STREAM_PREFIXES,
} from '#core/aggregates/events.ts';
import type { By } from '#core/aggregates/period/times.ts';
import { SNAPSHOT_PREFIX } from '#core/kernel/commands/read-snapshot.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { bookedOn, readClosings } from '#core/ledger/booked-on.ts';
import type { Output } from './output.ts';

/** The log, and where commands show its progress and say what they find. */
export type Log = { readonly store: EventStore; readonly output: Output };

/** Events between two updates of the bar. */
const PROGRESS_EVERY_EVENTS = 500;

/**
 * The whole log as it is stored, event by event, with a progress bar (by log position). Names of snapshot streams found
 * between the events are added to `snapshotStreams`.
 */
export async function* replayStored(log: Log, snapshotStreams?: Set<string>): AsyncGenerator<StoredEvent> {
  const prefixes = snapshotStreams ? [...STREAM_PREFIXES, SNAPSHOT_PREFIX] : STREAM_PREFIXES;
  for await (const event of find(log, { prefixes })) {
    if (event.streamId.startsWith(SNAPSHOT_PREFIX)) snapshotStreams?.add(event.streamId);
    else yield event;
  }
}

/** Events of the log as they are stored: all, or those that the server selects. */
export async function* find(
  log: Log,
  wanted: Pick<NonNullable<Parameters<EventStore['readAll']>[0]>, 'prefixes' | 'only'>,
): AsyncGenerator<StoredEvent> {
  let end = 0n;
  for await (const last of log.store.readAll({ direction: 'backwards', maxCount: 1 })) end = last.position;
  const bar = log.output.progress(Number(end));
  let seen = 0;
  try {
    for await (const event of log.store.readAll(wanted)) {
      seen += 1;
      if (seen % PROGRESS_EVERY_EVENTS === 0) bar.update(Number(event.position));
      yield event;
    }
  } finally {
    bar.stop();
  }
}

/** The whole log, parsed. @throws EventDecodeError at the first event that cannot be read */
export async function* replay(log: Log): AsyncGenerator<RecordedLedgerEvent> {
  for await (const event of replayStored(log)) yield ledgerCodec.decode(event);
}

/** The events that move money, oldest first. Events of other types are skipped unread. @throws EventDecodeError */
export async function* replayBooked(log: Log): AsyncGenerator<RecordedLedgerEvent> {
  for await (const stored of replayStored(log)) {
    const { type, forged } = stored;
    const isForeign = forged !== undefined || versionOf(stored) > ledgerCodec.versionOf(type);
    if (!isForeign && Object.hasOwn(ledgerEvents, type) && !mayBook(stored)) continue;
    const event = ledgerCodec.decode(stored);
    // An event for a part of an order that cost nothing has no postings.
    if (postingsOf(event).length > 0) yield event;
  }
}

const versionOf = ({ metadata }: StoredEvent): number =>
  Number((metadata as { schemaVersion?: unknown }).schemaVersion);

export async function* replayStream(store: EventStore, streamId: string): AsyncGenerator<RecordedLedgerEvent> {
  for await (const event of store.readStream(streamId)) yield ledgerCodec.decode(event);
}

/** When it happened, by the ledger's clock (not when the store wrote it). */
const timeOf = (event: RecordedLedgerEvent): Date => new Date(event.metadata.time);

/** The day of an event by value date. */
export type DayOf = (event: RecordedLedgerEvent) => string;
/** The day of each event by value date, with the closed months taken into account. */
export async function readDating(store: EventStore): Promise<DayOf> {
  const closings = await readClosings(store);
  return (event) => bookedOn(event, closings.closedThroughAt(event.position));
}

/** The same if `by` is the value date; otherwise undefined. */
export const datingBy = async (store: EventStore, by: By | undefined): Promise<DayOf | undefined> =>
  by === 'value-date' ? await readDating(store) : undefined;

/** Whether the event lies between `from` and `to`. By value date, both days are included. */
export function isWithin(
  event: RecordedLedgerEvent,
  from: Date | undefined,
  to: Date | undefined,
  valueDayOf?: DayOf,
): boolean {
  if (!from && !to) return true;
  if (valueDayOf) return isDayWithin(valueDayOf(event), from, to);
  const time = timeOf(event);
  return (!from || time >= from) && (!to || time <= to);
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const isDayWithin = (day: string, from: Date | undefined, to: Date | undefined) =>
  (!from || day >= dayOf(from)) && (!to || day <= dayOf(to));

/**
 * An event of one wallet with the time that orders it (or the day, by value date), and whether that lies between two
 * moments.
 */
export type Movement = {
  readonly event: RecordedLedgerEvent;
  readonly when: string;
  isWithin(from: Date | undefined, to: Date | undefined): boolean;
};

/**
 * The events of a wallet in the order of that time. By value date they are held in memory, because a later one may
 * belong before them.
 */
export async function* movementsOf(store: EventStore, walletId: string, by: By = 'recorded'): AsyncGenerator<Movement> {
  const valueDayOf = await datingBy(store, by);
  const dated: { readonly event: RecordedLedgerEvent; readonly day: string }[] = [];
  let latest = '';
  for await (const event of replayStream(store, `wallet-${walletId}`)) {
    if (valueDayOf) {
      dated.push({ event, day: valueDayOf(event) });
      continue;
    }
    // The clock of a part may go back. An event is of the latest time so far, so that the past is a beginning of the stream.
    if (event.metadata.time > latest) latest = event.metadata.time;
    const moment = new Date(latest);
    const isIn = (from: Date | undefined, to: Date | undefined) => (!from || moment >= from) && (!to || moment <= to);
    yield { event, when: event.metadata.time, isWithin: isIn };
  }
  const [opening, ...rest] = dated;
  if (!opening) return;
  rest.sort((left, right) => (left.day === right.day ? 0 : left.day < right.day ? -1 : 1));
  // By value date, a wallet may receive money before the day it was opened; it then counts as opened on that day.
  const openedOn = [opening.day, rest[0]?.day ?? opening.day].sort()[0] ?? opening.day;
  for (const { event, day } of [{ event: opening.event, day: openedOn }, ...rest]) {
    yield { event, when: day, isWithin: (from, to) => isDayWithin(day, from, to) };
  }
}
