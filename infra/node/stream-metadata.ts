import { z } from 'zod';
import { type AccessList, WireAccessList } from './access-lists.ts';
import { NO_EVENTS, TOMBSTONE_REVISION } from './event.ts';

/** The settings of a stream that the node uses; a client may store others with them. */
export type StreamMetadata = {
  /** Everything the client stored. */
  custom: Record<string, unknown>;
  maxCount?: number;
  maxAgeSeconds?: number;
  truncateBefore?: number;
  acl?: AccessList | undefined;
};

/** The node's state of a stream and of its metadata stream. Heads are last revisions, NO_EVENTS when there are none. */
export type StreamState = {
  head: number;
  metadataHead: number;
  metadata: StreamMetadata;
};

export const NO_METADATA: StreamMetadata = { custom: {} };
/** EventStoreDB keeps only the latest version of a stream's metadata. */
const METADATA_OF_METADATA: StreamMetadata = { custom: {}, maxCount: 1 };

const METASTREAM_PREFIX = '$$';
/** EventStoreDB marks a soft delete with "truncate before 2^63 − 1". JSON.parse yields the nearest double, 2^63. */
const SOFT_DELETE_MARK = '9223372036854775807';
const SOFT_DELETED_FROM = 2 ** 63;

export function isMetadataStream(stream: string): boolean {
  return stream.startsWith(METASTREAM_PREFIX);
}

export function metadataStreamOf(stream: string): string {
  return METASTREAM_PREFIX + stream;
}

/** The stream that a name refers to: itself, or the one whose metadata it holds. */
export function baseStreamOf(stream: string): string {
  return isMetadataStream(stream) ? stream.slice(METASTREAM_PREFIX.length) : stream;
}

/**
 * Reads a `$metadata` event's data as EventStoreDB does. Invalid JSON has no effect, and a wrong type in one of the
 * server's own fields makes all of it ineffective. A count that is too small is ignored alone.
 */
export function parseStreamMetadata(data: Buffer): StreamMetadata {
  let custom: unknown;
  try {
    custom = JSON.parse(data.toString('utf8'));
  } catch {
    return NO_METADATA;
  }
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return NO_METADATA;
  const settings = Settings.safeParse(custom).data ?? {};
  return {
    custom: { ...custom },
    ...count('maxCount', settings.$maxCount, 1),
    ...count('maxAgeSeconds', settings.$maxAge, 1),
    ...count('truncateBefore', settings.$tb, 0),
    ...(settings.$acl === undefined ? {} : { acl: settings.$acl }),
  };
}

const Whole = z.number().refine(Number.isInteger).optional();
/** The fields that the server uses. */
const Settings = z.object({
  $maxCount: Whole,
  $maxAge: Whole,
  $tb: Whole,
  $cacheControl: Whole,
  $tmp: z.boolean().optional(),
  $acl: WireAccessList,
});

function count<K extends string>(name: K, value: number | undefined, least: number): { [P in K]?: number } {
  return value !== undefined && value >= least ? ({ [name]: value } as { [P in K]?: number }) : {};
}

/** The metadata that soft-delete a stream; as in EventStoreDB, they replace the existing ones. */
export function softDeleteMetadata(): Buffer {
  return Buffer.from(`{"$tb":${SOFT_DELETE_MARK}}`);
}

/** The metadata that restore a soft-deleted stream; its old events stay hidden. */
export function revivedMetadata(state: StreamState): Buffer {
  return Buffer.from(JSON.stringify({ ...state.metadata.custom, $tb: state.head + 1 }));
}

export function isTombstoned(state: StreamState): boolean {
  return state.head === TOMBSTONE_REVISION;
}

export function isSoftDeleted(state: StreamState): boolean {
  return (state.metadata.truncateBefore ?? 0) >= SOFT_DELETED_FROM;
}

/** The state seen by a reader or writer of `stream`, which may itself be a metadata stream. */
export function viewOf(stream: string, state: StreamState): StreamState {
  if (!isMetadataStream(stream)) return state;
  const head = isTombstoned(state) ? TOMBSTONE_REVISION : state.metadataHead;
  return { head, metadataHead: NO_EVENTS, metadata: METADATA_OF_METADATA };
}

/** The readable part of a stream: from `first` on, and not older than `createdFromMs`. */
export function visibleRange(state: StreamState, nowMs: number): { first: number; createdFromMs: number } {
  const { truncateBefore = 0, maxCount, maxAgeSeconds } = state.metadata;
  const keptByCount = maxCount === undefined ? 0 : Math.max(0, state.head - maxCount + 1);
  // For a subscription, a soft-deleted stream has no first event yet: the next one written will be it.
  const keptByTruncation = isSoftDeleted(state) ? state.head + 1 : truncateBefore;
  return {
    first: Math.max(keptByTruncation, keptByCount),
    createdFromMs: maxAgeSeconds === undefined ? 0 : nowMs - maxAgeSeconds * 1000,
  };
}
