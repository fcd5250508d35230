import { chmod, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

/** The test runner sets it for its files: the cluster that they share. */
export const TEST_CLUSTER_VARIABLE = 'GIFTLEDGER_TEST_CLUSTER';

/** Linux' file system in memory. */
const IN_MEMORY = '/dev/shm';
/** Some times what the databases of a run take. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** In memory where there is room: each test makes and drops a database, of a thousand files, which takes a disk five times the processor. */
async function placeOfCluster(): Promise<string> {
  const there = await statfs(IN_MEMORY).catch(() => undefined);
  const room = Math.min(there ? there.bavail * there.bsize : 0, process.availableMemory());
  return room >= ROOM_BYTES ? IN_MEMORY : tmpdir();
}

/** The runner's own cluster, removed at the end of the run. */
export async function startRunCluster(): Promise<{ socketDir: string; stop(): Promise<void> }> {
  // Its path is short, because a Unix socket's path may have 103 characters.
  const dir = await makeThrowawayDir('run', undefined, await placeOfCluster());
  // Where root runs the tests, Postgres is another user.
  await chmod(dir.path, 0o755);
  const socketDir = dir.postgresDir;
  // A query that would fill the memory, in which the cluster is, fails alone.
  const settings = ['temp_file_limit=1GB'];
  const cluster = await startPostgres({ dir: socketDir, socketDir, fast: true, settings });
  return {
    socketDir,
    stop: async () => {
      await cluster.stop();
      await dir.remove();
    },
  };
}

export function testClusterUrl(database: string): string {
  const socketDir = process.env[TEST_CLUSTER_VARIABLE];
  if (!socketDir) throw new Error('This test needs a Postgres, which `npm test -- int FILE` starts for it.');
  return `postgresql://giftledger@${encodeURIComponent(socketDir)}:5432/${database}`;
}
