import assert from 'node:assert/strict';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { auditLedger, compareRebuilt } from '../checks.ts';
import type { FaultStack, PartName } from '../stack.ts';
import { createVisitor, HEAL_LIMIT_MS, type Visit, type Visitor } from './visitor.ts';

export type Scene = {
  readonly stack: FaultStack;
  readonly visitor: Visitor;
  /** How long the failure lasts. */
  readonly ms: number;
  readonly say: (line: string) => void;
};

const OUR_PARTS: readonly PartName[] = ['event store', 'projections', 'processes', 'jobs', 'BFF'];

/**
 * Plays one failure of the environment, and then requires that everything recovers by itself: ready, every request done
 * once, the ledger's audit clean, rebuilt read models equal to the live ones. `mayFall` names the parts that the
 * failure itself ends; every other part must still be the same process.
 * @throws AssertionError
 */
export async function play(
  { stack, ms, say }: Omit<Scene, 'visitor'>,
  failure: (scene: Scene) => Promise<void>,
  mayFall: readonly PartName[] = [],
): Promise<void> {
  const staying = OUR_PARTS.filter((part) => !mayFall.includes(part));
  const processes = () => Promise.all(staying.map((part) => stack.processesOf(part)));
  const visitor = await createVisitor(stack);
  assert.equal((await visitor.write()).status, 201);
  const before = await processes();
  await failure({ stack, visitor, ms, say });
  const startedMs = performance.now();
  await eventually(async () => assert.equal(await readiness(stack), 200), HEAL_LIMIT_MS);
  await visitor.settle();
  say(`  ready and every request done, once, ${seconds(performance.now() - startedMs)} after it was over`);
  assert.deepEqual(await processes(), before, 'a part of ours was started again');
  await eventually(() => auditLedger(stack), HEAL_LIMIT_MS);
  await compareRebuilt(stack);
  say('  no part of ours was started again; the audit is clean; rebuilt read models equal the live ones');
}

export async function readiness(stack: FaultStack): Promise<number> {
  return (await fetch(`${stack.url}/api/health/ready`)).status;
}

export const describeVisit = (visit: Visit): string =>
  `writes: ${visit.done} done, ${visit.refused} refused with a time to come back; ` +
  `reads: ${visit.reads} answered, ${visit.readsRefused} refused`;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
/** True once `ms` have passed since it was made. */
export function timeIsUp(ms: number): () => boolean {
  const startedMs = performance.now();
  return () => performance.now() - startedMs > ms;
}
