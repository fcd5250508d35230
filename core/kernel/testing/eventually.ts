import { setTimeout as delay } from 'node:timers/promises';

const DEFAULT_LIMIT_MS = 120_000;
const POLL_MS = 20;

/** Repeats `check` until it neither throws nor rejects, and returns its value; after the limit, its last error is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = DEFAULT_LIMIT_MS): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}
