import type { JobQueue } from './queues.ts';

/** Smaller differences between clocks, and smaller steps back, are ignored. */
const TOLERANCE_MS = 60_000;
const MAX_JOBS_A_LOOK = 100;

/**
 * A job's due time is stored as a time of day. If a clock was ahead and is set back, a job that was queued meanwhile
 * would wait until that time comes again. Such a job is run now, and a kind that repeats is scheduled again by
 * `schedule`.
 */
export async function healClockJump(
  queue: JobQueue,
  name: string,
  repeats: { readonly everyMs: number; readonly schedule: () => Promise<unknown> } | undefined,
): Promise<void> {
  const latestMs = Date.now() + TOLERANCE_MS;
  for (const job of await queue.getDelayed(0, MAX_JOBS_A_LOOK - 1)) {
    const isRepeated = job.repeatJobKey !== undefined;
    // Queued, or last tried, at a time in the future.
    if (!isRepeated && Math.max(job.timestamp, job.processedOn ?? 0) > latestMs) await job.promote();
  }
  if (!repeats) return;
  const { next } = (await queue.getJobScheduler(name)) ?? {};
  if (next !== undefined && next <= latestMs + repeats.everyMs) return;
  await queue.removeJobScheduler(name);
  await repeats.schedule();
}
