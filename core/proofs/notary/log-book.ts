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

/** What the notary keeps: the tree of the log as far as it was read, and the signed heads. Its content never changes. */
export type LogBook = {
  lastHead(): Promise<SignedHead | undefined>;
  /** Number of leaves that are kept. */
  size(): Promise<number>;
  /** The contents of the leaves, in order. */
  entries(): AsyncIterable<Uint8Array>;
  /** Adds leaves after the first `from`, with the tiles that they complete: all or nothing. */
  add(from: number, entries: readonly Uint8Array[], roots: readonly TileRoot[]): Promise<void>;
  readonly readHashes: ReadHashes;
  keepHead(head: SignedHead & { readonly key: string }, changed: ChangedEnds): Promise<void>;
  keepRefusal(problem: string): Promise<void>;
};
