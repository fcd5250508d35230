import type { ReadHashes } from '../log-proofs/tree.ts';

/** The root of a whole tile, of level 1 and above. */
export type TileRoot = { readonly level: number; readonly index: number; readonly hash: Uint8Array };

export type SignedHead = { readonly size: number; readonly note: string };

/** What the notary keeps: the tree as far as the log was read, and the heads that were signed. Nothing in it is ever changed. */
export type LogBook = {
  lastHead(): Promise<SignedHead | undefined>;
  /** Leaves that are kept. */
  size(): Promise<number>;
  /** What they were made of, in order. */
  entries(): AsyncIterable<Uint8Array>;
  /** Adds leaves behind the first `from`, with the tiles that they fill: all or nothing. */
  add(from: number, entries: readonly Uint8Array[], roots: readonly TileRoot[]): Promise<void>;
  readonly readHashes: ReadHashes;
  keepHead(head: SignedHead & { readonly key: string }): Promise<void>;
  keepRefusal(problem: string): Promise<void>;
};
