import type pg from 'pg';
import type { JobQueue } from './queues.ts';
import { REPEATED } from './repeated.ts';

/** Smaller differences between clocks, and smaller steps back, are ignored. */
const TOLERANCE_MS = 60_000;
const MAX_JOBS_A_LOOK = 100;

/** A kind that repeats. `start` schedules its next run, where none is. */
export type Schedule = { readonly name: string; readonly everyMs: number; readonly start: () => Promise<unknown> };

/**
 * A job's due time is stored as a time of day. If a clock was ahead and is set back, a job that was queued meanwhile
 * would wait until that time comes again. Such a job is run now, and a kind that repeats is scheduled again.
 */
export async function healClockJump(
  pool: pg.Pool,
  queueNamed: (name: string) => JobQueue,
  schedules: readonly Schedule[],
): Promise<void> {
  const latestMs = Date.now() + TOLERANCE_MS;
  // Queued, or last tried, at a time in the future.
  const jobs = await pool.query<{ queue: string; id: string }>(
    `select queue, id from job where state = 'delayed' and scheduler_id is null
       and greatest(added_at_ms, processed_at_ms) > $1 limit ${MAX_JOBS_A_LOOK}`,
    [latestMs],
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
