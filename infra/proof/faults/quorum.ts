import { setTimeout as delay } from 'node:timers/promises';
import { askNode, type Cluster } from './cluster.ts';

const LOOK_EVERY_MS = 100;
const ASK_LIMIT_MS = 1_000;

/**
 * Measures when a cluster had a quorum: a leader that answers and, with its followers, more than half of the nodes. A
 * node that was just stopped still counts for a second, so the time with a quorum is slightly overestimated.
 */
export function watchQuorum({ nodes }: Cluster) {
  let isOver = false;
  const states = new Map(nodes.map((node) => [node, '']));
  const gaps: { readonly fromMs: number; toMs: number }[] = [];

  function note(nowMs: number): void {
    const known = [...states.values()];
    const members = known.filter((state) => state === 'leader' || state === 'follower').length;
    const hasQuorum = known.includes('leader') && members > nodes.length / 2;
    const open = gaps.at(-1)?.toMs === Number.POSITIVE_INFINITY ? gaps.at(-1) : undefined;
    if (hasQuorum && open) open.toMs = nowMs;
    if (!hasQuorum && !open) gaps.push({ fromMs: nowMs, toMs: Number.POSITIVE_INFINITY });
  }

  const watching = nodes.map(async (node) => {
    while (!isOver) {
      states.set(node, (await askNode(node, ASK_LIMIT_MS)).state);
      note(Date.now());
      await delay(LOOK_EVERY_MS);
    }
  });

  return {
    /** How long there was a quorum between two points of time. */
    msBetween(fromMs: number, toMs: number): number {
      const without = gaps.map((gap) => Math.max(0, Math.min(gap.toMs, toMs) - Math.max(gap.fromMs, fromMs)));
      return toMs - fromMs - without.reduce((sum, ms) => sum + ms, 0);
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(watching);
    },
  };
}
