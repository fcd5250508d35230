import type pg from 'pg';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { RepeatedLate } from '#bff/kit/ports/jobs.ts';
import { currentCause, timed } from '#core/kernel/work.ts';
import type { Logger } from '#infra/adapters/logger/logger.ts';
import { healClockJump, type Schedule } from './clock-watch.ts';
import { giveBackExpired } from './expired-leases.ts';
import { type JobQueue, type JobWorker, openQueues, type WorkOptions } from './queues.ts';
import { oneRunAtATime, REPEATED, repeatedLate, retireOwnQueues } from './repeated.ts';

/** Beside the data of a job: what it follows from, where that is traced. */
const CAUSE = 'tracedFrom';
const DEFAULT_ATTEMPTS = 5;
const DEFAULT_BACKOFF_MS = 2_000;
const NO_JOBS = { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 };
const DEFAULT_CONCURRENCY = 4;
/** What a process that died left undone is done by the next run, in any process, when its time comes: nothing waits for this lease. */
const REPEATED_LEASE_MS = 60_000;
/** Renewed by half of it while the job is worked on. */
const LEASE_MS = 3_500;
/** How often leases are looked for that their process renews no more. */
const LEASE_LOOK_EVERY_MS = 1_000;
/** A job that a process held when it died begins again within this time in another one. */
export const TAKEN_OVER_WITHIN_MS = LEASE_MS + LEASE_LOOK_EVERY_MS;
/** How often the clock is checked for a step back, which timers do not follow, and how often lost jobs are looked for. */
const LOOK_EVERY_MS = 10_000;

/** One kind of job, with a queue of its own; those that repeat share one. `schema` must encode to plain JSON. */
export type JobKind<Data> = Retries & {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
  readonly everyMs?: number;
};
type Retries = { readonly attempts?: number; readonly backoffMs?: number };
type RepeatedKind = { readonly name: string; readonly everyMs: number };

type JobCounts = { waiting: number; active: number; delayed: number; failed: number; completed: number };

export type Jobs = {
  readonly pool: pg.Pool;
  /** Queues a job. Adding the same `id` again changes nothing while the first job is queued, running or remembered. */
  add<Data>(kind: JobKind<Data>, data: Data, options?: { id?: string; delayMs?: number }): Promise<void>;
  /** Runs each kind repeatedly, once for all processes that request it, and never twice at a time in this one. */
  repeat(works: readonly (readonly [RepeatedKind, () => Promise<unknown>])[]): Promise<void>;
  /** Queues lost jobs again by `work`: now, and every ten seconds, because a crash of Postgres empties the queues at any time. */
  queueLost(work: () => Promise<unknown>): Promise<void>;
  /** Starts working on a kind. A handler that throws is retried; it must be idempotent. */
  work<Data>(
    kind: JobKind<Data>,
    handler: (data: Data, job: { id: string; attempt: number }) => Promise<void>,
    options?: WorkOptions,
  ): void;
  counts<Name extends string>(
    kinds: readonly { readonly name: Name }[],
  ): Promise<({ readonly name: Name } & JobCounts)[]>;
  repeatedLate(): Promise<RepeatedLate>;
  /** Why the last attempt at a job failed; null where none did, and where it is not known any more. */
  failureOf(kind: JobKind<never> | JobKind<unknown>, id: string): Promise<string | null>;
  /** Waits for running jobs, then closes the connections. */
  close(): Promise<void>;
};

/** Jobs on BullMQ, kept in Postgres. Every failure is logged with its kind and id. */
export function createJobs(options: { databaseUrl: string; logger: Logger; lookEveryMs?: number }): Jobs {
  const { logger, lookEveryMs = LOOK_EVERY_MS } = options;
  // A connection that is lost, or a lease that another one has: either way the work is done by the next try.
  const onError = (error: Error) => logger.error({ err: error }, 'the job queue met a problem, and tries again');
  const backend = openQueues(options.databaseUrl, onError);
  const queues = new Map<string, JobQueue>();
  const workers: JobWorker[] = [];
  let schedules: readonly Schedule[] = [];
  let queueLostAgain: () => Promise<unknown> = async () => undefined;

  const stopWatching = repeatedly(lookEveryMs, onError, async () => {
    if (workers.length > 0) await healClockJump(backend.pool, queueNamed, schedules);
    await queueLostAgain();
  });
  const stopLooking = repeatedly(LEASE_LOOK_EVERY_MS, onError, lookForExpired(backend.pool, workers, logger));

  function queueNamed(name: string) {
    const queue = queues.get(name) ?? backend.queue(name);
    queues.set(name, queue);
    return queue;
  }
  const queueOf = (kind: { name: string; everyMs?: number }) =>
    queueNamed(kind.everyMs === undefined ? kind.name : REPEATED);

  function startWorker(
    queue: string,
    handle: (job: { name: string; id: string; data: unknown; attempt: number }) => Promise<unknown>,
    options: Required<WorkOptions>,
  ): void {
    const worker = backend.worker(
      queue,
      async ({ name, id = '', data, attemptsMade }) => {
        const { [CAUSE]: cause, ...rest } = data as Readonly<Record<string, unknown>>;
        const work = () => handle({ name, id, data: rest, attempt: attemptsMade + 1 });
        await timed('job', name, work, typeof cause === 'string' ? [cause] : undefined);
      },
      options,
    );
    logFailures(worker, logger);
    workers.push(worker);
  }

  return {
    pool: backend.pool,
    // Without an id BullMQ makes a sequence in its schema, which no part may.
    async add(kind, data, { id = v7(), delayMs } = {}) {
      const cause = currentCause();
      const encoded = kind.schema.encode(data) as object;
      const job = cause === undefined ? encoded : { ...encoded, [CAUSE]: cause };
      const delay = delayMs === undefined ? {} : { delay: delayMs };
      await queueOf(kind).add(kind.name, job, { jobId: keyOf(id), ...retriesOf(kind), ...delay });
    },
    async repeat(works) {
      schedules = works.map(([kind]) => scheduleOf(queueNamed(REPEATED), kind));
      await retireOwnQueues(backend.pool, schedules);
      for (const { start } of schedules) await start();
      await healClockJump(backend.pool, queueNamed, schedules);
      const runs = new Map(works.map(([{ name }, work]) => [name, oneRunAtATime(work)]));
      // A kind that only another version knows waits for its next run there.
      const limits = { concurrency: works.length, leaseMs: REPEATED_LEASE_MS };
      startWorker(REPEATED, async ({ name }) => runs.get(name)?.(), limits);
    },
    async queueLost(work) {
      queueLostAgain = work;
      await work();
    },
    work(kind, handler, { concurrency = DEFAULT_CONCURRENCY, leaseMs = LEASE_MS } = {}) {
      startWorker(kind.name, ({ data, ...job }) => handler(kind.schema.parse(data), job), { concurrency, leaseMs });
    },
    async counts(kinds) {
      const counts = await countsByName(backend.pool);
      return kinds.map(({ name }) => ({ name, ...NO_JOBS, ...counts.get(name) }));
    },
    repeatedLate: () => repeatedLate(backend.pool),
    failureOf: async (kind, id) => (await queueOf(kind).getJob(keyOf(id)))?.failedReason || null,
    async close() {
      await Promise.all([stopWatching(), stopLooking()]);
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  };
}

async function countsByName(pool: pg.Pool): Promise<ReadonlyMap<string, Partial<JobCounts>>> {
  const { rows } = await pool.query<{ name: string; counts: Partial<JobCounts> }>(
    `select name, json_object_agg(state, jobs) as counts
     from (select name, state, count(*) as jobs from job group by 1, 2) as counted group by 1`,
  );
  return new Map(rows.map((row) => [row.name, row.counts]));
}

const scheduleOf = (queue: JobQueue, { name, everyMs }: RepeatedKind): Schedule => ({
  name,
  everyMs,
  start: () => queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: retriesOf({}) }),
});

const retriesOf = ({ attempts = DEFAULT_ATTEMPTS, backoffMs = DEFAULT_BACKOFF_MS }: Retries) => ({
  attempts,
  backoff: { type: 'exponential', delay: backoffMs },
});

/** BullMQ builds keys with colons and refuses them in ids. */
const keyOf = (id: string) => id.replaceAll(':', '-');
export const keyInSql = (id: string) => `replace(${id}, ':', '-')`;

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

/** After a standstill this process renews its own leases first: the look that is late is left out. */
function lookForExpired(pool: pg.Pool, workers: readonly JobWorker[], logger: Logger): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    const pauseMs = performance.now() - lastMs;
    lastMs = performance.now();
    if (workers.length === 0 || pauseMs > 2 * LEASE_LOOK_EVERY_MS) return;
    const names = workers.map(({ name }) => name);
    for (const id of await giveBackExpired(pool, names))
      logger.warn({ jobId: id }, 'a job lost the process that worked on it, and begins again');
  };
}

function logFailures(worker: JobWorker, logger: Logger): void {
  worker.on('failed', (job, error) => {
    const attempts = job?.opts.attempts ?? 1;
    const isFinal = (job?.attemptsMade ?? 0) >= attempts;
    const fields = { err: error, job: job?.name, jobId: job?.id, attempt: job?.attemptsMade, attempts };
    if (isFinal) logger.error(fields, 'a job failed for good');
    else logger.warn(fields, 'a job failed and will be tried again');
  });
}
