/** Merkle trees and proofs as in RFC 6962, section 2.1, checked as in RFC 9162, sections 2.1.3.2 and 2.1.4.2. */
import { concat, isSame, sha256 } from './bytes.ts';
import type { TreeHead } from './checkpoint.ts';

/** Leaves and nodes are hashed with different prefixes, so that one cannot pass as the other. */
export const LEAF_PREFIX = 0;
export const NODE_PREFIX = 1;

export const leafHashOf = (entry: Uint8Array) => sha256(concat(Uint8Array.of(LEAF_PREFIX), entry));
const nodeHashOf = (left: Uint8Array, right: Uint8Array) => sha256(concat(Uint8Array.of(NODE_PREFIX), left, right));

const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);
const isPowerOfTwo = (value: number): boolean => value === 1 || (!isOdd(value) && isPowerOfTwo(value / 2));

/** Whether the leaf is at that index in the tree of that head. */
export async function isIncluded(
  leafHash: Uint8Array,
  index: number,
  path: readonly Uint8Array[],
  { size, root }: TreeHead,
): Promise<boolean> {
  if (index >= size) return false;
  let [at, last] = [index, size - 1];
  let hash: Uint8Array = leafHash;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = await nodeHashOf(sibling, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = await nodeHashOf(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** Whether the older tree is the beginning of the newer one. */
export async function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): Promise<boolean> {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [oldRoot, newRoot]: [Uint8Array, Uint8Array] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      oldRoot = await nodeHashOf(sibling, oldRoot);
      newRoot = await nodeHashOf(sibling, newRoot);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      newRoot = await nodeHashOf(newRoot, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(oldRoot, older.root) && isSame(newRoot, newer.root);
}
