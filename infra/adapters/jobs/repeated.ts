import type pg from 'pg';
import type { RepeatedLate } from '#bff/kit/ports/jobs.ts';

/** The queue of all kinds that repeat, with one worker in each process. */
export const REPEATED = 'repeated';

/** Every run has a limit of its own in how much it does, and ends long before. */
const RUN_ENDS_WITHIN_MS = 30 * 60_000;

/**
 * By the clock of Postgres. A run schedules the next one when it begins. One that hangs keeps its job for as long as its process lives, and those
 * that follow do nothing (`oneRunAtATime`).
 */
export async function repeatedLate(pool: pg.Pool): Promise<RepeatedLate> {
  const { rows } = await pool.query<RepeatedLate>(
    `select greatest(extract(epoch from clock_timestamp()) * 1000 - due_ms, 0)::float8 as "lateMs", hanging
     from (select next_run_ms as due_ms, null as hanging from scheduler where queue = $1
       union all select processed_at_ms + ${RUN_ENDS_WITHIN_MS}, name from job where queue = $1 and state = 'active') as due
     order by due_ms limit 1`,
    [REPEATED],
  );
  return rows[0] ?? { lateMs: Number.POSITIVE_INFINITY, hanging: null };
}

/** One run at a time. One that is asked for meanwhile follows at once, and however many are asked for, it is one. */
export function oneRunAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let isRunning = false;
  let isAskedFor = false;
  return async () => {
    isAskedFor = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAskedFor) {
        isAskedFor = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
}

/**
 * Up to 0.2.0 each of these kinds had a queue of its own. Their failures are kept; what waits there is not needed, since each run looks for
 * its work. A process of that version, while it still runs, schedules its own again within seconds.
 */
export async function retireOwnQueues(pool: pg.Pool, kinds: readonly { readonly name: string }[]): Promise<void> {
  await pool.query(
    `with moved as (update job set queue = $2 where queue = any($1) and state = 'failed'),
       dropped as (delete from scheduler where queue = any($1))
     delete from job where queue = any($1) and state in ('waiting', 'delayed', 'completed')`,
    [kinds.map(({ name }) => name), REPEATED],
  );
}
