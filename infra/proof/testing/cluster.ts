import { chmod } from 'node:fs/promises';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

/** The test runner sets it for its files: the cluster that they share. */
export const TEST_CLUSTER_VARIABLE = 'GIFTLEDGER_TEST_CLUSTER';

/** The runner's own cluster, removed at the end of the run. */
export async function startRunCluster(): Promise<{ socketDir: string; stop(): Promise<void> }> {
  // Its path is short, because a Unix socket's path may have 103 characters.
  const dir = await makeThrowawayDir('run');
  // Where root runs the tests, Postgres is another user.
  await chmod(dir.path, 0o755);
  const socketDir = dir.postgresDir;
  const cluster = await startPostgres({ dir: socketDir, socketDir, fast: true });
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
