import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { type AppendCall, openAppendCall } from '#infra/eventstore/append-call.ts';
import { encodeProposedEvents } from '#infra/eventstore/append-request.ts';
import type { EventRecord } from '#infra/eventstore/read-response.ts';
import { eventAt, lastOfLog, readLog, TOMBSTONE_REVISION } from './raw-log.ts';

const APPEND_TIMEOUT_MS = 30_000;
/** What is under way at most; all of it on one call, for only there the server takes appends in the order of sending. */
const MAX_IN_FLIGHT = 512;
/** Of one append: well below what a server takes. */
const MAX_EVENTS = 200;
const MAX_BYTES = 512 * 1024;
const RETRIES = 8;
const RETRY_MS = 1_000;
const FOLLOW_EVERY_MS = 200;

/** The two logs cannot be made one: what to do stands in the message. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

export type CopyProgress = { readonly copied: number; readonly position: bigint; readonly atEnd: boolean };

export type CopyOptions = {
  readonly from: EventStoreDBClient;
  readonly to: EventStoreDBClient;
  /** Goes on with what is written meanwhile until it is aborted; then what the source has by then is copied too. */
  readonly follow?: AbortSignal;
  /** Gives up; the next copy goes on where this one ended. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
};

/**
 * Copies the log event by event in its order, with ids, data, metadata and places in their streams as they are. It begins
 * where the target ends, so that a copy that was broken off goes on.
 * @returns how many events it copied. @throws MoveError; the client's errors
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
      // Asked before the log is read: what was written until then is copied.
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

/** The source's position of what the target has last; undefined for an empty target. */
async function findResumePoint(from: EventStoreDBClient, to: EventStoreDBClient): Promise<bigint | undefined> {
  const last = await lastOfLog(to);
  if (!last) return undefined;
  const same = await eventAt(from, last.streamId, last.revision).catch(() => undefined);
  if (same?.id === last.id) return same.position;
  // Readers of its stream do not see it any more; it may lie in the log all the same.
  for await (const event of readLog(from, undefined)) if (event.id === last.id) return event.position;
  throw new MoveError(
    `The target's last event (${last.streamId} at revision ${last.revision}) is not in the source: the target is no copy of it. Move into an empty event store.`,
  );
}

/** Neighbours in the log that are neighbours in their stream go together. */
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

/** Sends appends one behind the other without waiting for each. After a failure nothing more is sent. */
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
    const answer = await open.ask((correlationId) => encodeProposedEvents({ ...head, correlationId }, run));
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
      if (first.revision === TOMBSTONE_REVISION) {
        await finish();
        await client.tombstoneStream(first.streamId);
        return;
      }
      while (inFlight >= MAX_IN_FLIGHT && !failure) await settled.promise;
      if (failure) throw failure;
      // The first one alone: what is sent while a call is being opened may overtake another.
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
    /** Waits until all is stored. @throws what kept it from that */
    finish,
  };
}

function refusalOf(error: { readonly type: string; readonly message: string }, event: EventRecord): Error {
  const place = `${event.streamId} at revision ${event.revision}`;
  if (error.type === 'event_store.client.WrongExpectedVersion') {
    return new MoveError(
      `The target does not take ${place}: its stream stands elsewhere there. Either somebody else writes to the target, or events before it are gone from the source's log (scavenged, or brought back after a soft delete), and such a log cannot be moved.`,
    );
  }
  if (error.type === 'event_store.client.StreamDeleted')
    return new MoveError(`The target's stream of ${place} was deleted.`);
  // What is said of one append only: those sent after it may be stored, so that going on would leave a hole.
  return new MoveError(
    `The target does not take ${place}: ${error.type} ${error.message}. Move again into an empty one.`,
  );
}
