import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  Queue,
  Worker,
} from 'bullmq';
import pg from 'pg';
import { connectionLimits } from '../postgres/pool.ts';
import { JOBS_SCHEMA } from './schema.ts';

/** Each worker uses one of these for LISTEN; the rest are shared. */
const MAX_CONNECTIONS = 20;
/** Finished jobs that are kept, for the system page and to recognise repetitions. */
const KEPT_COMPLETED = 1_000;
const KEPT_FAILED = 5_000;

/** The parts of BullMQ's classes that jobs.ts uses: the same for both stores. */
type PostgresQueue = Queue<
  unknown,
  void,
  string,
  unknown,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>;
export type JobQueue = Pick<
  PostgresQueue,
  | 'add'
  | 'upsertJobScheduler'
  | 'getJobScheduler'
  | 'removeJobScheduler'
  | 'getJobCounts'
  | 'getDelayed'
  | 'getFailed'
  | 'close'
>;
type Handled = { id?: string | undefined; data: unknown; attemptsMade: number };
type FailedHandled = Handled & { opts: { attempts?: number | undefined } };
export type JobWorker = {
  on(event: 'failed', listener: (job: FailedHandled | undefined, error: Error) => void): unknown;
  close(): Promise<void>;
};

export type JobBackend = {
  queue(name: string, retry: { attempts: number; backoffMs: number }): JobQueue;
  worker(name: string, handle: (job: Handled) => Promise<void>, concurrency: number): JobWorker;
  close(): Promise<void>;
};

const jobOptions = (retry: { attempts: number; backoffMs: number }) => ({
  attempts: retry.attempts,
  backoff: { type: 'exponential', delay: retry.backoffMs },
  removeOnComplete: KEPT_COMPLETED,
  removeOnFail: KEPT_FAILED,
});

export async function openPostgresBackend(databaseUrl: string, onError: (error: Error) => void): Promise<JobBackend> {
  // A separate pool: BullMQ needs its schema in the search path and pg's own types, while ours parse int8 as bigint.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${JOBS_SCHEMA}`,
    application_name: 'giftledger-jobs',
    ...connectionLimits(),
    max: MAX_CONNECTIONS,
  });
  // Each queue and each worker also listens: more kinds of jobs mean more listeners.
  pool.setMaxListeners(0);
  pool.on('error', onError);
  // A connection that breaks between two statements of BullMQ must not end the process: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    queue(name, retry) {
      const queue: PostgresQueue = new Queue(
        name,
        { connection: pool, defaultJobOptions: jobOptions(retry) },
        createPostgresBackend,
      );
      queue.on('error', onError);
      return queue;
    },
    worker(name, handle, concurrency) {
      const worker = new Worker<unknown, void, string, PostgresQueueBackend, never, PostgresConnectionOptions>(
        name,
        handle,
        { connection: pool, concurrency },
        createPostgresBackend,
      );
      worker.on('error', onError);
      return worker;
    },
    close: () => pool.end(),
  };
}

/** Only large installations use Redis, so its driver is not among the packages. */
export async function openRedisBackend(redisUrl: string, onError: (error: Error) => void): Promise<JobBackend> {
  const driver = 'ioredis';
  await import(driver).catch((error: unknown) => {
    throw new Error(
      'REDIS_URL is set, but the package ioredis is not installed. Install it (npm install ioredis), or unset REDIS_URL to keep jobs in Postgres.',
      { cause: error },
    );
  });
  const connection = { url: redisUrl, maxRetriesPerRequest: null };
  return {
    queue(name, retry) {
      const queue = new Queue<unknown, void>(name, { connection, defaultJobOptions: jobOptions(retry) });
      queue.on('error', onError);
      return queue as unknown as JobQueue;
    },
    worker(name, handle, concurrency) {
      const worker = new Worker<unknown, void>(name, handle, { connection, concurrency });
      worker.on('error', onError);
      return worker;
    },
    close: async () => undefined,
  };
}
