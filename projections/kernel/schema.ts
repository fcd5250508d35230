import { createHash } from 'node:crypto';
import pg from 'pg';
import { CHECKPOINT_TABLE, inTransaction } from './checkpoint.ts';
import type { Column } from './columns.ts';
import { list, quoted } from './names.ts';
import type { Projection } from './projection.ts';
import type { Index, Table } from './table.ts';

/** The role of `ledger check`, which compares the checkpoint with the log. */
const AUDITOR = 'giftledger_finance';
/** Memory for sorting the rows of an index. */
const INDEX_WORK_MEM = '128MB';

export type ReadModelDefinition = {
  readonly projections: readonly Projection[];
  /** Raised when the result of a projection changes while its table does not. */
  readonly version: number;
  /** The release of this program, such as 0.10.0. It does not build again what a newer one made. */
  readonly release?: string;
};

export type ReadModelSql = {
  readonly tables: string;
  readonly indexes: readonly string[];
  /** Gives Postgres the statistics of the tables' content. */
  readonly analyze: string;
  /** Changes with the tables and the version. */
  readonly fingerprint: string;
  readonly release: string | null;
};

/** Names in it are unqualified: the search path selects the schema. */
export function readModelSql({ projections, version, release }: ReadModelDefinition): ReadModelSql {
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
    release: release ?? null,
  };
}

/** The search path selects the schema. */
export function createTable({ name, key, columns, options }: Table): string {
  const lines = Object.entries(columns).map(([column, definition]) => `${quoted(column)} ${typeOf(definition)}`);
  if (options.hasPrimaryKey !== false) lines.push(`primary key (${list(key)})`);
  const storage = options.fillfactor === undefined ? '' : ` with (fillfactor = ${options.fillfactor})`;
  return `create table ${quoted(name)} (${lines.join(', ')})${storage}`;
}

const typeOf = ({ type, isBytewise, isNullable }: Column): string =>
  `${type}${isBytewise ? ' collate "C"' : ''}${isNullable ? '' : ' not null'}`;

export const createIndexesOf = ({ name, options }: Table): string[] =>
  Object.entries(options.indexes ?? {}).map(([index, definition]) => {
    const { on, where, isUnique } = isParts(definition) ? { on: definition } : definition;
    return `create ${isUnique ? 'unique ' : ''}index ${quoted(`${name}_${index}`)}
      on ${quoted(name)} (${on.join(', ')})${where === undefined ? '' : ` where ${where}`}`;
  });

const isParts = (index: Index): index is readonly string[] & Index => Array.isArray(index);

/** Creates the schema with empty tables; its former content is deleted. */
export const recreateSchema = (schema: string, { tables, fingerprint, release }: ReadModelSql): string =>
  `drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)};
    set local search_path to ${quoted(schema)}; ${tables};
    update checkpoint set fingerprint = '${fingerprint}', release = ${release === null ? 'null' : pg.escapeLiteral(release)};
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

type Made = Pick<ReadModelSql, 'fingerprint' | 'release'>;

/** What the existing read models are, or undefined when there are none (or only half of them). */
export async function presentReadModels(client: pg.ClientBase, schema: string): Promise<Made | undefined> {
  if (!(await hasCheckpoint(client, schema))) return undefined;
  // Those of 0.2.0 do not say their release.
  const found = await client.query<Made>(
    `select fingerprint, to_jsonb(checkpoint) ->> 'release' as release from ${quoted(schema)}.checkpoint`,
  );
  return found.rows[0];
}

/** Whether a newer release made them. */
export const isOfNewer = ({ release: made }: Made, { release: own }: Made): boolean =>
  made !== null && own !== null && made.localeCompare(own, 'en', { numeric: true }) > 0;

export async function hasCheckpoint(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
    `${quoted(schema)}.checkpoint`,
  ]);
  return rows[0]?.is_there === true;
}
