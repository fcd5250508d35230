import { endLeaf } from '#core/proofs/check/checkpoint.ts';
import { leafHash, type ReadHashes, type TileRoot } from '#core/proofs/check/merkle.ts';
import type { LogBook, Reading, SignedHead, StreamEnd } from '#core/proofs/notary/log-book.ts';
import type { ProvableLog } from '#core/proofs/statement.ts';

export type MemoryLogBook = LogBook & {
  readonly kept: Uint8Array[];
  readonly heads: SignedHead[];
  readonly roots: TileRoot[];
  readonly refusals: string[];
  readonly endsNow: StreamEnd[];
  /** The log under its newest head. */
  provable(key?: string): ProvableLog;
};

/** The notary's book in memory, which a test may damage. */
export function createMemoryLogBook(clock = () => new Date()): MemoryLogBook {
  const kept: Uint8Array[] = [];
  const heads: SignedHead[] = [];
  const roots: TileRoot[] = [];
  const refusals: string[] = [];
  const ends: StreamEnd[] = [];
  const readings: (Reading & { isWhole: boolean; at: Date })[] = [];
  const endRoots = new Map<string, Uint8Array>();
  const readHashes: ReadHashes = async (level, start, count) => {
    if (level === 0) return kept.slice(start, start + count).map(leafHash);
    return roots
      .filter((root) => root.level === level && root.index >= start && root.index < start + count)
      .map(({ hash }) => hash);
  };
  return {
    kept,
    heads,
    roots,
    refusals,
    readHashes,
    endsNow: ends,
    lastHead: async () => heads.at(-1),
    size: async () => kept.length,
    async *entries(from) {
      yield* kept.slice(from);
    },
    async *ends() {
      for (const { streamId, revision, hash } of ends) yield [streamId, { revision, hash }];
    },
    lastReading: async () => readings.at(-1),
    lastWhole: async () => readings.findLast(({ isWhole }) => isWhole)?.at,
    keepReading: async (reading) => void readings.push({ ...reading, at: clock() }),
    async add(from, entries, added) {
      if (from !== kept.length) throw new Error(`Leaves begin at ${kept.length}, not at ${from}.`);
      kept.push(...entries);
      roots.push(...added);
    },
    keepHead: async (head, changed) => {
      heads.push(head);
      for (const end of changed.ends) ends[end.place] = end;
      for (const { level, index, hash } of changed.roots) endRoots.set(`${level}:${index}`, hash);
    },
    keepRefusal: async (problem) => void refusals.push(problem),
    provable(key = '') {
      const [endsNow, rootsNow] = [[...ends], new Map(endRoots)];
      const readEndHashes: ReadHashes = async (level, start, count) => {
        if (level === 0) return endsNow.slice(start, start + count).map((end) => leafHash(endLeaf(end.streamId, end)));
        return Array.from({ length: count }, (_, at) => rootsNow.get(`${level}:${start + at}`) ?? Buffer.alloc(0));
      };
      const places = new Map(kept.map((entry, index) => [Buffer.from(entry).toString('hex'), index]));
      return {
        size: heads.at(-1)?.size ?? 0,
        note: heads.at(-1)?.note ?? '',
        key,
        readHashes,
        readEndHashes,
        findPlaces: async () => places,
        findEnd: async (streamId) => endsNow.find((end) => end.streamId === streamId),
      };
    },
  };
}
