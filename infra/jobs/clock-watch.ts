import type { JobQueue } from './backends.ts';

/** Clocks may be this far apart, or set back this far, before anything is done about it. */
const TOLERANCE_MS = 60_000;
const MAX_JOBS_A_LOOK = 100;

/**
 * When a job is due is kept as a time of day. Where a clock was ahead and is set back, what was queued meanwhile would wait
 * until that time has come again: such a job is done now, and a kind that repeats is scheduled again by `schedule`.
 */
export async function healClockJump(
  queue: JobQueue,
  name: string,
  repeats: { readonly everyMs: number; readonly schedule: () => Promise<unknown> } | undefined,
): Promise<void> {
  const latestMs = Date.now() + TOLERANCE_MS;
  for (const job of await queue.getDelayed(0, MAX_JOBS_A_LOOK - 1)) {
    const isRepeated = job.repeatJobKey !== undefined;
    // Queued, or tried last, at a time that is still to come.
    if (!isRepeated && Math.max(job.timestamp, job.processedOn ?? 0) > latestMs) await job.promote();
  }
  if (!repeats) return;
  const { next } = (await queue.getJobScheduler(name)) ?? {};
  if (next !== undefined && next <= latestMs + repeats.everyMs) return;
  await queue.removeJobScheduler(name);
  await repeats.schedule();
}
