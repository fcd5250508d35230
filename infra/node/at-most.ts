import { setTimeout as delay } from 'node:timers/promises';

/** Waits for the work, but at most this long; the work then continues. The timer does not keep the process alive. */
export async function atMost(limitMs: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, delay(limitMs, undefined, { ref: false })]);
}
