import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { RefusedDataError } from '#infra/adapters/postgres/releases.ts';
import { type DatabaseRole, ROLES_OF_PARTS, setUpRoles } from '#infra/adapters/postgres/roles.ts';
import { orphansFile } from './orphans.ts';
import { RECOVERY_LIMIT_MS } from './postgres/postmaster.ts';
import { type RunningPostgres, startPostgres } from './postgres/start-postgres.ts';
import { LocalStackProblem } from './problem.ts';
import { type LocalSecrets, passwordOf } from './secrets.ts';

const DATABASE = 'giftledger';
const INVALID_PASSWORD = '28P01';
/** It starts, recovers, or stops. */
const CANNOT_CONNECT_NOW = '57P03';
const LOOK_AGAIN_MS = 500;

export type LocalDatabase = { readonly postgres: RunningPostgres; readonly url: string };

/** Starts the Postgres of the embedded stack, with a migrated database. */
export async function startLocalDatabase(
  dataDir: string,
  secrets: LocalSecrets,
  port?: number,
  signal?: AbortSignal,
): Promise<LocalDatabase> {
  const postgres = await startPostgres({
    dir: path.join(dataDir, 'postgres'),
    password: secrets.databasePassword,
    companions: orphansFile(dataDir),
    signal,
    ...(port === undefined ? {} : { port }),
  });
  try {
    await untilRecovered(postgres.url('postgres'), dataDir, signal);
    await ensureDatabase(postgres.url('postgres'), dataDir);
    const url = postgres.url(DATABASE);
    await updateDatabase(url, secrets);
    return { postgres, url };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** What `programs/migrations.ts` does: the missing migrations, then the rights of the parts. @returns the migrations' names */
export async function updateDatabase(url: string, secrets: LocalSecrets): Promise<readonly string[]> {
  const applied = await migrate(url).catch((error: unknown) => {
    throw error instanceof RefusedDataError ? new LocalStackProblem(error.message) : error;
  });
  await setUpRoles(url, databasePasswords(secrets));
  return applied;
}

const databasePasswords = (secrets: LocalSecrets): Record<DatabaseRole, string> =>
  Object.fromEntries(
    [...ROLES_OF_PARTS, 'events' as const].map((role) => [role, passwordOf(secrets, 'Postgres', role)]),
  ) as Record<DatabaseRole, string>;

/** Until then it takes no writes. */
async function untilRecovered(url: string, dataDir: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + RECOVERY_LIMIT_MS;
  while (await isRecovering(url)) {
    if (Date.now() > deadline) {
      throw new LocalStackProblem(
        `The database in ${dataDir} has been recovering for ${RECOVERY_LIMIT_MS / 60_000} minutes. Its log, postgres/postgres.log there, says what it waits for; start again to go on waiting. Nothing that was saved is lost.`,
      );
    }
    await delay(LOOK_AGAIN_MS, undefined, { ...(signal && { signal }) });
  }
}

async function isRecovering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    return rows[0]?.recovers ?? true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === CANNOT_CONNECT_NOW) return true;
    // `ensureDatabase` says what it means.
    if (error instanceof pg.DatabaseError && error.code === INVALID_PASSWORD) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(url: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INVALID_PASSWORD) {
      throw new LocalStackProblem(
        `The database in ${dataDir} has another password than secrets.json. Restore the secrets.json that belongs to it, or move ${dataDir} away to start with an empty store.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
