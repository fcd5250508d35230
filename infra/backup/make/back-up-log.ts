import type { EventStoreDBClient } from '#eventstore-client';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import { eventAt, readLog } from '#infra/move/raw-log.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Seal } from '../store/envelope.ts';
import { createLogTally } from '../store/log-tally.ts';
import { hashOfRecord, putRecord, readLastRecord, type SegmentRecord, segmentName } from '../store/manifest.ts';
import { putSealed } from '../store/objects.ts';
import { lineOf } from '../store/segment-lines.ts';

/** A segment ends with the first of both. */
const MAX_EVENTS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

export type LogBackup = {
  readonly client: EventStoreDBClient;
  readonly to: Destination;
  readonly seal: Seal;
  readonly signal: AbortSignal;
  readonly onEvents?: ((events: number) => void) | undefined;
};

/**
 * Adds what the log has since the last segment, up to a position or to its end. A segment belongs to the backup once its
 * record is written: an interrupted backup goes on after the last one.
 * @returns the last record; undefined for an empty log
 * @throws BackupError when the log is not the one that the backup is of
 */
export async function backUpLog(options: LogBackup, until?: bigint): Promise<SegmentRecord | undefined> {
  let last = await readLastRecord(options.to);
  const after = last && (await placeOf(options.client, last));
  for await (const events of segmentsOf(readLog(options.client, after), until)) {
    options.signal.throwIfAborted();
    last = await addSegment(options, last, events);
    options.onEvents?.(last.log.events);
  }
  return last;
}

/** The place of the backup's last event in this log, which need not be the one that it had when it was backed up. */
async function placeOf(client: EventStoreDBClient, { log: { last } }: SegmentRecord): Promise<bigint> {
  const found = await eventAt(client, last.stream, BigInt(last.revision)).catch(() => undefined);
  if (found?.id === last.id) return found.position;
  throw new BackupError(
    `The log does not have the last event of this backup (revision ${last.revision} of ${last.stream}): it was set back, or it is another log. Nothing was added. Back up into an empty place, and keep this backup.`,
  );
}

async function* segmentsOf(log: AsyncIterable<EventRecord>, until: bigint | undefined): AsyncGenerator<EventRecord[]> {
  let events: EventRecord[] = [];
  let bytes = 0;
  for await (const event of log) {
    if (until !== undefined && event.position > until) break;
    events.push(event);
    bytes += event.data.length + event.metadata.length;
    if (events.length < MAX_EVENTS && bytes < MAX_BYTES) continue;
    yield events;
    [events, bytes] = [[], 0];
  }
  if (events.length > 0) yield events;
}

async function addSegment(
  { to, seal }: LogBackup,
  last: SegmentRecord | undefined,
  events: readonly EventRecord[],
): Promise<SegmentRecord> {
  const tally = createLogTally(last?.log);
  for (const event of events) tally.add(event);
  const log = tally.state();
  if (!log) throw new Error('A segment without events.');
  const number = last ? last.number + 1 : 0;
  const object = await putSealed(to, seal, `${segmentName(number)}.age`, Buffer.from(events.map(lineOf).join('\n')));
  const record = { ...object, number, events: events.length, previous: hashOfRecord(last), log };
  await putRecord(to, record);
  return record;
}
