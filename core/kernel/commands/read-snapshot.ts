import { hash } from 'node:crypto';
import { z } from 'zod';
import { EventMetadata } from '#core/kernel/log/event.ts';
import { type EventStore, JsonText, type StoredEvent } from '#core/kernel/log/event-store.ts';
import { FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import { RECENT_COMMANDS } from './stream-state.ts';
import type { AnyAggregate, StreamState } from './types.ts';

/**
 * Snapshots are kept in the ledger's event store, in streams of their own that no reader of the ledger reads. They are
 * a cache: deleting them changes no answer. A snapshot is a series of segments, each an event with the entries added
 * since the segment before. A segment with a head completes a snapshot; one without is part of a larger one.
 */
export const SNAPSHOT_PREFIX = 'snapshot-';
export const SNAPSHOT_TYPE = 'StreamSnapshot';

/** Each shape has its own streams, so that two versions of the program do not discard each other's snapshots. */
export const snapshotStreamOf = (streamId: string, shape: number): string => `${SNAPSHOT_PREFIX}v${shape}-${streamId}`;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Counted = z.codec(z.string().regex(/^(0|[1-9]\d{0,19})$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** Command id, revision, log position. */
const Recent = z.array(z.tuple([z.string(), Counted, Counted])).max(RECENT_COMMANDS);
const Head = z.object({
  /** Revision of the last event in the state, and that event's link in the hash chain. */
  revision: Counted,
  hash: Digest,
  /** Both are parsed only when used: most heads are followed by a newer one. */
  recent: z.unknown(),
  state: z.unknown(),
});

export const encodeRecent = (recent: StreamState['recent']): unknown =>
  z.encode(
    Recent,
    [...recent].map(([commandId, at]) => [commandId, at.revision, at.position]),
  );

const Segment = z.object({
  stream: z.string(),
  shape: z.number().int(),
  /** Revision of the series' first segment in the snapshots' own stream. */
  series: Counted,
  /** How many entries come before those of this segment. */
  offset: z.number().int().min(0),
  entries: z.array(z.unknown()),
  /** Digest of the segment before it in the series. */
  previous: Digest,
  head: Head.nullable(),
});
export type Segment = z.output<typeof Segment>;
export type ReadSegment = Segment & { readonly digest: string; readonly at: bigint };

/** The value that the first segment of a series is chained to. */
export const FIRST_DIGEST = FIRST_PREVIOUS_HASH;

/** Detects accidental damage; the event's MAC detects forgery. */
const digestOf = (json: string): string => hash('sha256', json, 'hex');

export function toStoredSegment(segment: Segment): { data: JsonText; metadata: unknown; digest: string } {
  const json = JSON.stringify(z.encode(Segment, segment));
  const digest = digestOf(json);
  return { data: new JsonText(json), metadata: { digest }, digest };
}

/** @throws SnapshotError when it is damaged, or belongs to another stream or shape */
export function parseSegment(stored: StoredEvent, streamId: string, shape: number): ReadSegment {
  if (stored.forged !== undefined) throw new SnapshotError(stored.forged);
  const segment = Segment.safeParse(stored.data);
  const metadata = z.object({ digest: Digest }).safeParse(stored.metadata);
  if (!segment.success || !metadata.success) throw new SnapshotError('a segment cannot be read');
  if (segment.data.stream !== streamId || segment.data.shape !== shape)
    throw new SnapshotError('it is of another state');
  if (digestOf(JSON.stringify(stored.data)) !== metadata.data.digest)
    throw new SnapshotError('a segment does not fit its digest');
  return { ...segment.data, digest: metadata.data.digest, at: stored.revision };
}

/** A snapshot that must not be used. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** The newest segment of a stream's snapshots, valid or not. */
export async function newestStored(store: EventStore, snapshotStream: string): Promise<StoredEvent | undefined> {
  for await (const stored of store.readStream(snapshotStream, { direction: 'backwards', maxCount: 1 })) return stored;
  return undefined;
}

/**
 * The stream as of its newest complete snapshot; undefined when there is none. It is as reliable as the events, because
 * the stored event at its revision carries its hash.
 * @throws SnapshotError; DomainError unavailable
 */
export async function readSnapshot(
  store: EventStore,
  { snapshot: codec }: Pick<AnyAggregate, 'snapshot'>,
  streamId: string,
): Promise<StreamState | undefined> {
  if (!codec) return undefined;
  const name = snapshotStreamOf(streamId, codec.shape);
  const newest = await newestStored(store, name);
  if (!newest) return undefined;
  const { series } = parseSegment(newest, streamId, codec.shape);

  const decoder = codec.decoder();
  let previous = FIRST_DIGEST;
  let offset = 0;
  let head: Segment['head'] = null;
  /** Entries that no head has completed yet. */
  let pending: Segment['entries'][] = [];
  for await (const stored of store.readStream(name, { from: series })) {
    const segment = parseSegment(stored, streamId, codec.shape);
    // Another writer is beginning a new series.
    if (segment.series !== series) break;
    if (segment.previous !== previous || segment.offset !== offset) throw new SnapshotError('a segment is missing');
    previous = segment.digest;
    offset += segment.entries.length;
    pending.push(segment.entries);
    if (!segment.head) continue;
    head = segment.head;
    for (const entries of pending) parsed(() => decoder.add(entries));
    pending = [];
  }
  if (!head) return undefined;

  const { revision, recent, state } = head;
  const position = await positionWithHash(store, streamId, revision, head.hash);
  if (position === undefined) throw new SnapshotError('its stream has another history');
  return parsed(() => ({
    state: decoder.state(state),
    revision,
    position,
    hash: head.hash,
    recent: new Map(
      Recent.parse(recent).map(([commandId, at, place]) => [commandId, { revision: at, position: place }]),
    ),
  }));
}

function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new SnapshotError('its state cannot be read', { cause: error });
  }
}

/** Position of the event at that revision, if it carries that hash. */
export async function positionWithHash(
  store: EventStore,
  streamId: string,
  revision: bigint,
  chainHash: string,
): Promise<bigint | undefined> {
  for await (const stored of store.readStream(streamId, { from: revision, maxCount: 1 })) {
    const metadata = EventMetadata.safeParse(stored.metadata);
    return stored.revision === revision && metadata.data?.hash === chainHash ? stored.position : undefined;
  }
  return undefined;
}
