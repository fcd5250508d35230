import type pg from 'pg';
import { inTransaction, LOCK_TIMEOUT_MS } from './apply-migration.ts';

/** Where BullMQ keeps jobs in Postgres. */
export const JOBS_SCHEMA = 'bullmq';

/**
 * Tables that Postgres' log does without: what waits is queued again from its data (`sealed-jobs.ts`), and what repeats is scheduled again, after a
 * crash or a failover of Postgres, which empties them. What refers to another one stands before it.
 */
const UNLOGGED = ['event', 'job_log', 'job_dependency', 'job', 'scheduler'];

/** Updates the tables of the jobs. Only the owner of the database may; processes that queue and work need not. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const { runMigrations } = await import('bullmq');
  await runMigrations(client as unknown as pg.PoolClient, JOBS_SCHEMA);
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as wanted (name, place)
     join pg_class on oid = ('${JOBS_SCHEMA}.' || name)::regclass and relpersistence = 'p' order by place`,
    [UNLOGGED],
  );
  if (rows.length === 0) return;
  const changes = rows.map(({ name }) => `alter table ${JOBS_SCHEMA}.${name} set unlogged`);
  await inTransaction(client, () =>
    client.query([`set local lock_timeout = ${LOCK_TIMEOUT_MS}`, ...changes].join('; ')),
  );
}
