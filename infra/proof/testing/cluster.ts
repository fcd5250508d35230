import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { withFileLock } from '#infra/local/lock.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { type RunningPostgres, startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { isAlive } from '#infra/local/processes.ts';

/** The test runner sets it for its files: the cluster that they share. */
export const TEST_CLUSTER_VARIABLE = 'GIFTLEDGER_TEST_CLUSTER';

const LOCK_WAIT_MS = 60_000;

/** Short, because a Unix socket's path may have 107 characters; one per user and checkout. */
const BASE = path.join(
  tmpdir(),
  `gl-${createHash('sha256').update(`${userInfo().uid}:${PROJECT_ROOT}`).digest('hex').slice(0, 8)}`,
);

async function start(dir: string, options: { outlivesUs: boolean }): Promise<RunningPostgres> {
  await mkdir(dir, { recursive: true });
  return startPostgres({ dir, socketDir: dir, fast: true, ...options });
}

/** The runner's own cluster, removed at the end of the run; leftovers of killed runs are removed first. */
export async function startRunCluster(): Promise<{ socketDir: string; stop(): Promise<void> }> {
  const parent = path.dirname(BASE);
  const prefix = `${path.basename(BASE)}-run-`;
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) await discard(path.join(parent, name));
  }
  const dir = `${BASE}-run-${process.pid}`;
  const cluster = await start(dir, { outlivesUs: false });
  return {
    socketDir: dir,
    stop: async () => {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function discard(dir: string): Promise<void> {
  const cluster = await start(dir, { outlivesUs: false }).catch(() => undefined);
  await cluster?.stop();
  await rm(dir, { recursive: true, force: true });
}

/** URL of a database of the test cluster: the runner's, otherwise one that single test files share and that stops when idle. */
export async function testClusterUrl(database: string): Promise<string> {
  const given = process.env[TEST_CLUSTER_VARIABLE];
  if (given) return socketUrl(given, database);
  shared ??= ensureSharedCluster();
  await shared;
  return socketUrl(BASE, database);
}

let shared: Promise<void> | undefined;

async function ensureSharedCluster(): Promise<void> {
  await mkdir(BASE, { recursive: true });
  await chmod(BASE, 0o755);
  await withFileLock(`${BASE}.lock`, LOCK_WAIT_MS, async () => {
    const cluster = await start(BASE, { outlivesUs: true });
    if (!cluster.adopted) startKeeper();
  });
}

function socketUrl(socketDir: string, database: string): string {
  return `postgresql://giftledger@${encodeURIComponent(socketDir)}:5432/${database}`;
}

/** No runner stops the cluster of single test files, so a separate process does when it has been idle. */
function startKeeper(): void {
  const keeper = spawn(process.execPath, [path.join(import.meta.dirname, 'cluster-keeper.ts'), BASE], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
  });
  keeper.unref();
}
