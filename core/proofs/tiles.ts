/** Addresses of tiles: https://c2sp.org/tlog-tiles. */
import { TILE_WIDTH } from './check/merkle.ts';

export type Tile = {
  /** The level of hashes; `entries` are the contents of the leaves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Up to 256, which is a full tile. */
  readonly width: number;
};

const MAX_LEVEL = 5;

/** Below the log's address, e.g. `tile/0/x001/234.p/7`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/.{3}/g);
  const path = (groups ?? []).map((group, at, all) => (at === all.length - 1 ? group : `x${group}`)).join('/');
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Undefined for a text that is no address of a tile. Each tile has exactly one address. */
export function parseTilePath(path: string): Tile | undefined {
  const [, levelText = '', groups = '', widthText] =
    /^tile\/(entries|\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const level: Tile['level'] = levelText === 'entries' ? 'entries' : Number(levelText);
  const index = Number(groups.replace(/[x/]/g, ''));
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const isKnown =
    groups !== '' && Number.isSafeInteger(index * TILE_WIDTH) && (level === 'entries' || level <= MAX_LEVEL);
  if (!isKnown) return undefined;
  const tile = { level, index, width };
  return tilePath(tile) === path ? tile : undefined;
}

const hashesInLevel = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);

export function tileIn(level: number | 'entries', index: number, size: number): Tile | undefined {
  const width = Math.min(hashesInLevel(level === 'entries' ? 0 : level, size) - index * TILE_WIDTH, TILE_WIDTH);
  return width > 0 ? { level, index, width } : undefined;
}

/** Entries in their tile: each after its length in two bytes. */
export function entriesTile(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** @throws Error */
export function parseEntriesTile(tile: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < tile.length; ) {
    const length = at + 2 <= tile.length ? tile.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    const end = at + 2 + length;
    if (end > tile.length) throw new Error('A tile of entries was cut off.');
    entries.push(tile.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
