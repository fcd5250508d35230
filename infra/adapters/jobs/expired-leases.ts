import type pg from 'pg';

/** How often a job may lose the process that works on it, before it fails for good. */
const MAX_LOST = 10;
/** Longer than any two clocks differ: BullMQ would not look again while another machine's clock says that one was just made. */
const ALWAYS_MS = -86_400_000;

/**
 * Jobs whose process renews their lease no more wait again, for any process. One statement that writes nothing asks for all queues; BullMQ's own
 * look is a write for each queue and process. Returns the ids of these jobs.
 */
export async function giveBackExpired(pool: pg.Pool, queues: readonly string[]): Promise<string[]> {
  const nowMs = Date.now();
  const { rows } = await pool.query<{ queue: string }>({
    name: 'expired-leases',
    text: `select distinct queue from job where queue = any($1) and state = 'active' and locked_until_ms < $2`,
    values: [queues, nowMs],
  });
  const given: string[] = [];
  for (const { queue } of rows) {
    await pool.query(
      `update job set stalled_marked = true where queue = $1 and state = 'active' and locked_until_ms < $2`,
      [queue, nowMs],
    );
    const { rows: jobs } = await pool.query<{ id: string }>(
      'select id from move_stalled_jobs_to_wait($1, $2, $3, $4) as stalled (id)',
      [queue, MAX_LOST, nowMs, ALWAYS_MS],
    );
    given.push(...jobs.map(({ id }) => id));
  }
  return given;
}
