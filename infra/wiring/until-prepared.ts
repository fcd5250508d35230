import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '#infra/adapters/logger/logger.ts';
import { readMigrations } from '#infra/adapters/postgres/migrate.ts';
import { connectionLimits } from '#infra/adapters/postgres/pool.ts';
import { PrimaryClient } from '#infra/connect/primary.ts';

const LOOK_EVERY_MS = 1_000;
/** Postgres' codes for a table that is not there, and for one that this role may not read. */
const [NO_TABLE, NO_RIGHT] = ['42P01', '42501'];

/**
 * Waits until Postgres answers and has the tables of this version, and says in the log what it waits for: parts may be started in any order.
 * Where its role may not see which migrations were applied, it does not wait for them.
 */
export async function untilPrepared(databaseUrl: string, logger: Pick<Logger, 'warn' | 'info'>): Promise<void> {
  const newest = (await readMigrations()).at(-1)?.name;
  for (let said: string | undefined; ; await delay(LOOK_EVERY_MS)) {
    const missing = await whatIsMissing(databaseUrl, newest);
    if (missing === undefined) {
      if (said !== undefined) logger.info({}, 'Postgres is there: starting');
      return;
    }
    if (missing !== said) logger.warn({ reason: missing }, 'waiting for Postgres, then it starts');
    said = missing;
  }
}

async function whatIsMissing(databaseUrl: string, newest: string | undefined): Promise<string | undefined> {
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: 'giftledger-start',
    ...connectionLimits(),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from public.schema_migration where name = $1', [newest]);
    return rowCount === 1 ? undefined : `the migrations of this version were not applied yet, up to ${newest}`;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === NO_RIGHT) return undefined;
    return code === NO_TABLE ? 'no migrations were applied yet' : message || code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
