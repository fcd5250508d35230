import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { EVENT_VERSIONS } from '#core/ledger/codec.ts';
import { applyMigration, type Migration } from '#infra/adapters/postgres/apply-migration.ts';
import { JOBS_SCHEMA, migrateJobs } from '#infra/adapters/postgres/jobs-schema.ts';
import { RELEASES, RefusedDataError, type Release, requireHardStops } from '#infra/adapters/postgres/releases.ts';
import { PrimaryClient } from '#infra/connect/primary.ts';

/** Any fixed number that nothing else locks. */
const MIGRATION_LOCK = 727_001;
const TURN_POLL_MS = 20;
const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

type MigrateOptions = {
  readonly dir?: string;
  readonly eventVersions?: Readonly<Record<string, number>>;
  /** Names of those to apply, for tables of an earlier version that are brought back; all by default. */
  readonly only?: readonly string[];
  /** Whose hard stops count; those of this product, where its migrations are applied. */
  readonly releases?: readonly Release[];
};

/** The migration files in order. Throws when a name or number breaks the convention. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named like 0042_add_something.sql.`);
    const other = numbers.get(number);
    if (other !== undefined) throw new Error(`Migrations ${other} and ${name} have the same number.`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(dir, name), 'utf8');
      return { name, sql: text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

export class NewerDataError extends RefusedDataError {
  override readonly name = 'NewerDataError';

  constructor(what: string) {
    super(
      `A newer version of this program has had this data: ${what}. This version could not serve it, and nothing was changed. Start the newer version, or restore what was backed up before the update (docs/operations.md, A new version).`,
    );
  }
}

/**
 * Applies the missing migrations of a database, each as it asks for, and returns their names. Several processes
 * may call it at once: an advisory lock makes them take turns. Throws when an applied file was changed later.
 * @throws NewerDataError when migrations were applied, or events may have been written, that this program does not know; TooOldDataError
 *   when a release that is a hard stop was passed over
 */
export async function migrate(
  databaseUrl: string,
  {
    dir = MIGRATIONS_DIR,
    eventVersions = EVENT_VERSIONS,
    only,
    releases = dir === MIGRATIONS_DIR ? RELEASES : [],
  }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const client = new PrimaryClient({ connectionString: databaseUrl, application_name: 'giftledger-migrate' });
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(
      'create table if not exists public.schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const rows = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from public.schema_migration',
    );
    const applied = new Map(rows.rows.map((row) => [row.name, row.sha256]));
    const unknown = [...applied.keys()].filter((name) => migrations.every((migration) => migration.name !== name));
    if (unknown.length > 0) throw new NewerDataError(`it does not know its migrations ${unknown.sort().join(', ')}`);
    await requireKnownEvents(client, eventVersions);
    if (only || (await wasServed(client))) requireHardStops(only ?? [...applied.keys()], releases);
    const fresh: string[] = [];
    for (const migration of migrations) {
      if (only && !only.includes(migration.name)) continue;
      const sha256 = applied.get(migration.name);
      if (sha256 === undefined) {
        await applyMigration(client, migration);
        fresh.push(migration.name);
      } else if (sha256 !== migration.sha256) {
        throw new Error(
          `Migration ${migration.name} was changed after it had been applied to this database. Restore the file and write the change as a new migration.`,
        );
      }
    }
    if (dir === MIGRATIONS_DIR) await migrateJobs(client);
    await noteEvents(client, eventVersions);
    return fresh;
  } finally {
    // The end of the session releases the lock, after success and failure alike.
    await client.end();
  }
}

/**
 * Returns when no other process migrates. It polls, because a statement that waits for a lock keeps its snapshot, and `create index
 * concurrently` waits for each older snapshot.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await delay(TURN_POLL_MS);
  }
}

/** Whether its migrations were ever complete: the tables of the jobs come after them. Those of a new store that was killed go on. */
async function wasServed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${JOBS_SCHEMA}.job`,
  ]);
  return rows[0]?.there ?? false;
}

/** The newest version of each event that a program which served this database may have written. */
const EVENTS_TABLE = `create table if not exists public.event_version (
  type text primary key, version integer not null, noted_at timestamptz not null default now())`;

async function requireKnownEvents(client: pg.Client, known: Readonly<Record<string, number>>): Promise<void> {
  await client.query(EVENTS_TABLE);
  const { rows } = await client.query<{ type: string; version: number }>(
    'select type, version from public.event_version order by type',
  );
  const newer = rows.filter(({ type, version }) => version > (known[type] ?? 0));
  if (newer.length === 0) return;
  const names = newer.map(({ type, version }) => `${type} in version ${version}`);
  throw new NewerDataError(`it does not know its events ${names.join(', ')}`);
}

async function noteEvents(client: pg.Client, known: Readonly<Record<string, number>>): Promise<void> {
  await client.query(
    `insert into public.event_version (type, version) select * from unnest($1::text[], $2::integer[])
      on conflict (type) do update set version = excluded.version, noted_at = now()
      where event_version.version < excluded.version`,
    [Object.keys(known), Object.values(known)],
  );
}
