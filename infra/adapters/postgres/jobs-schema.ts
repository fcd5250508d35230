import { runMigrations } from 'bullmq';
import type pg from 'pg';
import { inTransaction, LOCK_TIMEOUT_MS } from './apply-migration.ts';

/** Where BullMQ keeps jobs in Postgres. */
export const JOBS_SCHEMA = 'bullmq';

/** Updates the tables of the jobs. Only the owner of the database may; processes that queue and work need not. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  await runMigrations(client as unknown as pg.PoolClient, JOBS_SCHEMA);
  const { rowCount } = await client.query(
    `select from pg_class where oid = '${JOBS_SCHEMA}.event'::regclass and relpersistence = 'p'`,
  );
  if (!rowCount) return;
  // What BullMQ tells of each step of a job: none of our parts listens, so a crash may empty it, and Postgres' log does without it.
  await inTransaction(client, () =>
    client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; alter table ${JOBS_SCHEMA}.event set unlogged`),
  );
}
