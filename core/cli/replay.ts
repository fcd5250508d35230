import { type RecordedLedgerEvent, STREAM_PREFIXES } from '../events.ts';
import { SNAPSHOT_PREFIX } from '../kernel/commands/read-snapshot.ts';
import type { EventStore, StoredEvent } from '../kernel/event-store.ts';
import { ledgerCodec } from '../ledger-codec.ts';
import type { Output } from './output.ts';

/** How often the bar moves. */
const PROGRESS_EVERY_EVENTS = 500;

/**
 * The whole log as it is stored, event by event, with a progress bar (by log position). Names of the streams of snapshots
 * that lie between the events are added to `snapshotStreams`.
 */
export async function* replayStored(
  store: EventStore,
  output: Output,
  snapshotStreams?: Set<string>,
): AsyncGenerator<StoredEvent> {
  let end = 0n;
  for await (const last of store.readAll({ direction: 'backwards', maxCount: 1 })) end = last.position;
  const bar = output.progress(Number(end));
  let seen = 0;
  try {
    const prefixes = snapshotStreams ? [...STREAM_PREFIXES, SNAPSHOT_PREFIX] : STREAM_PREFIXES;
    for await (const event of store.readAll({ prefixes })) {
      seen += 1;
      if (seen % PROGRESS_EVERY_EVENTS === 0) bar.update(Number(event.position));
      if (event.streamId.startsWith(SNAPSHOT_PREFIX)) snapshotStreams?.add(event.streamId);
      else yield event;
    }
  } finally {
    bar.stop();
  }
}

/** The whole log, parsed. @throws EventDecodeError at the first event that cannot be read */
export async function* replay(store: EventStore, output: Output): AsyncGenerator<RecordedLedgerEvent> {
  for await (const event of replayStored(store, output)) yield ledgerCodec.decode(event);
}

/** One stream, parsed. */
export async function* replayStream(store: EventStore, streamId: string): AsyncGenerator<RecordedLedgerEvent> {
  for await (const event of store.readStream(streamId)) yield ledgerCodec.decode(event);
}

/** When it happened, as the ledger says (not when the store wrote it). */
const timeOf = (event: RecordedLedgerEvent): Date => new Date(event.metadata.time);

export function isWithin(event: RecordedLedgerEvent, from: Date | undefined, to: Date | undefined): boolean {
  const time = timeOf(event);
  return (!from || time >= from) && (!to || time <= to);
}
