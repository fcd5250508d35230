/** The tree of a log (RFC 6962, section 2.1): its root, its tiles, and the proofs from it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { isSame } from './bytes.ts';
import type { TreeHead } from './checkpoint.ts';

// Leaves and nodes are hashed with different prefixes, so that one cannot pass as the other.
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array) => sha256(concatBytes(LEAF_PREFIX, entry));
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(concatBytes(NODE_PREFIX, left, right));
const emptyRoot = () => sha256(new Uint8Array());

/** Levels of the tree between two levels of tiles, and hashes in a full tile. */
const TILE_HEIGHT = 8;
export const TILE_WIDTH = 2 ** TILE_HEIGHT;

/** The root of a whole tile, of level 1 and above. */
export type TileRoot = { readonly level: number; readonly index: number; readonly hash: Uint8Array };

/** The head of a growing log: it keeps one hash for each height. */
export type GrowingTree = {
  readonly size: number;
  /** The roots of its complete subtrees, left to right; each is higher than the one after it. */
  readonly peaks: readonly Uint8Array[];
  /** The tiles that this leaf fills, lowest first. */
  add(leafHash: Uint8Array): readonly TileRoot[];
  root(): Uint8Array<ArrayBuffer>;
};

/** The root of a complete subtree of 2^height leaves. */
type SubtreeRoot = { readonly height: number; readonly hash: Uint8Array };

/** @param known the complete subtrees of the leaves that are in it already, left to right; each is higher than the one after it */
export function createGrowingTree(known: readonly SubtreeRoot[] = []): GrowingTree {
  const roots = [...known];
  let size = known.reduce((sum, { height }) => sum + 2 ** height, 0);
  return {
    get size() {
      return size;
    },
    get peaks() {
      return roots.map(({ hash }) => hash);
    },
    add(leaf) {
      size += 1;
      const filled: TileRoot[] = [];
      let whole = { height: 0, hash: leaf };
      for (let left = roots.at(-1); left?.height === whole.height; left = roots.at(-1)) {
        roots.pop();
        whole = { height: whole.height + 1, hash: nodeHash(left.hash, whole.hash) };
        const level = whole.height / TILE_HEIGHT;
        if (Number.isInteger(level)) filled.push({ level, index: size / TILE_WIDTH ** level - 1, hash: whole.hash });
      }
      roots.push(whole);
      return filled;
    },
    root() {
      const [last, ...lefts] = roots.map((each) => each.hash).reverse();
      return Uint8Array.from(last ? lefts.reduce((right, left) => nodeHash(left, right), last) : emptyRoot());
    },
  };
}

/** The complete subtrees of a tree of this size, by the `peaks` that it had: the binary digits of its size are their heights. */
export const subtreesOf = (size: number, peaks: readonly Uint8Array[]): SubtreeRoot[] =>
  [...size.toString(2)]
    .flatMap((digit, at, digits) => (digit === '1' ? [digits.length - 1 - at] : []))
    .map((height, at) => ({ height, hash: peaks[at] ?? emptyRoot() }));

export const rootOf = (hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const tree = createGrowingTree();
  for (const each of hashes) tree.add(each);
  return tree.root();
};

/**
 * Reads `count` hashes of a level of tiles, from `start` on, all within one tile: level 0 has the leaves, level 1 the
 * roots of 256 leaves each, and so on.
 */
export type ReadHashes = (level: number, start: number, count: number) => Promise<readonly Uint8Array[]>;

/** Reads whole tiles, each once: for many proofs under one head. `width` is the number of hashes in the tile. */
export function createTileReader(
  size: number,
  readTile: (level: number, index: number, width: number) => Promise<readonly Uint8Array[]>,
): ReadHashes {
  const tiles = new Map<string, Promise<readonly Uint8Array[]>>();
  return async (level, start, count) => {
    const index = Math.floor(start / TILE_WIDTH);
    const width = Math.min(Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH, TILE_WIDTH);
    const tile = tiles.get(`${level}:${index}`) ?? readTile(level, index, width);
    tiles.set(`${level}:${index}`, tile);
    const from = start - index * TILE_WIDTH;
    return (await tile).slice(from, from + count);
  };
}

type Range = { readonly from: number; readonly to: number };

/** Where the tree of `size` leaves is split: the largest power of two below it. */
const divisionOf = (size: number): number => {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
};

/** RFC 6962, 2.1.1: the subtrees beside the path from a leaf to the root. */
function rangesOfInclusion(index: number, { from, to }: Range): Range[] {
  if (to - from <= 1) return [];
  const middle = from + divisionOf(to - from);
  return index < middle
    ? [...rangesOfInclusion(index, { from, to: middle }), { from: middle, to }]
    : [...rangesOfInclusion(index, { from: middle, to }), { from, to: middle }];
}

/** RFC 6962, 2.1.2. */
function rangesOfConsistency(older: number, { from, to }: Range, isWholeOlder: boolean): Range[] {
  if (older === to) return isWholeOlder ? [] : [{ from, to }];
  const middle = from + divisionOf(to - from);
  return older <= middle
    ? [...rangesOfConsistency(older, { from, to: middle }, isWholeOlder), { from: middle, to }]
    : [...rangesOfConsistency(older, { from: middle, to }, false), { from, to: middle }];
}

/** For leaves whose first index is a multiple of the size of their subtree. */
async function hashOfRange(read: ReadHashes, { from, to }: Range): Promise<Uint8Array> {
  const count = to - from;
  const whole = count === 1 ? 1 : divisionOf(count);
  if (whole * 2 !== count && whole !== count) {
    const left = await hashOfRange(read, { from, to: from + whole });
    return nodeHash(left, await hashOfRange(read, { from: from + whole, to }));
  }
  const level = Math.floor(Math.log2(count) / TILE_HEIGHT);
  const span = TILE_WIDTH ** level;
  return rootOf(await read(level, from / span, count / span));
}

/** The root of the first `size` leaves. */
export const rootFrom = async (read: ReadHashes, size: number): Promise<Uint8Array> =>
  size === 0 ? emptyRoot() : hashOfRange(read, { from: 0, to: size });

/** A tree of the first `size` leaves, to which more are added. */
export async function growFrom(read: ReadHashes, size: number): Promise<GrowingTree> {
  const roots: SubtreeRoot[] = [];
  for (let from = 0; from < size; ) {
    const height = Math.floor(Math.log2(size - from));
    const to = from + 2 ** height;
    roots.push({ height, hash: await hashOfRange(read, { from, to }) });
    from = to;
  }
  return createGrowingTree(roots);
}

/** One after the other, because some readers have only one connection. */
async function hashesOfRanges(
  hashOf: (range: Range) => Promise<Uint8Array>,
  ranges: readonly Range[],
): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (const range of ranges) hashes.push(await hashOf(range));
  return hashes;
}

/** Proves that the leaf at `index` is in the tree of the first `size` leaves. */
export const inclusionPath = (read: ReadHashes, index: number, size: number): Promise<Uint8Array[]> =>
  createPaths(read, size)(index);

/** The same for many leaves: subtrees larger than a tile are part of many of the paths, and are hashed once. */
export function createPaths(read: ReadHashes, size: number): (index: number) => Promise<Uint8Array[]> {
  const large = new Map<string, Promise<Uint8Array>>();
  const hashOf = (range: Range): Promise<Uint8Array> => {
    if (range.to - range.from < TILE_WIDTH) return hashOfRange(read, range);
    const key = `${range.from}-${range.to}`;
    const known = large.get(key) ?? hashOfRange(read, range);
    large.set(key, known);
    return known;
  };
  return (index) => hashesOfRanges(hashOf, rangesOfInclusion(index, { from: 0, to: size }));
}

/** Proves that the tree of the first `older` leaves is the beginning of that of the first `size`. */
export const consistencyProof = (read: ReadHashes, older: number, size: number): Promise<Uint8Array[]> =>
  hashesOfRanges(
    (range) => hashOfRange(read, range),
    older === 0 ? [] : rangesOfConsistency(older, { from: 0, to: size }, true),
  );

/** Whether the leaf is at that index in the tree of that head. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  path: readonly Uint8Array[],
  { size, root }: TreeHead,
): boolean {
  if (index >= size) return false;
  const beside = rangesOfInclusion(index, { from: 0, to: size });
  if (path.length !== beside.length) return false;
  const above = path.reduce(
    (hash, sibling, at) => ((beside[at]?.from ?? 0) > index ? nodeHash(hash, sibling) : nodeHash(sibling, hash)),
    leaf,
  );
  return isSame(above, root);
}

/** Whether the older tree is the beginning of the newer one. */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === 0 && newer.size > 0) return proof.length === 0;
  const beside = rangesOfConsistency(older.size, { from: 0, to: newer.size }, true);
  if (proof.length !== beside.length) return false;
  let [oldRoot, newRoot]: [Uint8Array, Uint8Array] = [older.root, older.root];
  for (const [at, hash] of proof.entries()) {
    const { from = 0, to = 0 } = beside[at] ?? {};
    // An older tree that is no subtree of the newer one is built from its last subtree on.
    if (to === older.size) [oldRoot, newRoot] = [hash, hash];
    else if (from >= older.size) newRoot = nodeHash(newRoot, hash);
    else [oldRoot, newRoot] = [nodeHash(hash, oldRoot), nodeHash(hash, newRoot)];
  }
  return isSame(oldRoot, older.root) && isSame(newRoot, newer.root);
}
