import type { LogPlace } from '#core/kernel/following/log-place.ts';
import type { StreamHead } from '#core/kernel/log/stream-heads.ts';
import type { ReadHashes, TileRoot } from '#core/proofs/check/merkle.ts';

export type SignedHead = { readonly size: number; readonly note: string };

/** The last event of a stream under a head, with the stream's place in the tree of the ends. */
export type StreamEnd = {
  readonly place: number;
  readonly streamId: string;
  readonly revision: bigint;
  /** In hexadecimal. */
  readonly hash: string;
};
/** What differs from the ends of the head before: kept with its head, all or nothing. */
export type ChangedEnds = { readonly ends: Iterable<StreamEnd>; readonly roots: readonly TileRoot[] };

/** How far a run read the log. */
export type Reading = { readonly size: number; readonly place: LogPlace };

/** What the notary keeps: the tree of the log as far as it was read, and the signed heads. Its content never changes. */
export type LogBook = {
  lastHead(): Promise<SignedHead | undefined>;
  /** Number of leaves that are kept. */
  size(): Promise<number>;
  /** The contents of the leaves, in order; from that one on. */
  entries(from?: number): AsyncIterable<Uint8Array>;
  /** Where each stream ends under the last head, in the order of their places. */
  ends(): AsyncIterable<readonly [streamId: string, head: StreamHead]>;
  /** Of the newest run that read up to the last head; undefined before the first. */
  lastReading(): Promise<Reading | undefined>;
  /** When a run read the log from its first event on; undefined before the first. */
  lastWhole(): Promise<Date | undefined>;
  keepReading(reading: Reading & { readonly isWhole: boolean }): Promise<void>;
  /** Adds leaves after the first `from`, with the tiles that they complete: all or nothing. */
  add(from: number, entries: readonly Uint8Array[], roots: readonly TileRoot[]): Promise<void>;
  readonly readHashes: ReadHashes;
  keepHead(head: SignedHead & { readonly key: string }, changed: ChangedEnds): Promise<void>;
  keepRefusal(problem: string): Promise<void>;
};
