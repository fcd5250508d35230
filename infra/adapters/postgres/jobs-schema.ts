import { runMigrations } from 'bullmq';
import type pg from 'pg';

/** Where BullMQ keeps jobs in Postgres. */
export const JOBS_SCHEMA = 'bullmq';

/** Updates the tables of the jobs. Only the owner of the database may; processes that queue and work need not. */
export const migrateJobs = (client: pg.ClientBase): Promise<unknown> =>
  runMigrations(client as pg.PoolClient, JOBS_SCHEMA);
