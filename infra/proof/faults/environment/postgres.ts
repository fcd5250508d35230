import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { keepAway, signalPart } from './event-store-away.ts';
import { describeVisit, readiness, type Scene, timeIsUp } from './scene.ts';
import type { SlowProxy } from './slow-proxy.ts';

/** In each direction, for every statement and every answer: an append of the event store then takes about a second. */
const SLOW_MS = 150;
/** Longer than any request may wait for its answer. */
const FREEZE_MS = 30_000;

/**
 * Killed as often as it is restarted. Without it nothing can be read or written: everything is refused, nothing hangs.
 */
export async function postgresAway({ stack, visitor, ms, say }: Scene): Promise<void> {
  const release = keepAway(stack, 'Postgres');
  try {
    const isUp = timeIsUp(ms);
    const visit = await visitor.visit(({ refused, readsRefused }) => refused > 0 && readsRefused > 0 && isUp());
    say(`  ${describeVisit(visit)}`);
  } finally {
    await release();
  }
}

/**
 * Slow, then frozen for a while: answers are right, and a request that takes too long is refused with a time to retry.
 */
export const postgresSlow =
  (proxy: SlowProxy) =>
  async ({ stack, visitor, ms, say }: Scene): Promise<void> => {
    proxy.setDelay(SLOW_MS);
    try {
      const isUp = timeIsUp(ms);
      const visit = await visitor.visit(({ done }) => done > 0 && isUp());
      say(`  every statement ${2 * SLOW_MS} ms later: ${describeVisit(visit)}`);
      await signalPart(stack, 'Postgres', 'SIGSTOP');
      const frozen = visitor.visit(({ refused, done }) => refused + done > 0);
      await Promise.race([frozen, delay(Math.min(FREEZE_MS, ms))]);
      await signalPart(stack, 'Postgres', 'SIGCONT');
      say(`  frozen for a while: ${describeVisit(await frozen)}`);
    } finally {
      await signalPart(stack, 'Postgres', 'SIGCONT');
      proxy.setDelay(0);
    }
    await eventually(async () => assert.equal(await readiness(stack), 200));
  };
