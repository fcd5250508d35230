import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  Queue,
  Worker,
} from 'bullmq';
import pg from 'pg';
import { connectionLimits } from '#infra/adapters/postgres/connection-limits.ts';
import { JOBS_SCHEMA } from '#infra/adapters/postgres/jobs-schema.ts';
import { withoutClient } from '#infra/adapters/postgres/pool.ts';
import { PrimaryClient } from '#infra/connect/primary.ts';

/** Each worker uses one of these for LISTEN; the rest are shared. */
const MAX_CONNECTIONS = 6;
/** Finished jobs that are kept, for the system page and to recognise repetitions. */
const KEPT_COMPLETED = 1_000;
const KEPT_FAILED = 5_000;

/** A new job wakes its worker. This is for a connection that broke without a word. */
const LOOK_UNASKED_SECONDS = 30;

export type JobQueue = Queue<
  unknown,
  void,
  string,
  unknown,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>;
export type JobWorker = Worker<unknown, void, string, PostgresQueueBackend, never, PostgresConnectionOptions>;
export type WorkOptions = {
  readonly concurrency?: number;
  /** A process that dies keeps the jobs that it works on for this long; then another one repeats them. */
  readonly leaseMs?: number;
};
type Handled = { name: string; id?: string | undefined; data: unknown; attemptsMade: number };

const defaultJobOptions = { removeOnComplete: KEPT_COMPLETED, removeOnFail: KEPT_FAILED };

/** Queues and workers of BullMQ on tables in Postgres. */
export function openQueues(databaseUrl: string, onError: (error: Error) => void) {
  // A separate pool: BullMQ needs its schema in the search path and pg's own types, while ours parse int8 as bigint.
  const pool = new pg.Pool({
    Client: PrimaryClient,
    connectionString: databaseUrl,
    options: `-c search_path=${JOBS_SCHEMA}`,
    application_name: 'giftledger-jobs',
    ...connectionLimits(),
    max: MAX_CONNECTIONS,
  });
  // Each queue and each worker also listens: more kinds of jobs mean more listeners.
  pool.setMaxListeners(0);
  pool.on('error', withoutClient(onError));
  // A connection that breaks between two statements of BullMQ must not end the process: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    queue(name: string) {
      const queue: JobQueue = new Queue(name, { connection: pool, defaultJobOptions }, createPostgresBackend);
      queue.on('error', onError);
      return queue;
    },
    worker(name: string, handle: (job: Handled) => Promise<void>, { concurrency, leaseMs }: Required<WorkOptions>) {
      const limits = {
        concurrency,
        lockDuration: leaseMs,
        drainDelay: LOOK_UNASKED_SECONDS,
        // `giveBackExpired` does it for all queues at once.
        skipStalledCheck: true,
      };
      const worker: JobWorker = new Worker(name, handle, { connection: pool, ...limits }, createPostgresBackend);
      worker.on('error', onError);
      return worker;
    },
    close: () => pool.end(),
  };
}
