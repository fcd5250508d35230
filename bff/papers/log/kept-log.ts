import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { endLeaf, parseCheckpointText } from '#core/proofs/check/checkpoint.ts';
import { createTileReader, leafHash, TILE_WIDTH } from '#core/proofs/check/merkle.ts';
import { parseNote } from '#core/proofs/check/note.ts';
import type { ProvableLog } from '#core/proofs/statement.ts';

const Head = z.object({
  size: z.bigint(),
  note: z.string(),
  key: z.string(),
  signed_at: z.date(),
  cosignatures: z.string(),
});

export type PublishedHead = {
  readonly size: number;
  /** The signed text of the head, with the signatures of witnesses. */
  readonly note: string;
  /** The verifier key. */
  readonly key: string;
  readonly signedAt: Date;
};

/** The newest head that the notary signed; undefined before the first. */
export async function findHead(database: Queryable): Promise<PublishedHead | undefined> {
  const row = await database.maybeOne(sql.type(Head)`
    select checkpoint.size, note, key, signed_at, coalesce((select string_agg(line, '' order by witness)
      from notary.cosignature where cosignature.size = checkpoint.size), '') as cosignatures
    from notary.checkpoint order by checkpoint.size desc limit 1`);
  return row
    ? { size: Number(row.size), note: row.note + row.cosignatures, key: row.key, signedAt: row.signed_at }
    : undefined;
}

const Bytes = z.object({ bytes: z.instanceof(Buffer) });

/** The hashes of the events, from which the leaves are computed. */
export async function readEntries(database: Queryable, start: number, count: number): Promise<Buffer[]> {
  const rows = await database.any(sql.type(Bytes)`select entry as bytes from notary.leaf
    where index >= ${start} and index < ${start + count} order by index`);
  return rows.map(({ bytes }) => bytes);
}

export async function readTileHashes(
  database: Queryable,
  level: number,
  start: number,
  count: number,
): Promise<Uint8Array[]> {
  if (level === 0) return (await readEntries(database, start, count)).map(leafHash);
  const rows = await database.any(sql.type(Bytes)`select hash as bytes from notary.tile_root
    where level = ${level} and index >= ${start} and index < ${start + count} order by index`);
  return rows.map(({ bytes }) => bytes);
}

/** Leaf tiles of one query: 8 KiB each. */
const MAX_TILES = 128;
const HASH_BYTES = 32;
const LeafTile = z.object({ index: z.bigint(), bytes: z.instanceof(Buffer) });

/** The hashes of whole leaf tiles, each tile as one value. A proof of a statement needs as many tiles as it has lines. */
async function readLeafTiles(database: Queryable, indexes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await database.any(sql.type(LeafTile)`
    select tile as index, string_agg(sha256('\\x00'::bytea || entry), ''::bytea order by leaf.index) as bytes
    from unnest(${sql.array([...indexes], 'int8')}) as tile
      join notary.leaf on leaf.index >= tile * ${TILE_WIDTH} and leaf.index < (tile + 1) * ${TILE_WIDTH}
    group by tile`);
  return new Map(rows.map(({ index, bytes }) => [Number(index), bytes]));
}

/** Reads a leaf tile. Tiles that are requested in one turn are read together. */
function createLeafTiles(database: Queryable): (index: number) => Promise<readonly Uint8Array[]> {
  let batch: { readonly indexes: number[]; readonly tiles: Promise<ReadonlyMap<number, Buffer>> } | undefined;
  const openBatch = () => {
    const indexes: number[] = [];
    const tiles = Promise.resolve().then(() => {
      if (batch?.indexes === indexes) batch = undefined;
      return readLeafTiles(database, indexes);
    });
    return { indexes, tiles };
  };
  return async (index) => {
    if (!batch || batch.indexes.length >= MAX_TILES) batch = openBatch();
    batch.indexes.push(index);
    const bytes = (await batch.tiles).get(index) ?? Buffer.alloc(0);
    return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
      bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    );
  };
}

/** Limit of hashes in one query. */
const MAX_LOOK = 1_000;
const Place = z.object({ index: z.bigint(), hash: z.string() });

/** By their hash in hexadecimal. */
async function findPlaces(database: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (let from = 0; from < hashes.length; from += MAX_LOOK) {
    const wanted = hashes.slice(from, from + MAX_LOOK).map((hash) => Buffer.from(hash, 'hex'));
    const rows = await database.any(sql.type(Place)`select index, encode(entry, 'hex') as hash from notary.leaf
      where entry = any(${sql.array(wanted, 'bytea')})`);
    for (const { index, hash } of rows) places.set(hash, Number(index));
  }
  return places;
}

const End = z.object({ place: z.bigint(), stream: z.string(), revision: z.bigint(), hash: z.string() });

/** Where a stream ends under the head over the first `size` events. */
async function findEnd(database: Queryable, size: number, streamId: string) {
  const row = await database.maybeOne(sql.type(End)`
    select place, stream, revision, encode(entry, 'hex') as hash from notary.stream_end
    where stream = ${streamId} and size <= ${size} order by stream_end.size desc limit 1`);
  return row ? { place: Number(row.place), revision: row.revision } : undefined;
}

/** The hashes of a level of tiles of the ends of streams under that head. */
async function readEndHashes(database: Queryable, size: number, level: number, start: number, count: number) {
  if (level > 0) {
    const rows = await database.any(sql.type(Bytes)`select distinct on (index) hash as bytes from notary.stream_end_root
      where level = ${level} and index >= ${start} and index < ${start + count} and size <= ${size}
      order by index, size desc`);
    return rows.map(({ bytes }) => bytes);
  }
  const rows = await database.any(sql.type(End)`
    select distinct on (place) place, stream, revision, encode(entry, 'hex') as hash from notary.stream_end
    where place >= ${start} and place < ${start + count} and size <= ${size} order by place, size desc`);
  return rows.map(({ stream, ...end }) => leafHash(endLeaf(stream, end)));
}

export function provableLog(database: Queryable, head: PublishedHead): ProvableLog {
  const readLeafTile = createLeafTiles(database);
  const { ends } = parseCheckpointText(parseNote(head.note).text);
  return {
    findEnd: (streamId) => findEnd(database, head.size, streamId),
    readEndHashes: createTileReader(ends?.count ?? 0, (level, index, width) =>
      readEndHashes(database, head.size, level, index * TILE_WIDTH, width),
    ),
    ...head,
    readHashes: createTileReader(head.size, (level, index, width) =>
      level === 0 ? readLeafTile(index) : readTileHashes(database, level, index * TILE_WIDTH, width),
    ),
    findPlaces: (hashes) => findPlaces(database, hashes),
  };
}
