import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKED_UP_SCHEMAS } from '#infra/adapters/postgres/roles.ts';
import type { Destination } from '../store/destination.ts';
import type { Seal } from '../store/envelope.ts';
import { type BackupSet, nameOfTime, type TableRef } from '../store/manifest.ts';
import { type ObjectRef, putSealed } from '../store/objects.ts';

/** A part may end within a row. */
const MAX_PART_BYTES = 8 * 1024 * 1024;

const TABLES = `
  select format('%I.%I', table_schema, table_name) as table,
    array_agg(column_name::text order by ordinal_position) filter (where is_generated = 'NEVER') as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = any($1) and table_type = 'BASE TABLE' and not (table_schema = 'bullmq' and table_name = 'migration')
  group by 1 order by 1`;

type TableBackup = {
  readonly database: pg.Client;
  readonly to: Destination;
  readonly seal: Seal;
  readonly time: string;
};
export type Tables = Pick<BackupSet, 'migrations' | 'eventVersions' | 'tables' | 'sequences' | 'head'>;

/** Writes all tables as they are in the open snapshot, by COPY. */
export async function backUpTables(backup: TableBackup): Promise<Tables> {
  const { database } = backup;
  const { rows } = await database.query<{ table: string; columns: string[] }>(TABLES, [BACKED_UP_SCHEMAS]);
  const tables: TableRef[] = [];
  for (const { table, columns } of rows) tables.push(await backUpTable(backup, table, columns));
  const migrations = await database.query<{ name: string }>('select name from public.schema_migration order by name');
  const versions = await database.query<{ type: string; version: number }>(
    'select type, version from public.event_version order by type',
  );
  const sequences = await database.query<{ sequence: string; value: string }>(
    "select format('%I.%I', schemaname, sequencename) as sequence, last_value::text as value from pg_sequences where schemaname = any($1) and last_value is not null order by 1",
    [BACKED_UP_SCHEMAS],
  );
  const heads = await database.query<{ size: string; note: string }>(
    'select size::text, note from notary.checkpoint order by checkpoint.size desc limit 1',
  );
  const [head] = heads.rows;
  return {
    migrations: migrations.rows.map(({ name }) => name),
    eventVersions: Object.fromEntries(versions.rows.map(({ type, version }) => [type, version])),
    tables,
    sequences: sequences.rows,
    head: head ? { size: Number(head.size), note: head.note } : null,
  };
}

async function backUpTable(
  { database, to, seal, time }: TableBackup,
  table: string,
  columns: string[],
): Promise<TableRef> {
  const parts: ObjectRef[] = [];
  let chunks: Buffer[] = [];
  let bytes = 0;
  const put = async () => {
    const object = `tables/${nameOfTime(time)}/${table}.${parts.length}.age`;
    parts.push(await putSealed(to, seal, object, Buffer.concat(chunks)));
    [chunks, bytes] = [[], 0];
  };
  const copy = database.query(copyTo(`copy ${table} (${columns.map(pg.escapeIdentifier).join(', ')}) to stdout`));
  for await (const chunk of copy) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_PART_BYTES) await put();
  }
  if (bytes > 0) await put();
  return { table, columns, rows: copy.rowCount ?? 0, parts };
}
