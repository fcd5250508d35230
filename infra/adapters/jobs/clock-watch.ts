import type pg from 'pg';
import type { JobQueue } from './queues.ts';
import { REPEATED } from './repeated.ts';

/** Smaller differences between clocks, and smaller steps, are ignored. */
const TOLERANCE_MS = 60_000;
const MAX_JOBS_A_LOOK = 100;

/** A kind that repeats. `start` schedules its next run, where none is. */
export type Schedule = { readonly name: string; readonly everyMs: number; readonly start: () => Promise<unknown> };

/**
 * A job's due time is stored as a time of day. If a clock was ahead and is set back, a job that was queued meanwhile
 * would wait until that time comes again. Such a job is run now, and a kind that repeats is scheduled again.
 *
 * A worker sleeps by a timer until the next job is due. If the clock was behind when it fell asleep, it sleeps for up to an hour after the clock
 * is right again: a job that is long overdue wakes it.
 *
 * Where a kind is not scheduled, a crash of Postgres emptied the queues: it is scheduled again.
 */
export async function healClockJump(
  pool: pg.Pool,
  queueNamed: (name: string) => JobQueue,
  schedules: readonly Schedule[],
): Promise<void> {
  const latestMs = Date.now() + TOLERANCE_MS;
  // Queued, or last tried, at a time in the future; or overdue, where one of a queue is enough.
  const jobs = await pool.query<{ queue: string; id: string }>(
    `(select queue, id from job where state = 'delayed' and scheduler_id is null
       and greatest(added_at_ms, processed_at_ms) > $1 limit ${MAX_JOBS_A_LOOK})
     union (select distinct on (queue) queue, id from job where state = 'delayed' and process_at_ms < $2 order by queue, process_at_ms)`,
    [latestMs, latestMs - 2 * TOLERANCE_MS],
  );
  for (const { queue, id } of jobs.rows) await (await queueNamed(queue).getJob(id))?.promote();
  if (schedules.length === 0) return;
  const { rows } = await pool.query<{ name: string; next: number }>(
    'select scheduler_id as name, next_run_ms::float8 as next from scheduler where queue = $1',
    [REPEATED],
  );
  const nextRuns = new Map(rows.map(({ name, next }) => [name, next]));
  for (const { name, everyMs, start } of schedules) {
    if ((nextRuns.get(name) ?? Number.POSITIVE_INFINITY) <= latestMs + everyMs) continue;
    await queueNamed(REPEATED).removeJobScheduler(name);
    await start();
  }
}
