import { createHash } from 'node:crypto';
import type pg from 'pg';
import { CHECKPOINT_TABLE, inTransaction } from './checkpoint.ts';
import { createIndexesOf, createTable } from './ddl.ts';
import { list, quoted } from './names.ts';
import type { Projection } from './projection.ts';

/** The role of `ledger check`, which compares the checkpoint with the log. */
const AUDITOR = 'giftledger_finance';
/** Memory for sorting the rows of an index. */
const INDEX_WORK_MEM = '128MB';

export type ReadModelDefinition = {
  readonly projections: readonly Projection[];
  /** Raised when the result of a projection changes while its table does not. */
  readonly version: number;
};

export type ReadModelSql = {
  readonly tables: string;
  readonly indexes: readonly string[];
  /** Gives Postgres the statistics of the tables' content. */
  readonly analyze: string;
  /** Changes with the tables and the version. */
  readonly fingerprint: string;
};

/** Names in it are unqualified: the search path selects the schema. */
export function readModelSql({ projections, version }: ReadModelDefinition): ReadModelSql {
  const all = projections.flatMap(({ tables }) => tables);
  const tables = [CHECKPOINT_TABLE, ...all.map(createTable)].join(';\n');
  const indexes = all.flatMap(createIndexesOf);
  return {
    tables,
    indexes,
    analyze: `analyze ${list(all.map(({ name }) => name))}`,
    fingerprint: createHash('sha256')
      .update([version, tables, ...indexes].join(';\n'))
      .digest('hex')
      .slice(0, 16),
  };
}

/** Creates the schema with empty tables; its former content is deleted. */
export const recreateSchema = (schema: string, { tables, fingerprint }: ReadModelSql): string =>
  `drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)};
    set local search_path to ${quoted(schema)}; ${tables}; update checkpoint set fingerprint = '${fingerprint}';
    do $$ begin if exists (select from pg_roles where rolname = '${AUDITOR}') then
      grant usage on schema ${quoted(schema)} to ${AUDITOR}; grant select on checkpoint to ${AUDITOR};
    end if; end $$`;

/** Creates the indexes once the rows are written: that costs a fraction of updating them row by row. */
export async function createIndexes(client: pg.ClientBase, schema: string, sql: ReadModelSql): Promise<void> {
  await inTransaction(client, schema, async () => {
    await client.query(
      `set local search_path to ${quoted(schema)}; set local maintenance_work_mem = '${INDEX_WORK_MEM}'`,
    );
    for (const statement of sql.indexes) await client.query(statement);
    return `${sql.analyze}; update checkpoint set indexed = true`;
  });
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
