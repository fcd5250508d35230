import { leafHash } from '../../log-proofs/tree.ts';
import type { LogBook, SignedHead, TileRoot } from '../log-book.ts';

export type MemoryLogBook = LogBook & {
  readonly kept: Uint8Array[];
  readonly heads: SignedHead[];
  readonly roots: TileRoot[];
  readonly refusals: string[];
};

/** The notary's book in memory, which a test may damage. */
export function createMemoryLogBook(): MemoryLogBook {
  const kept: Uint8Array[] = [];
  const heads: SignedHead[] = [];
  const roots: TileRoot[] = [];
  const refusals: string[] = [];
  return {
    ...{ kept, heads, roots, refusals },
    lastHead: async () => heads.at(-1),
    size: async () => kept.length,
    async *entries() {
      yield* kept;
    },
    async add(from, entries, added) {
      if (from !== kept.length) throw new Error(`Leaves begin at ${kept.length}, not at ${from}.`);
      kept.push(...entries);
      roots.push(...added);
    },
    async readHashes(level, start, count) {
      if (level === 0) return kept.slice(start, start + count).map(leafHash);
      return roots
        .filter((root) => root.level === level && root.index >= start && root.index < start + count)
        .map(({ hash }) => hash);
    },
    keepHead: async (head) => void heads.push(head),
    keepRefusal: async (problem) => void refusals.push(problem),
  };
}
