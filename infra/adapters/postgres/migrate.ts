import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { EVENT_VERSIONS } from '#core/aggregates/events.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { applyMigration, inTransaction } from './apply-migration.ts';
import { addFunctions, applyRules } from './apply-rules.ts';
import { type AppliedMigrations, noteEvents, requireKnownEvents, requireKnownMigrations } from './data-version.ts';
import { JOBS_SCHEMA, migrateJobs } from './jobs-schema.ts';
import { RELEASES, type Release, requireHardStops, TooOldDataError } from './releases.ts';
import {
  type Baseline,
  MIGRATIONS_DIR,
  readBaseline,
  readMigrations,
  readRules,
  type SchemaFile,
} from './schema-files.ts';

/** Any fixed number that nothing else locks. */
const MIGRATION_LOCK = 727_001;
const TURN_POLL_MS = 20;

type MigrateOptions = {
  /** Migrations of a test, without the tables of the store before them. */
  readonly dir?: string;
  readonly eventVersions?: Readonly<Record<string, number>>;
  /** Names of the migrations to apply, for tables of an earlier version that are brought back; all by default. */
  readonly only?: readonly string[];
  /** Whose hard stops count; those of this product, where its migrations are applied. */
  readonly releases?: readonly Release[];
};

/**
 * Brings a database to this version, and returns the names of what it applied. An empty one gets the baseline; then come the missing
 * migrations, each as it asks for, and the functions that changed. Several processes may call it at once: an advisory lock makes
 * them take turns. Throws when an applied file was changed later.
 * @throws NewerDataError when migrations were applied, or events may have been written, that this program does not know; TooOldDataError
 *   when a release that is a hard stop was passed over, or was ended in its migrations
 */
export async function migrate(
  databaseUrl: string,
  { dir, eventVersions = EVENT_VERSIONS, only, releases = dir === undefined ? RELEASES : [] }: MigrateOptions = {},
): Promise<string[]> {
  const baseline = dir === undefined ? await readBaseline() : undefined;
  const migrations = await readMigrations(dir ?? MIGRATIONS_DIR);
  return withPrimary({ connectionString: databaseUrl, application_name: 'giftledger-migrate' }, async (client) => {
    // The end of the session releases the lock, after success and failure alike.
    await takeTurn(client);
    const applied = await appliedMigrations(client);
    const known = [...(baseline?.migrations ?? []), ...migrations];
    requireKnownMigrations(applied, known);
    await requireKnownEvents(client, eventVersions);
    if (only || (await wasServed(client))) requireHardStops(only ?? [...applied.keys()], releases);
    if (baseline) requireAllOf(baseline, applied);
    requireUnchanged(applied, known);
    const fresh: string[] = [];
    if (baseline && applied.size === 0) {
      await applyBaseline(client, baseline);
      fresh.push(`the tables of release ${baseline.release}`);
    } else if (baseline) await addFunctions(client, await readRules());
    for (const migration of migrations) {
      if (applied.has(migration.name) || (only && !only.includes(migration.name))) continue;
      await applyMigration(client, migration);
      fresh.push(migration.name);
    }
    if (baseline) {
      // Those of now may need what a later migration than these brings.
      if (!only) await applyRules(client, await readRules());
      await migrateJobs(client);
    }
    await noteEvents(client, eventVersions);
    return fresh;
  });
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

async function appliedMigrations(client: pg.Client): Promise<AppliedMigrations> {
  await client.query(
    'create table if not exists public.schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migration',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** One that was ended in the middle of those migrations goes on with the release that has them. */
function requireAllOf({ release, migrations }: Baseline, applied: AppliedMigrations): void {
  const isWhole = applied.size === 0 || migrations.every(({ name }) => applied.has(name));
  if (!isWhole) throw new TooOldDataError({ version: release });
}

function requireUnchanged(applied: AppliedMigrations, known: readonly Pick<SchemaFile, 'name' | 'sha256'>[]): void {
  const changed = known.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (!changed) return;
  throw new Error(
    `Migration ${changed.name} was changed after it had been applied to this database. Restore the file and write the change as a new migration.`,
  );
}

/** All of it or nothing. */
async function applyBaseline(client: pg.Client, { files, migrations }: Baseline): Promise<void> {
  const [schemas, ...tables] = files;
  await inTransaction(client, async () => {
    await client.query(schemas?.sql ?? '');
    await addFunctions(client, await readRules());
    for (const { sql } of tables) await client.query(sql);
    // As in a database that was migrated to that release: from here on nothing tells them apart.
    await client.query(
      'insert into public.schema_migration (name, sha256) select * from unnest($1::text[], $2::text[])',
      [migrations.map(({ name }) => name), migrations.map(({ sha256 }) => sha256)],
    );
  });
}
