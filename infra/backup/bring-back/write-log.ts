import type { EventStoreDBClient } from '#eventstore-client';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import { createOrderedWriter, runsOf } from '#infra/move/copy-log.ts';
import { lastOfLog } from '#infra/move/raw-log.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Unseal } from '../store/envelope.ts';
import { createContentHash } from '../store/log-tally.ts';
import type { SegmentRecord } from '../store/manifest.ts';
import { getSealed } from '../store/objects.ts';
import { eventsIn } from '../store/segment-lines.ts';

type LogSource = { readonly from: Destination; readonly unseal: Unseal; readonly records: readonly SegmentRecord[] };

export type WrittenLog = {
  /** Where each event was in the log that was backed up: bare numbers, because a log has millions. */
  readonly positions: readonly number[];
  /** Of createContentHash. */
  readonly content: string;
};

/**
 * Writes the log of a backup into an event store that is empty, or has the first part of it from an interrupted restore.
 * @throws BackupError when the event store has something else, or a segment is damaged
 */
export async function writeLog(
  source: LogSource,
  to: EventStoreDBClient,
  signal: AbortSignal,
  onEvents?: (events: number) => void,
): Promise<WrittenLog> {
  const last = await lastOfLog(to);
  const content = createContentHash();
  const positions: number[] = [];
  let isMissing = last === undefined;

  async function* missing(): AsyncGenerator<EventRecord> {
    for await (const event of eventsOf(source)) {
      signal.throwIfAborted();
      content.add(event);
      positions.push(Number(event.position));
      if (isMissing) yield event;
      else if (event.id === last?.id && event.streamId === last.streamId) isMissing = true;
    }
  }

  const writer = createOrderedWriter(to);
  try {
    for await (const run of runsOf(missing())) {
      await writer.write(run);
      onEvents?.(positions.length);
    }
  } finally {
    await writer.finish();
  }
  if (isMissing) return { positions, content: content.digest() };
  throw new BackupError(
    `The event store is not empty: its last event, revision ${last?.revision} of ${last?.streamId}, is not in the backup. Nothing was written. Restore into an empty one.`,
  );
}

async function* eventsOf({ from, unseal, records }: LogSource): AsyncGenerator<EventRecord> {
  for (const record of records) yield* eventsIn(await getSealed(from, unseal, record));
}
