import type pg from 'pg';

/** The queue of all kinds that repeat, with one worker in each process. */
export const REPEATED = 'repeated';

/** How long work that repeats is overdue, by the clock of Postgres; `Infinity` where none is scheduled. A run schedules the next one when it begins. */
export async function repeatedLateMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ late: number }>(
    `select greatest(extract(epoch from clock_timestamp()) * 1000 - min(next_run_ms), 0)::float8 as late
     from scheduler where queue = $1 having count(*) > 0`,
    [REPEATED],
  );
  return rows[0]?.late ?? Number.POSITIVE_INFINITY;
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
