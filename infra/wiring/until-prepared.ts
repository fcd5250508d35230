import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '#infra/adapters/logger/logger.ts';
import { connectionLimits } from '#infra/adapters/postgres/connection-limits.ts';
import { readBaseline, readMigrations, readRules } from '#infra/adapters/postgres/schema-files.ts';
import { PrimaryClient } from '#infra/connect/primary.ts';

const LOOK_EVERY_MS = 1_000;
/** Postgres' codes for a table that is not there, and for one that this role may not read. */
const [NO_TABLE, NO_RIGHT] = ['42P01', '42501'];

/**
 * Waits until Postgres answers and has the tables of this version, and says in the log what it waits for: parts may be started in any order.
 * Where its role may not see which migrations were applied, it does not wait for them.
 */
export async function untilPrepared(databaseUrl: string, logger: Pick<Logger, 'warn' | 'info'>): Promise<void> {
  const needed = await neededOf();
  for (let said: string | undefined; ; await delay(LOOK_EVERY_MS)) {
    const missing = await whatIsMissing(databaseUrl, needed);
    if (missing === undefined) {
      if (said !== undefined) logger.info({}, 'Postgres is there: starting');
      return;
    }
    if (missing !== said) logger.warn({ reason: missing }, 'waiting for Postgres, then it starts');
    said = missing;
  }
}

type Needed = { readonly newest: string; readonly rules: readonly string[] };

async function neededOf(): Promise<Needed> {
  const migrations = [...(await readBaseline()).migrations, ...(await readMigrations())];
  return { newest: migrations.at(-1)?.name ?? '', rules: (await readRules()).map(({ sha256 }) => sha256) };
}

async function whatIsMissing(databaseUrl: string, { newest, rules }: Needed): Promise<string | undefined> {
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: 'giftledger-start',
    ...connectionLimits(),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from public.schema_migration where name = $1', [newest]);
    if (rowCount !== 1) return `the migrations of this version were not applied yet, up to ${newest}`;
    // As they are, or were: while two versions run, the functions may be those of the other one.
    const had = await client.query('select from public.schema_rule where sha256 = any($1)', [rules]);
    return had.rowCount === rules.length ? undefined : 'the functions of this version were not applied yet';
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === NO_RIGHT) return undefined;
    return code === NO_TABLE ? 'no migrations were applied yet' : message || code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
