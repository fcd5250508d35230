import { setTimeout as delay } from 'node:timers/promises';
import { LocalStackProblem } from './problem.ts';

const HEALTH_LIMIT_MS = 120_000;
const HEALTH_POLL_MS = 50;

/** Waits until `address` answers with success. Throws LocalStackProblem with its last answer when it never does. */
export async function waitUntilHealthy(address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  for (let last = 'no answer'; ; ) {
    signal.throwIfAborted();
    try {
      const response = await fetch(address);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > deadline) {
      throw new LocalStackProblem(`The store does not become ready. Its last answer (${address}): ${last}`);
    }
    await delay(HEALTH_POLL_MS);
  }
}
