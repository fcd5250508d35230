import { createHash } from 'node:crypto';
import pg from 'pg';
import { rowsOf } from './bulk-sql.ts';
import { CHECKPOINT_TABLE, inTransaction } from './checkpoint.ts';
import { connectWriter } from './connection.ts';
import { createIndexesOf, createTable } from './ddl.ts';
import { list, quoted } from './names.ts';
import type { Projection } from './projection.ts';
import type { Table } from './table.ts';

/** Indexes that are created at the same time, and the memory of each. */
const INDEX_CONNECTIONS = 2;
const INDEX_WORK_MEM = '128MB';
/** A sample of 9,000 rows a table: enough for plans, at a third of the usual cost, until Postgres takes its own. */
const STATISTICS_TARGET = 30;

export type ReadModelDefinition = {
  readonly projections: readonly Projection[];
  /** Raised when the result of a projection changes while its table does not. */
  readonly version: number;
};

export type ReadModelSql = {
  readonly tables: string;
  readonly indexes: readonly string[];
  /** A statement for each table, which gives Postgres the statistics of its content. */
  readonly analyses: readonly string[];
  /** Merge sums that came in parts (see Table): a transaction's statements for each such table. */
  readonly merges: readonly string[];
  /** Changes with the tables and the version. */
  readonly fingerprint: string;
};

/** The SQL of all read models. Names in it are unqualified: the search path selects the schema. */
export function readModelSql({ projections, version }: ReadModelDefinition): ReadModelSql {
  const all = projections.flatMap(({ tables }) => tables);
  const tables = [CHECKPOINT_TABLE, ...all.map(createTable)].join(';\n');
  const indexes = all.flatMap(createIndexesOf);
  return {
    tables,
    indexes,
    analyses: all.map(({ name }) => `analyze ${quoted(name)}`),
    merges: all.filter((table) => table.isSums).map(mergeOf),
    fingerprint: createHash('sha256')
      .update([version, tables, ...indexes].join(';\n'))
      .digest('hex')
      .slice(0, 16),
  };
}

function mergeOf(table: Table): string {
  const columns = list(Object.keys(table.columns));
  return `create temp table merged as select ${columns} from ${rowsOf(table, quoted(table.name))} parts;
    truncate ${quoted(table.name)};
    insert into ${quoted(table.name)} (${columns}) select ${columns} from merged; drop table merged`;
}

/** Creates the schema with empty tables; its former content is deleted. Call it in a transaction. */
export async function recreateSchema(client: pg.ClientBase, schema: string, sql: ReadModelSql): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)};
    set local search_path to ${quoted(schema)}; ${sql.tables}; set local search_path to default;
    ${setAutovacuum(schema, false)}`);
  await client.query(`update ${quoted(schema)}.checkpoint set fingerprint = $1`, [sql.fingerprint]);
}

/**
 * Tables that are being filled have nothing to vacuum, and autovacuum would only take a processor from filling them:
 * the bench's row 'read models catching up'.
 */
const setAutovacuum = (schema: string, isEnabled: boolean): string => `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = ${pg.escapeLiteral(schema)} loop
    execute format('alter table %I.%I set (autovacuum_enabled = ${isEnabled})', ${pg.escapeLiteral(schema)}, name);
  end loop; end $$`;

/**
 * Creates the missing indexes once the rows are written: that costs a fraction of updating them row by row. From then
 * on queries are planned with statistics of the tables, and autovacuum runs.
 */
export async function createIndexes(
  writer: pg.ClientBase,
  databaseUrl: string,
  schema: string,
  sql: ReadModelSql,
): Promise<void> {
  await inTransaction(writer, schema, async () => {
    await writer.query(`set local search_path to ${quoted(schema)}; ${sql.merges.join('; ')}`);
  });
  // In reverse: the last projections have the largest tables, and none of those should be left to run alone at the end.
  await runSideBySide(databaseUrl, schema, sql.indexes.toReversed());
  await runSideBySide(databaseUrl, schema, sql.analyses.toReversed());
  await writer.query(setAutovacuum(schema, true));
}

/** Several at a time: Postgres uses one processor for each. Serves the bench's row 'read models catching up'. */
async function runSideBySide(databaseUrl: string, schema: string, statements: readonly string[]): Promise<void> {
  const waiting = statements.values();
  await Promise.all(
    Array.from({ length: INDEX_CONNECTIONS }, async () => {
      const client = await connectWriter(databaseUrl, `giftledger-indexes-${schema}`);
      try {
        await client.query(`set search_path to ${quoted(schema)}; set maintenance_work_mem = '${INDEX_WORK_MEM}';
          set max_parallel_maintenance_workers = 0; set default_statistics_target = ${STATISTICS_TARGET}`);
        for (const statement of waiting) await client.query(statement);
      } finally {
        await client.end();
      }
    }),
  );
}

/**
 * Drops the indexes that an interrupted run created: tables that are still being filled have none, because parts share
 * a key.
 */
export async function dropIndexes(client: pg.ClientBase, schema: string): Promise<void> {
  const name = pg.escapeLiteral(schema);
  await client.query(`do $$ declare name text; begin
    for name in select indexname from pg_indexes where schemaname = ${name} and indexname not in
      (select conname from pg_constraint where connamespace = ${name}::regnamespace) loop
      execute format('drop index %I.%I', ${name}, name);
    end loop; end $$`);
}

/** The fingerprint of the existing read models, or undefined when there are none (or only half of them). */
export async function fingerprintOf(client: pg.ClientBase, schema: string): Promise<string | undefined> {
  if (!(await hasCheckpoint(client, schema))) return undefined;
  const found = await client.query<{ fingerprint: string }>(`select fingerprint from ${quoted(schema)}.checkpoint`);
  return found.rows[0]?.fingerprint;
}

export async function hasCheckpoint(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
    `${quoted(schema)}.checkpoint`,
  ]);
  return rows[0]?.is_there === true;
}
