import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isDomainError } from '#core/kernel/errors.ts';
import { type EventStore, NO_REVISION } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import {
  encodeRecent,
  FIRST_DIGEST,
  newestStored,
  parseSegment,
  positionWithHash,
  type ReadSegment,
  readSnapshot,
  type Segment,
  SNAPSHOT_TYPE,
  SnapshotError,
  snapshotStreamOf,
  toStoredSegment,
} from './read-snapshot.ts';
import type { AnyAggregate, StreamState } from './types.ts';

/** Entries of one append, with room to spare: EventStoreDB takes 1 MiB in one append by default. */
const MAX_ENTRIES_BYTES = 384 * 1024;
const MAX_HEAD_BYTES = 256 * 1024;
/** Streams whose last considered revision is remembered; for a forgotten one, the store is read. */
const KNOWN_STREAMS = 10_000;

export type Snapshots = {
  /** The stream up to its newest snapshot; undefined when there is no usable one. @throws DomainError unavailable */
  load(aggregate: AnyAggregate, streamId: string): Promise<StreamState | undefined>;
  /** Writes a snapshot when enough was appended since the last one. Returns at once; a failure is only logged. */
  consider(aggregate: AnyAggregate, streamId: string, stream: StreamState): void;
  /** Resolves when none is being written. */
  settled(): Promise<void>;
};

type Options = {
  readonly store: EventStore;
  readonly logger: Logger;
  readonly limits: { readonly eventsPerSnapshot: number; readonly snapshotsInFlight: number };
};

/** Snapshots of long streams, written in the background so that commands never wait for them. */
export function createSnapshots({ store, logger, limits }: Options): Snapshots {
  const known = new LRUCache<string, { revision: bigint; isUnusable: boolean }>({ max: KNOWN_STREAMS });
  const writing = new Map<string, Promise<void>>();

  async function write(aggregate: AnyAggregate, streamId: string, stream: StreamState, isUnusable: boolean) {
    const { snapshot: codec } = aggregate;
    if (!codec) return;
    const name = snapshotStreamOf(streamId, codec.shape);
    const newest = await newestStored(store, name);
    let revision = newest?.revision ?? NO_REVISION;
    const last = newest && !isUnusable ? await extendable(newest, streamId, codec.shape) : undefined;
    // Another process was faster.
    if (last && stream.revision - last.head.revision < limits.eventsPerSnapshot) return;

    const segments = segmentsOf(codec, streamId, stream, last?.segment, revision + 1n);
    let previous = last?.segment.digest ?? FIRST_DIGEST;
    for (const segment of segments) {
      const { data, metadata, digest } = toStoredSegment({ ...segment, previous });
      ({ revision } = await store.append(name, revision, [{ id: randomUUID(), type: SNAPSHOT_TYPE, data, metadata }]));
      previous = digest;
    }
  }

  /**
   * A series continues only from a complete snapshot of the same history; otherwise the next snapshot begins a new
   * series.
   */
  async function extendable(newest: Parameters<typeof parseSegment>[0], streamId: string, shape: number) {
    const segment = parsed(() => parseSegment(newest, streamId, shape));
    const head = segment?.head;
    if (!segment || !head) return undefined;
    const position = await positionWithHash(store, streamId, head.revision, head.hash);
    return position === undefined ? undefined : { segment, head };
  }

  return {
    async load(aggregate, streamId) {
      try {
        const stream = await readSnapshot(store, aggregate, streamId);
        if (stream) known.set(streamId, { revision: stream.revision, isUnusable: false });
        return stream;
      } catch (error) {
        if (!(error instanceof SnapshotError)) throw error;
        logger.warn({ err: error, streamId }, 'a snapshot is ignored: its stream is read whole');
        known.set(streamId, { revision: NO_REVISION, isUnusable: true });
        return undefined;
      }
    },

    consider(aggregate, streamId, stream) {
      if (!aggregate.snapshot) return;
      const { revision, isUnusable } = known.get(streamId) ?? { revision: NO_REVISION, isUnusable: false };
      if (stream.revision - revision < limits.eventsPerSnapshot) return;
      if (writing.has(streamId) || writing.size >= limits.snapshotsInFlight) return;
      // Whether it succeeds or not, the next one is due after as many events again, not with every command.
      known.set(streamId, { revision: stream.revision, isUnusable });
      // The state is immutable; the list of recent commands is not, so it is copied.
      const frozen = { ...stream, recent: new Map(stream.recent) };
      const { promise, resolve } = Promise.withResolvers<void>();
      writing.set(streamId, promise);
      setImmediate(async () => {
        try {
          await write(aggregate, streamId, frozen, isUnusable);
          known.set(streamId, { revision: stream.revision, isUnusable: false });
        } catch (error) {
          if (isDomainError(error, 'conflict')) logger.debug({ streamId }, 'another process took this snapshot');
          else
            logger.warn(
              { err: error, streamId },
              'a snapshot could not be written: its stream is read whole meanwhile',
            );
        } finally {
          writing.delete(streamId);
          resolve();
        }
      });
    },

    async settled() {
      await Promise.all(writing.values());
    },
  };
}

/**
 * Segments that fit into one append each: the entries since `last`, and the head.
 * @throws SnapshotError when the head alone is too large
 */
function segmentsOf(
  codec: NonNullable<AnyAggregate['snapshot']>,
  streamId: string,
  { state, revision, hash, recent }: StreamState,
  last: ReadSegment | undefined,
  nextRevision: bigint,
): Omit<Segment, 'previous'>[] {
  const begin = last ? last.offset + last.entries.length : 0;
  const encoded = codec.encode(state, begin);
  const head = { revision, hash, recent: encodeRecent(recent), state: encoded.head };
  if (bytesOf([head.recent, head.state]) > MAX_HEAD_BYTES)
    throw new SnapshotError('the state is too large for one append');

  const common = { stream: streamId, shape: codec.shape, series: last?.series ?? nextRevision };
  const parts = [...partsOf([...encoded.entries])];
  let offset = begin;
  return parts.map((entries, index) => {
    const segment = { ...common, offset, entries, head: index === parts.length - 1 ? head : null };
    offset += entries.length;
    return segment;
  });
}

/** Halved until each part fits. Usually all entries fit in one part; they are serialized once to find out. */
function* partsOf(entries: readonly unknown[]): Generator<unknown[]> {
  if (entries.length <= 1 || bytesOf(entries) <= MAX_ENTRIES_BYTES) {
    yield [...entries];
    return;
  }
  const middle = Math.ceil(entries.length / 2);
  yield* partsOf(entries.slice(0, middle));
  yield* partsOf(entries.slice(middle));
}

const bytesOf = (json: unknown): number => Buffer.byteLength(JSON.stringify(json));

function parsed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SnapshotError) return undefined;
    throw error;
  }
}
