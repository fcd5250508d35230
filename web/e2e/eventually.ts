import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 15_000;
const PAUSE_MS = 100;

/** Repeats a check until it passes; after 15 seconds its last failure is thrown. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
}
