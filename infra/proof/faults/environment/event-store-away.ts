import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { signal } from '../injector.ts';
import type { FaultStack, PartName } from '../stack.ts';
import { describeVisit, readiness, type Scene, timeIsUp } from './scene.ts';
import { assertRefusal, HEAL_LIMIT_MS } from './visitor.ts';

const POLL_MS = 50;
const SETTLED_AFTER_MS = 1_000;

/** Killed as often as it is started again: writes are refused, reads go on and say since when they are stale. */
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

/** What the projections had heard before it left is confirmed a moment later. */
async function hasSettled({ visitor }: Pick<Scene, 'visitor'>): Promise<void> {
  await eventually(async () => {
    const { asOf } = await visitor.read();
    await delay(SETTLED_AFTER_MS);
    assert.deepEqual((await visitor.read()).asOf, asOf);
  });
}

/** It holds every connection and answers nothing: refused in time, and done late at most once. */
export async function eventStoreFrozen({ stack, visitor, ms, say }: Scene): Promise<void> {
  // Once before, so that it is known which deposit to send it for.
  assert.equal((await visitor.uploadProof()).status, 200);
  await signalPart(stack, 'event store', 'SIGSTOP');
  try {
    const isUp = timeIsUp(ms);
    // Both at once: each is let wait as long as anybody is.
    const [proof, visit] = await Promise.all([
      visitor.uploadProof(),
      visitor.visit(({ refused }) => refused > 0 && isUp()),
    ]);
    // The ledger may take it later: then the file must still be there.
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

/** Kills a part as often as it is started again, until it is released. */
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
