import { setTimeout as delay } from 'node:timers/promises';

/** More than a loaded machine needs for anything that a test waits for. */
export const PATIENCE_MS = 120_000;
const POLL_MS = 20;

/** Repeats `check` until it neither throws nor rejects, and returns its value; after the limit, its last error is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = PATIENCE_MS): Promise<T> {
  // A test may set the clock meanwhile.
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await delay(POLL_MS);
    }
  }
}
