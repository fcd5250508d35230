import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isAlive } from '#infra/local/processes.ts';
import type { Random } from '#infra/seed/random.ts';
import { signal } from './injector.ts';

/** An EventStoreDB cluster whose processes a run may stop or kill, described in the file of `--eventstore`. */
const Cluster = z.strictObject({
  /** `esdb://…`, the address for the store. */
  address: z.string(),
  nodes: z
    .array(
      z.strictObject({
        /** Where its `/info` and `/health/live` answer. */
        url: z.url(),
        pidFile: z.string(),
        /** A shell command that starts it in the background; without one, something else restarts it, such as a service manager. */
        start: z.string().optional(),
        /** A shell command after which every later start uses the newer version. */
        upgrade: z.string().optional(),
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

/** Kills or stops the leader or a follower, each half of the time; a killed one is restarted at once. */
export async function hitCluster(cluster: Cluster, random: Random, say: (what: string) => void): Promise<void> {
  const wantsLeader = random.chance(LEADER_SHARE);
  const isKill = random.chance(KILL_SHARE);
  const ms = random.int(MIN_STOP_MS, MAX_STOP_MS);
  const known = await Promise.all(cluster.nodes.map(async (node) => ({ node, ...(await askNode(node)) })));
  const present = known.filter(({ state }) => state !== SILENT);
  // All nodes may be just starting.
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

/**
 * Stops each node properly, one after the other, upgrades it if its file has a command for that, and starts it again.
 * The leader comes last, so that the leadership moves once.
 */
export async function restartInTurn(
  { nodes }: Cluster,
  say: (what: string) => void,
  between: () => Promise<unknown>,
): Promise<void> {
  const before = await Promise.all(nodes.map(async (node) => ({ node, ...(await back(node)) })));
  before.sort((a, b) => Number(a.state === 'leader') - Number(b.state === 'leader'));
  for (const { node, state, esVersion } of before) {
    if (node.upgrade !== undefined) await shell(node.upgrade);
    await end(node, 'SIGTERM');
    await start(node);
    const now = await back(node);
    say(`${state} at ${node.url}: ${esVersion} restarted, now ${now.state} with ${now.esVersion}`);
    await between();
  }
}

/** A node's state once it works again. */
async function back(node: Node): Promise<Info> {
  const deadline = Date.now() + BACK_LIMIT_MS;
  for (;;) {
    const info = await askNode(node);
    if (info.state === 'leader' || info.state === 'follower') return info;
    if (Date.now() > deadline) throw new Error(`${node.url} did not come back.`);
    await delay(POLL_MS);
  }
}

const Info = z.object({ state: z.string().toLowerCase(), esVersion: z.string().default('') });
type Info = z.output<typeof Info>;

/** Its `state` is `leader`, `follower` or another one on the way there. */
export async function askNode(node: Node, limitMs = ASK_LIMIT_MS): Promise<Info> {
  try {
    const answer = await fetch(new URL('/info', node.url), { signal: AbortSignal.timeout(limitMs) });
    return Info.parse(await answer.json());
  } catch {
    return { state: SILENT, esVersion: '' };
  }
}

const pidOf = async (node: Node): Promise<number> => Number((await readFile(node.pidFile, 'utf8')).trim());

async function end(node: Node, name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const pid = await pidOf(node);
  signal([pid], name);
  const deadline = Date.now() + BACK_LIMIT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`${node.url} (process ${pid}) does not end.`);
    await delay(POLL_MS);
  }
}

const start = async (node: Node): Promise<void> => {
  if (node.start !== undefined) await shell(node.start);
};

const shell = (command: string) => promisify(execFile)('sh', ['-c', command]);
