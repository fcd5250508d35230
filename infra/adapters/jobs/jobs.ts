import { v7 } from 'uuid';
import type { z } from 'zod';
import { currentCause, timed } from '#core/kernel/work.ts';
import type { Logger } from '#infra/adapters/logger/logger.ts';
import { healClockJump } from './clock-watch.ts';
import { type JobQueue, type JobWorker, openQueues, type WorkOptions } from './queues.ts';

/** Beside the data of a job: what it follows from, where that is traced. */
const CAUSE = 'tracedFrom';
const DEFAULT_ATTEMPTS = 5;
const DEFAULT_BACKOFF_MS = 2_000;
const DEFAULT_CONCURRENCY = 4;
/** Renewed by half of it while the job is worked on. Each look for dead processes is a write, which few kinds of jobs need so often. */
export const LEASE_MS = 5_000;
/** The system page shows the newest ones. */
const MAX_FAILED_LISTED = 100;
/** How often the clock is checked for a step back. Timers do not follow it. */
const CLOCK_LOOK_EVERY_MS = 10_000;

/** One kind of job, with a queue of its own. `schema` must encode to plain JSON. */
export type JobKind<Data> = {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
  readonly attempts?: number;
  readonly backoffMs?: number;
};

type JobCounts = { waiting: number; active: number; delayed: number; failed: number; completed: number };
type FailedJob = { id: string; reason: string; attempts: number; failedAt: Date | null };

export type Jobs = {
  /** Queues a job. Adding the same `id` again changes nothing while the first job is queued, running or remembered. */
  add<Data>(kind: JobKind<Data>, data: Data, options?: { id?: string; delayMs?: number }): Promise<void>;
  /** Runs a kind repeatedly, once for all processes that request it. */
  every<Data>(kind: JobKind<Data>, intervalMs: number, data: Data): Promise<void>;
  /** Starts working on a kind. A handler that throws is retried; it must be idempotent. */
  work<Data>(
    kind: JobKind<Data>,
    handler: (data: Data, job: { id: string; attempt: number }) => Promise<void>,
    options?: WorkOptions,
  ): void;
  counts(kind: JobKind<never> | JobKind<unknown>): Promise<JobCounts>;
  /** The latest failures, newest first. */
  failed(kind: JobKind<never> | JobKind<unknown>, limit?: number): Promise<FailedJob[]>;
  /** Why the last attempt at a job failed; null where none did, and where it is not known any more. */
  failureOf(kind: JobKind<never> | JobKind<unknown>, id: string): Promise<string | null>;
  /** Waits for running jobs, then closes the connections. */
  close(): Promise<void>;
};

/** Jobs on BullMQ, kept in Postgres. Every failure is logged with its kind and id. */
export function createJobs(options: { databaseUrl: string; logger: Logger; clockLookEveryMs?: number }): Jobs {
  const { logger, clockLookEveryMs = CLOCK_LOOK_EVERY_MS } = options;
  const onError = (error: Error) =>
    logger.error({ err: error }, 'the job queue has lost its connection and reconnects');
  const backend = openQueues(options.databaseUrl, onError);
  const queues = new Map<string, JobQueue>();
  const workers: JobWorker[] = [];
  const repeated = new Map<string, { readonly everyMs: number; readonly schedule: () => Promise<unknown> }>();

  const stopLooking = repeatedly(clockLookEveryMs, onError, async () => {
    if (workers.length === 0) return;
    for (const [name, queue] of queues) await healClockJump(queue, name, repeated.get(name));
  });

  function queueOf(kind: { name: string; attempts?: number; backoffMs?: number }) {
    const existing = queues.get(kind.name);
    if (existing) return existing;
    const queue = backend.queue(kind.name, {
      attempts: kind.attempts ?? DEFAULT_ATTEMPTS,
      backoffMs: kind.backoffMs ?? DEFAULT_BACKOFF_MS,
    });
    queues.set(kind.name, queue);
    return queue;
  }

  return {
    // Without an id BullMQ makes a sequence in its schema, which no part may.
    async add(kind, data, { id = v7(), delayMs } = {}) {
      const cause = currentCause();
      const encoded = kind.schema.encode(data) as object;
      await queueOf(kind).add(kind.name, cause === undefined ? encoded : { ...encoded, [CAUSE]: cause }, {
        jobId: keyOf(id),
        ...(delayMs === undefined ? {} : { delay: delayMs }),
      });
    },
    async every(kind, intervalMs, data) {
      const schedule = () =>
        queueOf(kind).upsertJobScheduler(
          kind.name,
          { every: intervalMs },
          { name: kind.name, data: kind.schema.encode(data) },
        );
      await schedule();
      repeated.set(kind.name, { everyMs: intervalMs, schedule });
    },
    work(kind, handler, { concurrency = DEFAULT_CONCURRENCY, leaseMs = LEASE_MS } = {}) {
      const worker = backend.worker(
        kind.name,
        async ({ id = '', data, attemptsMade }) => {
          const { [CAUSE]: cause, ...rest } = data as Readonly<Record<string, unknown>>;
          const work = () => handler(kind.schema.parse(rest), { id, attempt: attemptsMade + 1 });
          await timed('job', kind.name, work, typeof cause === 'string' ? [cause] : undefined);
        },
        { concurrency, leaseMs },
      );
      logFailures(worker, kind.name, logger);
      workers.push(worker);
    },
    async counts(kind) {
      const counts = await queueOf(kind).getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed');
      const of = (name: string) => Number(counts[name] ?? 0);
      return {
        waiting: of('waiting'),
        active: of('active'),
        delayed: of('delayed'),
        failed: of('failed'),
        completed: of('completed'),
      };
    },
    async failed(kind, limit = MAX_FAILED_LISTED) {
      const jobs = await queueOf(kind).getFailed(0, Math.min(limit, MAX_FAILED_LISTED) - 1);
      return jobs.map((job) => ({
        id: job.id ?? '',
        reason: job.failedReason,
        attempts: job.attemptsMade,
        failedAt: job.finishedOn === undefined ? null : new Date(Number(job.finishedOn)),
      }));
    },
    failureOf: async (kind, id) => (await queueOf(kind).getJob(keyOf(id)))?.failedReason || null,
    async close() {
      await stopLooking();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  };
}

/** BullMQ builds keys with colons and refuses them in ids. */
const keyOf = (id: string) => id.replaceAll(':', '-');

/** Runs `work` repeatedly, one run at a time; a failed one is retried later. Returns a function that stops it. */
function repeatedly(everyMs: number, onError: (error: Error) => void, work: () => Promise<void>): () => Promise<void> {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(work).catch(onError);
  }, everyMs);
  return () => {
    clearInterval(timer);
    return working;
  };
}

function logFailures(worker: JobWorker, kind: string, logger: Logger): void {
  worker.on('failed', (job, error) => {
    const attempts = job?.opts.attempts ?? 1;
    const isFinal = (job?.attemptsMade ?? 0) >= attempts;
    const fields = { err: error, job: kind, jobId: job?.id, attempt: job?.attemptsMade, attempts };
    if (isFinal) logger.error(fields, 'a job failed for good');
    else logger.warn(fields, 'a job failed and will be tried again');
  });
}
