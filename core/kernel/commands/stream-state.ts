import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '#core/kernel/log/event.ts';
import type { EventCodec } from '#core/kernel/log/event-codec.ts';
import { type EventStore, NO_REVISION, type StoredEvent } from '#core/kernel/log/event-store.ts';
import { FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import type { AnyAggregate, StreamPoint, StreamQueue, StreamState } from './types.ts';

/** How many of a stream's latest commands are remembered, so that a repeated one is answered without deciding again. */
export const RECENT_COMMANDS = 256;
const BYTES_PER_STREAM = 400;
const BYTES_PER_RECENT_COMMAND = 180;
const DEFAULT_STATE_BYTES = 1_000;

export const emptyStream = (aggregate: AnyAggregate): StreamState => ({
  state: aggregate.decider.initialState,
  revision: NO_REVISION,
  position: 0n,
  hash: FIRST_PREVIOUS_HASH,
  recent: new Map(),
});

export type ReadBack = {
  readonly stream: StreamState;
  /** Events of the requested commands that the stream contains. */
  readonly found: ReadonlyMap<string, RecordedEvent[]>;
};

/**
 * Reads a stream: all of it, or what came after `known`. A gap in the revisions means that `known` is not a prefix of
 * the stored stream (it was truncated or restored); the whole stream is read then.
 * @throws EventDecodeError; DomainError unavailable
 */
export async function readStreamState(
  store: EventStore,
  codec: EventCodec<RecordedEvent>,
  aggregate: AnyAggregate,
  streamId: string,
  known: StreamState | undefined,
  commandIds: ReadonlySet<string>,
): Promise<ReadBack> {
  const start = known ?? emptyStream(aggregate);
  let { state, revision, position, hash } = start;
  const recent = new Map(start.recent);
  const found = new Map<string, RecordedEvent[]>();

  const source =
    aggregate.isStateless && !known
      ? await tailOf(store, streamId)
      : store.readStream(streamId, { from: start.revision + 1n });
  let isFirst = true;
  for await (const stored of source) {
    if (known && isFirst && stored.revision !== known.revision + 1n) {
      return readStreamState(store, codec, aggregate, streamId, undefined, commandIds);
    }
    isFirst = false;
    const event = codec.decode(stored);
    state = aggregate.decider.evolve(state, event);
    ({ revision, position } = event);
    hash = event.metadata.hash;
    const { commandId } = event.metadata;
    remember(recent, commandId, { revision, position });
    if (commandIds.has(commandId)) found.set(commandId, [...(found.get(commandId) ?? []), event]);
  }
  return { stream: { state, revision, position, hash, recent }, found };
}

async function tailOf(store: EventStore, streamId: string): Promise<StoredEvent[]> {
  const tail: StoredEvent[] = [];
  for await (const event of store.readStream(streamId, { direction: 'backwards', maxCount: RECENT_COMMANDS })) {
    tail.push(event);
  }
  return tail.reverse();
}

/** Adds to the remembered commands, forgetting the oldest beyond the limit. */
export function remember(recent: Map<string, StreamPoint>, commandId: string, point: StreamPoint): void {
  recent.set(commandId, point);
  if (recent.size <= RECENT_COMMANDS) return;
  const oldest = recent.keys().next();
  if (!oldest.done) recent.delete(oldest.value);
}

/** Estimated bytes in memory. */
function sizeOf(aggregate: AnyAggregate, stream: StreamState): number {
  const state = aggregate.stateBytes?.(stream.state) ?? DEFAULT_STATE_BYTES;
  return BYTES_PER_STREAM + state + stream.recent.size * BYTES_PER_RECENT_COMMAND;
}

/** One stream counts for at most this share: a stream too long for the cache would be read whole for each command. */
const LARGEST_SHARE = 1 / 2;

/** Keeps the streams used last, up to this many bytes. A stream that is larger than that alone is kept all the same. */
export function createStreamCache(maxBytes: number) {
  const cache = new LRUCache<string, StreamState>({ maxSize: maxBytes });
  const largestSize = Math.floor(maxBytes * LARGEST_SHARE);
  return {
    get: (streamId: string): StreamState | undefined => cache.get(streamId),
    keep({ streamId, aggregate }: StreamQueue, stream: StreamState): void {
      cache.set(streamId, stream, { size: Math.min(sizeOf(aggregate, stream), largestSize) });
    },
    forget: (streamId: string): void => {
      cache.delete(streamId);
    },
  };
}
