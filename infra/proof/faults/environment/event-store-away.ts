import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { signal } from '../injector.ts';
import type { FaultStack, PartName } from '../stack.ts';
import { describeVisit, readiness, type Scene, timeIsUp } from './scene.ts';
import { assertRefusal, HEAL_LIMIT_MS } from './visitor.ts';

const POLL_MS = 50;
const SETTLED_AFTER_MS = 1_000;

/** Killed as often as it is restarted: writes are refused, reads continue and state since when they are stale. */
export async function eventStoreAway({ stack, visitor, ms, say }: Scene): Promise<void> {
  const release = keepAway(stack, 'event store');
  try {
    await eventually(async () => assert.equal(await readiness(stack), 503));
    await hasSettled({ visitor });
    const leftAt = Date.now();
    const isUp = timeIsUp(ms);
    const visit = await visitor.visit(({ refused }) => refused > 1 && isUp());
    say(`  ${describeVisit(visit)}`);
    assert.deepEqual([visit.done, visit.readsRefused], [0, 0]);
    assert.equal(visit.asOf.size, 1, 'what is read is as old as before, and must not claim to be fresher');
    assert.ok(Math.max(...visit.asOf) <= leftAt);
  } finally {
    await release();
  }
  await isFreshAgain({ visitor });
}

/** Waits until the projections have confirmed the events they received before it was killed. */
async function hasSettled({ visitor }: Pick<Scene, 'visitor'>): Promise<void> {
  await eventually(async () => {
    const { asOf } = await visitor.read();
    await delay(SETTLED_AFTER_MS);
    assert.deepEqual((await visitor.read()).asOf, asOf);
  });
}

/**
 * It keeps every connection open and does not answer: requests are refused in time, and take effect later at most once.
 */
export async function eventStoreFrozen({ stack, visitor, ms, say }: Scene): Promise<void> {
  // One upload before, so that it is known for which deposit to send it again.
  assert.equal((await visitor.uploadProof()).status, 200);
  await signalPart(stack, 'event store', 'SIGSTOP');
  try {
    const isUp = timeIsUp(ms);
    // Both at once: each may wait as long as any request.
    const [proof, visit] = await Promise.all([
      visitor.uploadProof(),
      visitor.visit(({ refused }) => refused > 0 && isUp()),
    ]);
    // The ledger may accept it later: then the file must still exist.
    assertRefusal(proof);
    say(`  ${describeVisit(visit)}`);
    assert.deepEqual([visit.done, visit.readsRefused], [0, 0]);
  } finally {
    await signalPart(stack, 'event store', 'SIGCONT');
  }
  await isFreshAgain({ visitor });
}

async function isFreshAgain({ visitor }: Pick<Scene, 'visitor'>): Promise<void> {
  const since = Date.now();
  await eventually(async () => assert.ok(Number((await visitor.read()).asOf) > since), HEAL_LIMIT_MS);
}

export async function signalPart(stack: FaultStack, part: PartName, name: NodeJS.Signals): Promise<void> {
  signal(await stack.processesOf(part), name);
}

/** Kills a part as often as it is restarted, until it is released. */
export function keepAway(stack: FaultStack, part: PartName): () => Promise<void> {
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      signal((await stack.processesOf(part)).slice(0, 1), 'SIGKILL');
      await delay(POLL_MS);
    }
  })();
  return async () => {
    isOver = true;
    await killing;
  };
}
