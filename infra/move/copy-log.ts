import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '#eventstore-client';
import { proposalOf } from '#infra/adapters/eventstore/append-messages.ts';
import { type AppendCall, openAppendCall } from '#infra/adapters/eventstore/batch-append.ts';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import { eventAt, lastOfLog, readLog } from './raw-log.ts';

const APPEND_TIMEOUT_MS = 30_000;
/** Most appends in flight; all of them on one call, because only there the server keeps the order of sending. */
const MAX_IN_FLIGHT = 512;
/** Events of one append: well below a server's limit. */
const MAX_EVENTS = 200;
const MAX_BYTES = 512 * 1024;
const RETRIES = 8;
const RETRY_MS = 1_000;
const FOLLOW_EVERY_MS = 200;

/** The two logs cannot become one: the message explains what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

export type CopyProgress = { readonly copied: number; readonly position: bigint; readonly atEnd: boolean };

export type CopyOptions = {
  readonly from: EventStoreDBClient;
  readonly to: EventStoreDBClient;
  /** Until it is aborted, later writes are copied as well; then the copy ends with what the source has by then. */
  readonly follow?: AbortSignal;
  /** Stops the copy; the next one continues where this one ended. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
};

/**
 * Copies the log event by event in its order, with unchanged ids, data, metadata and places in their streams. It begins
 * where the target ends, so an interrupted copy continues.
 * @returns how many events it copied.
 * @throws MoveError; the client's errors
 */
export async function copyLog(options: CopyOptions): Promise<number> {
  const progress = { copied: 0 };
  for (let failures = 0; ; ) {
    const before = progress.copied;
    try {
      await copyOnce(options, progress);
      return progress.copied;
    } catch (error) {
      if (error instanceof MoveError || options.signal.aborted) throw error;
      failures = progress.copied > before ? 1 : failures + 1;
      if (failures > RETRIES) throw error;
      await delay(RETRY_MS * failures, undefined, { signal: options.signal });
    }
  }
}

async function copyOnce({ from, to, follow, signal, onProgress }: CopyOptions, progress: { copied: number }) {
  let after = await findResumePoint(from, to);
  const writer = createOrderedWriter(to);
  try {
    for (;;) {
      // Checked before the log is read, so that everything written until then is copied.
      const isLastRound = follow === undefined || follow.aborted;
      for await (const run of runsOf(readLog(from, after))) {
        signal.throwIfAborted();
        await writer.write(run);
        after = run.at(-1)?.position ?? after;
        progress.copied += run.length;
        onProgress?.({ copied: progress.copied, position: after ?? 0n, atEnd: false });
      }
      await writer.finish();
      onProgress?.({ copied: progress.copied, position: after ?? 0n, atEnd: true });
      if (isLastRound) return;
      await delay(FOLLOW_EVERY_MS, undefined, { signal: AbortSignal.any([signal, follow]) }).catch(() => undefined);
      signal.throwIfAborted();
    }
  } finally {
    await writer.finish().catch(() => undefined);
  }
}

/** The source's position of the target's last event; undefined for an empty target. */
async function findResumePoint(from: EventStoreDBClient, to: EventStoreDBClient): Promise<bigint | undefined> {
  const last = await lastOfLog(to);
  if (!last) return undefined;
  const same = await eventAt(from, last.streamId, last.revision).catch(() => undefined);
  if (same?.id === last.id) return same.position;
  // Readers of its stream do not see it any more, but the log may still contain it.
  for await (const event of readLog(from, undefined)) if (event.id === last.id) return event.position;
  throw new MoveError(
    `The target's last event (${last.streamId} at revision ${last.revision}) is not in the source: the target is no copy of it. Move into an empty event store.`,
  );
}

/** Events that are neighbours in the log and in their stream are sent together. */
export async function* runsOf(events: AsyncIterable<EventRecord>): AsyncGenerator<EventRecord[]> {
  let run: EventRecord[] = [];
  let bytes = 0;
  for await (const event of events) {
    const last = run.at(-1);
    const isNext = last?.streamId === event.streamId && last.revision + 1n === event.revision;
    if (last && (!isNext || run.length >= MAX_EVENTS || bytes >= MAX_BYTES)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += event.data.length + event.metadata.length;
  }
  if (run.length > 0) yield run;
}

/** Sends appends one after the other without waiting for each. After a failure nothing more is sent. */
export function createOrderedWriter(client: EventStoreDBClient) {
  let call: AppendCall | undefined;
  let failure: unknown;
  let inFlight = 0;
  let settled = Promise.withResolvers<void>();

  async function append(open: AppendCall, run: readonly EventRecord[], first: EventRecord): Promise<void> {
    const head = {
      streamId: first.streamId,
      expectedRevision: first.revision - 1n,
      deadlineMs: Date.now() + APPEND_TIMEOUT_MS,
    };
    const answer = await open.ask((correlationId) => proposalOf({ ...head, correlationId }, run));
    if ('error' in answer) throw refusalOf(answer.error, first);
  }

  async function finish(): Promise<void> {
    while (inFlight > 0) await settled.promise;
    if (failure) throw failure;
  }

  return {
    async write(run: readonly EventRecord[]): Promise<void> {
      const [first] = run;
      if (!first) return;
      while (inFlight >= MAX_IN_FLIGHT && !failure) await settled.promise;
      if (failure) throw failure;
      // The first one alone: another one that is sent while the call is being opened may overtake it.
      const isOpening = call === undefined;
      call ??= openAppendCall(client, APPEND_TIMEOUT_MS, () => undefined);
      inFlight += 1;
      append(call, run, first)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          inFlight -= 1;
          settled.resolve();
          settled = Promise.withResolvers();
        });
      if (isOpening) await finish();
    },
    /** Waits until everything is stored. @throws the reason why it is not */
    finish,
  };
}

function refusalOf(error: { readonly type: string; readonly message: string }, event: EventRecord): Error {
  const place = `${event.streamId} at revision ${event.revision}`;
  if (error.type === 'event_store.client.WrongExpectedVersion') {
    return new MoveError(
      `The target does not take ${place}: its stream stands elsewhere there. Either somebody else writes to the target, or events before it are gone from the source's log (scavenged, or brought back after a soft delete), or it removes the stream, and such a log cannot be moved.`,
    );
  }
  if (error.type === 'event_store.client.StreamDeleted')
    return new MoveError(`The target's stream of ${place} was deleted.`);
  // The failure concerns only one append: those sent after it may be stored, so continuing would leave a gap.
  return new MoveError(
    `The target does not take ${place}: ${error.type} ${error.message}. Move again into an empty one.`,
  );
}
