import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { createPgPool } from '#infra/postgres/pool.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

const START_LIMIT_MS = 60_000;
/** A pool of this size is where SQL is fastest on small machines. */
const SQL_CONNECTIONS = 32;

/** A throwaway Postgres that really syncs to disk, and the event-store node in a process of its own, as in `npm start`. */
export async function startBenchStack() {
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
  const client = createEventStoreClient(`esdb://127.0.0.1:${port}?tls=false`);
  const pool = createPgPool(databaseUrl, {
    maxConnections: SQL_CONNECTIONS,
    applicationName: 'bench',
    onIdleError: (error) => console.error(error.message),
  });
  return {
    databaseUrl,
    client,
    // As in production: what is written is signed, what is read is proven.
    store: createEventStoreDb(client, { current: { id: 1, key: randomBytes(32) }, retired: [], since: null }),
    pool,
    async stop() {
      await client.dispose();
      await pool.end();
      const ended = new Promise((resolve) => node.once('exit', resolve));
      node.kill('SIGTERM');
      await ended;
      await postgres.stop();
      await dir.remove();
    },
  };
}
