import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { quoted } from './bulk-sql.ts';
import type { Projection } from './projection.ts';

const INDEXES_MARK = '\n-- indexes\n';
const CHECKPOINT_SQL = new URL('checkpoint.sql', import.meta.url);

export type ReadModelDefinition = {
  readonly projections: readonly Projection[];
  /** Raised when what a projection computes changes while its table does not. */
  readonly version: number;
};

export type ReadModelSql = {
  readonly tables: string;
  readonly indexes: string;
  /** Changes with the tables and the version. */
  readonly fingerprint: string;
};

/** The SQL of all read models. Names in it are unqualified: the search path says in which schema they are made. */
export async function readModelSql({ projections, version }: ReadModelDefinition): Promise<ReadModelSql> {
  const checkpoint = await readFile(CHECKPOINT_SQL, 'utf8');
  const tables = [checkpoint];
  const indexes: string[] = [];
  for (const projection of projections) {
    const [table = '', index = ''] = (await readFile(projection.tableSql, 'utf8')).split(INDEXES_MARK);
    tables.push(table);
    indexes.push(index);
  }
  const hash = createHash('sha256').update(`${version}\n`);
  for (const part of [...tables, ...indexes]) hash.update(part);
  return { tables: tables.join('\n'), indexes: indexes.join('\n'), fingerprint: hash.digest('hex').slice(0, 16) };
}

/** Creates the schema anew, with empty tables; what it held is gone. Call it in a transaction. */
export async function recreateSchema(client: pg.ClientBase, schema: string, sql: ReadModelSql): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)};
    set local search_path to ${quoted(schema)}; ${sql.tables}; set local search_path to default`);
  await client.query(`update ${quoted(schema)}.checkpoint set fingerprint = $1`, [sql.fingerprint]);
}

/** Creates the indexes that the queries need; a rebuild does so only when the rows are in. Call it in a transaction. */
export async function createIndexes(client: pg.ClientBase, schema: string, sql: ReadModelSql): Promise<void> {
  await client.query(`set local search_path to ${quoted(schema)}; ${sql.indexes}; set local search_path to default`);
}

/** The fingerprint of what is there, or undefined when there are no read models (or only half of them). */
export async function fingerprintOf(client: pg.ClientBase, schema: string): Promise<string | undefined> {
  const there = await client.query<{ name: string | null }>('select to_regclass($1)::text as name', [
    `${quoted(schema)}.checkpoint`,
  ]);
  if (!there.rows[0]?.name) return undefined;
  const found = await client.query<{ fingerprint: string }>(`select fingerprint from ${quoted(schema)}.checkpoint`);
  return found.rows[0]?.fingerprint;
}
