import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { ProvableLog } from '#core/log-proofs/statement.ts';
import { createTileReader, leafHash, TILE_WIDTH } from '#core/log-proofs/tree.ts';

const Head = z.object({
  size: z.bigint(),
  note: z.string(),
  key: z.string(),
  signed_at: z.date(),
  cosignatures: z.string(),
});

export type PublishedHead = {
  readonly size: number;
  /** As the log signed it, with the lines of the witnesses who signed it too. */
  readonly note: string;
  /** The verifier key. */
  readonly key: string;
  readonly signedAt: Date;
};

/** The newest head that the notary signed; undefined before the first. */
export async function findHead(database: Queryable): Promise<PublishedHead | undefined> {
  const row = await database.maybeOne(
    sql.type(Head)`select checkpoint.size, note, key, signed_at, coalesce((select string_agg(line, '' order by witness)
        from notary.cosignature where cosignature.size = checkpoint.size), '') as cosignatures
      from notary.checkpoint order by checkpoint.size desc limit 1`,
  );
  return row
    ? { size: Number(row.size), note: row.note + row.cosignatures, key: row.key, signedAt: row.signed_at }
    : undefined;
}

const Bytes = z.object({ bytes: z.instanceof(Buffer) });

/** What the leaves were made of: the hashes of the events. */
export async function readEntries(database: Queryable, start: number, count: number): Promise<Buffer[]> {
  const rows = await database.any(
    sql.type(Bytes)`select entry as bytes from notary.leaf
      where index >= ${start} and index < ${start + count} order by index`,
  );
  return rows.map(({ bytes }) => bytes);
}

/** The hashes of a level of tiles. */
export async function readTileHashes(
  database: Queryable,
  level: number,
  start: number,
  count: number,
): Promise<Buffer[]> {
  if (level === 0) return (await readEntries(database, start, count)).map(leafHash);
  const rows = await database.any(
    sql.type(Bytes)`select hash as bytes from notary.tile_root
      where level = ${level} and index >= ${start} and index < ${start + count} order by index`,
  );
  return rows.map(({ bytes }) => bytes);
}

/** Hashes of one look. */
const MAX_LOOK = 1_000;
const Place = z.object({ index: z.bigint(), hash: z.string() });

/** Where events stand in the log, by their hash in hexadecimal. */
async function findPlaces(database: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (let from = 0; from < hashes.length; from += MAX_LOOK) {
    const wanted = hashes.slice(from, from + MAX_LOOK).map((hash) => Buffer.from(hash, 'hex'));
    const rows = await database.any(
      sql.type(Place)`select index, encode(entry, 'hex') as hash from notary.leaf
        where entry = any(${sql.array(wanted, 'bytea')})`,
    );
    for (const { index, hash } of rows) places.set(hash, Number(index));
  }
  return places;
}

/** What it takes to prove events by a head. */
export const provableLog = (database: Queryable, head: PublishedHead): ProvableLog => ({
  ...head,
  readHashes: createTileReader(head.size, (level, index, width) =>
    readTileHashes(database, level, index * TILE_WIDTH, width),
  ),
  findPlaces: (hashes) => findPlaces(database, hashes),
});
