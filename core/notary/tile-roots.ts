import { rootOf, TILE_WIDTH } from '../log-proofs/tree.ts';
import type { TileRoot } from './log-book.ts';

/** The roots of tiles as leaves fill them. It keeps one incomplete tile for each level. */
export function createTileRoots() {
  const levels: { hashes: Uint8Array[]; filled: number }[] = [];

  function add(hash: Uint8Array, level: number): TileRoot[] {
    const tile = levels[level] ?? { hashes: [], filled: 0 };
    levels[level] = tile;
    tile.hashes.push(hash);
    if (tile.hashes.length < TILE_WIDTH) return [];
    const root = { level: level + 1, index: tile.filled, hash: rootOf(tile.hashes) };
    tile.filled += 1;
    tile.hashes = [];
    return [root, ...add(root.hash, level + 1)];
  }

  return { add: (leafHash: Uint8Array): TileRoot[] => add(leafHash, 0) };
}
