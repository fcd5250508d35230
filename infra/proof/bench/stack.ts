import { spawn } from 'node:child_process';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { startPostgres } from '#infra/local/postgres.ts';
import { makeThrowawayDir } from '#infra/local/throwaway-dir.ts';

export type BenchStack = { databaseUrl: string; eventstoreUrl: string; stop(): Promise<void> };

const START_LIMIT_MS = 60_000;

/** A throwaway Postgres that really syncs to disk, and the event-store node in a process of its own, as in `npm start`. */
export async function startBenchStack(): Promise<BenchStack> {
  const dir = await makeThrowawayDir('bench');
  const postgres = await startPostgres({ dir: dir.postgresDir, password: 'bench' });
  const databaseUrl = postgres.url('postgres');
  const node = spawn(process.execPath, ['--import', './infra/local/child-guard.ts', 'infra/node/main.ts'], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the event-store node did not start')), START_LIMIT_MS);
    node.once('message', (message: { port: number }) => {
      clearTimeout(timer);
      resolve(message.port);
    });
    node.once('exit', (code) => reject(new Error(`the event-store node ended with ${code}`)));
  });
  return {
    databaseUrl,
    eventstoreUrl: `esdb://127.0.0.1:${port}?tls=false`,
    stop: async () => {
      const ended = new Promise((resolve) => node.once('exit', resolve));
      node.kill('SIGTERM');
      await ended;
      await postgres.stop();
      await dir.remove();
    },
  };
}
