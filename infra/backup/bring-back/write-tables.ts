import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { EVENT_VERSIONS } from '#core/aggregates/events.ts';
import { NewerDataError } from '#infra/adapters/postgres/data-version.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { requireHardStops } from '#infra/adapters/postgres/releases.ts';
import { BACKED_UP_SCHEMAS } from '#infra/adapters/postgres/roles.ts';
import { readBaseline, readMigrations } from '#infra/adapters/postgres/schema-files.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Unseal } from '../store/envelope.ts';
import type { BackupSet, TableRef } from '../store/manifest.ts';
import { getSealed } from '../store/objects.ts';

/** Migrations put rows into these. */
const FILLED_WHEN_NEW = [
  'app.catalogue_version',
  'app.document_number',
  'app.document_number_given',
  'app.process_checkpoint',
];
/** Of app.installation: the set that the tables are of. It is written with them. */
const RESTORED = 'restored-set';

export type TableState = 'empty' | 'restored';

/**
 * @returns whether the tables are empty, or those of this set already: an interrupted restore goes on
 * @throws BackupError for tables with anything else; NewerDataError for a set of a newer version, TooOldDataError for one of before a hard stop
 */
export async function tableState(database: pg.ClientBase, set: BackupSet): Promise<TableState> {
  const known = new Set([...(await readBaseline()).migrations, ...(await readMigrations())].map(({ name }) => name));
  const unknown = set.migrations.filter((name) => !known.has(name));
  requireHardStops(set.migrations);
  if (unknown.length > 0) throw new NewerDataError(`it does not know its migrations ${unknown.join(', ')}`);
  const newer = Object.entries(set.eventVersions).filter(([type, version]) => version > (EVENT_VERSIONS[type] ?? 0));
  if (newer.length > 0)
    throw new NewerDataError(`it does not know its events ${newer.map(([type]) => type).join(', ')}`);
  const tables = await tablesOf(database);
  if (tables.includes('app.installation')) {
    const { rows } = await database.query<{ value: string }>(
      "select value #>> '{}' as value from app.installation where key = $1",
      [RESTORED],
    );
    if (rows[0]?.value === set.time) return 'restored';
  }
  for (const table of tables) {
    if (FILLED_WHEN_NEW.includes(table)) continue;
    const { rowCount } = await database.query(`select 1 from ${table} limit 1`);
    if (rowCount) {
      throw new BackupError(
        `The database is not empty: ${table} has rows. Nothing was written. Restore into an empty one.`,
      );
    }
  }
  return 'empty';
}

async function tablesOf(database: pg.ClientBase): Promise<string[]> {
  const { rows } = await database.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables
      where schemaname = any($1) and not (schemaname = 'bullmq' and tablename = 'migration') order by 1`,
    [BACKED_UP_SCHEMAS],
  );
  return rows.map(({ table }) => table);
}

type TableSource = { readonly from: Destination; readonly unseal: Unseal; readonly set: BackupSet };

/**
 * Writes all tables in one transaction, in the version of the schema that they were backed up in; then updates them to
 * this program's. It needs the database's owner.
 */
export async function writeTables(
  source: TableSource,
  databaseUrl: string,
  signal: AbortSignal,
  onRows?: (rows: number) => void,
): Promise<void> {
  const { set } = source;
  await withPrimary({ connectionString: databaseUrl, application_name: 'giftledger-restore' }, async (database) => {
    await prepareSchema(database, databaseUrl, set);
    await database.query('begin');
    await disarm(database);
    let rows = 0;
    for (const table of set.tables) {
      signal.throwIfAborted();
      await writeTable(source, database, table);
      rows += table.rows;
      onRows?.(rows);
    }
    for (const { sequence, value } of set.sequences)
      await database.query('select setval($1, $2::bigint)', [sequence, value]);
    await arm(database);
    await database.query(
      'insert into app.installation (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do update set value = excluded.value',
      [RESTORED, set.time],
    );
    await database.query('commit');
  });
  await migrate(databaseUrl);
}

/** The empty tables of the version that was backed up; a database of another one is made again. */
async function prepareSchema(database: pg.Client, databaseUrl: string, set: BackupSet): Promise<void> {
  const { rows } = await database.query<{ there: boolean }>(
    "select to_regclass('public.schema_migration') is not null as there",
  );
  const applied = rows[0]?.there
    ? (await database.query<{ name: string }>('select name from public.schema_migration order by name')).rows
    : [];
  if (applied.map(({ name }) => name).join() !== set.migrations.join()) {
    await database.query(`drop schema if exists ${BACKED_UP_SCHEMAS.join(', ')} cascade;
      drop table if exists public.schema_migration, public.schema_rule, public.event_version`);
  }
  // One with a lower number may have come later: applied to empty tables, it would have nothing to change.
  await migrate(databaseUrl, { only: set.migrations });
}

/** Rows come as they were, in any order: no trigger counts them again, and references are checked at the end. */
async function disarm(database: pg.Client): Promise<void> {
  await database.query(`create temporary table reference on commit drop as ${REFERENCES}`);
  await database.query(EACH_TABLE(`execute format('alter table %s disable trigger user', name)`));
  await database.query(`do $$ declare one record; begin
    for one in select * from reference loop execute format('alter table %s drop constraint %I', one.name, one.conname); end loop; end $$`);
  const tables = await tablesOf(database);
  await database.query(`truncate ${tables.join(', ')}`);
}

const SCHEMA_LIST = BACKED_UP_SCHEMAS.map((schema) => `'${schema}'`).join(', ');
const REFERENCES = `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace::regnamespace::text in (${SCHEMA_LIST})`;
const EACH_TABLE = (statement: string): string => `do $$ declare name text; begin
  for name in select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname in (${SCHEMA_LIST}) loop ${statement}; end loop; end $$`;

/** Postgres proves each reference as it is added. */
async function arm(database: pg.Client): Promise<void> {
  await database.query(`do $$ declare one record; begin
    for one in select * from reference loop
      execute format('alter table %s add constraint %I %s', one.name, one.conname, one.definition); end loop; end $$`);
  await database.query(EACH_TABLE(`execute format('alter table %s enable trigger user', name)`));
}

async function writeTable(
  { from, unseal }: TableSource,
  database: pg.Client,
  { table, columns, rows, parts }: TableRef,
) {
  async function* content() {
    for (const part of parts) yield await getSealed(from, unseal, part);
  }
  const copy = database.query(copyFrom(`copy ${table} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`));
  await pipeline(Readable.from(content()), copy).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new BackupError(`${table} cannot be written: ${error.message}. No table was.`, { cause: error });
  });
  if (copy.rowCount !== rows)
    throw new BackupError(`${table} has ${copy.rowCount} rows in the backup, and had ${rows}.`);
}
