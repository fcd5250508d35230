import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Random } from '#infra/seed/random.ts';
import { signal } from './injector.ts';

/** An EventStoreDB cluster whose processes a run may hit, as the file of `--eventstore` describes it. */
const Cluster = z.strictObject({
  /** `esdb://…`, as the store is given it. */
  address: z.string(),
  nodes: z
    .array(
      z.strictObject({
        /** Where its `/info` and `/health/live` answer. */
        url: z.url(),
        /** Holds the id of its process. */
        pidFile: z.string(),
        /** A command for the shell that starts it in the background; without one somebody else starts it again, as a service manager does. */
        start: z.string().optional(),
      }),
    )
    .min(1),
});
export type Cluster = z.output<typeof Cluster>;
type Node = Cluster['nodes'][number];

const MIN_STOP_MS = 500;
const MAX_STOP_MS = 5_000;
const LEADER_SHARE = 0.5;
const KILL_SHARE = 0.5;
const ASK_LIMIT_MS = 5_000;
const BACK_LIMIT_MS = 120_000;
const POLL_MS = 200;
/** The state of a node that does not answer. */
const SILENT = 'silent';

export const readCluster = async (file: string): Promise<Cluster> =>
  Cluster.parse(JSON.parse(await readFile(file, 'utf8')));

/** Kills or stops the leader or a follower, half of the times each; a killed one is started again at once. */
export async function hitCluster(cluster: Cluster, random: Random, say: (what: string) => void): Promise<void> {
  const wantsLeader = random.chance(LEADER_SHARE);
  const isKill = random.chance(KILL_SHARE);
  const ms = random.int(MIN_STOP_MS, MAX_STOP_MS);
  const known = await Promise.all(cluster.nodes.map(async (node) => ({ node, state: await stateOf(node) })));
  const present = known.filter(({ state }) => state !== SILENT);
  // All that there are may be about to start.
  if (present.length === 0) return void (await delay(POLL_MS));
  const wanted = present.filter(({ state }) => (state === 'leader') === wantsLeader);
  const { node, state } = random.pick(wanted.length > 0 ? wanted : present);
  say(`${state} at ${node.url}: ${isKill ? 'kill -9' : `stopped for ${ms} ms`}`);
  if (isKill) {
    await end(node, 'SIGKILL');
    return start(node);
  }
  const pid = await pidOf(node);
  signal([pid], 'SIGSTOP');
  try {
    await delay(ms);
  } finally {
    signal([pid], 'SIGCONT');
  }
}

/** One node after the other is stopped in good order and started again, as for an upgrade. */
export async function restartInTurn(
  { nodes }: Cluster,
  say: (what: string) => void,
  between: () => Promise<unknown>,
): Promise<void> {
  for (const node of nodes) {
    const state = await stateOf(node);
    await end(node, 'SIGTERM');
    await start(node);
    const deadline = Date.now() + BACK_LIMIT_MS;
    while (!['leader', 'follower'].includes(await stateOf(node))) {
      if (Date.now() > deadline) throw new Error(`${node.url} did not come back.`);
      await delay(POLL_MS);
    }
    say(`${state} at ${node.url}: restarted, now ${await stateOf(node)}`);
    await between();
  }
}

/** `leader`, `follower`, and others on the way there. */
async function stateOf(node: Node): Promise<string> {
  try {
    const answer = await fetch(new URL('/info', node.url), { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
    return z
      .object({ state: z.string() })
      .parse(await answer.json())
      .state.toLowerCase();
  } catch {
    return SILENT;
  }
}

const pidOf = async (node: Node): Promise<number> => Number((await readFile(node.pidFile, 'utf8')).trim());

async function end(node: Node, name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const pid = await pidOf(node);
  signal([pid], name);
  const deadline = Date.now() + BACK_LIMIT_MS;
  while (isThere(pid)) {
    if (Date.now() > deadline) throw new Error(`${node.url} (process ${pid}) does not end.`);
    await delay(POLL_MS);
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const start = async (node: Node): Promise<void> => {
  if (node.start !== undefined) await promisify(execFile)('sh', ['-c', node.start]);
};
