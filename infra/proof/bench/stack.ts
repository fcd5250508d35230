import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { withLogin } from '#infra/adapters/eventstore/login.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { shareOfTestServer } from '#infra/proof/testing/test-event-store.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

const USER = { username: 'admin', password: randomBytes(12).toString('hex') };
const START_LIMIT_MS = 60_000;
/** SQL is fastest with this pool size on small machines. */
const SQL_CONNECTIONS = 32;

/**
 * A throwaway Postgres that really syncs to disk, and the event-store node in its own process, as with `npm start`; or
 * a share of the server in EVENTSTORE_TEST_URL.
 */
export async function startBenchStack() {
  const dir = await makeThrowawayDir('bench');
  const postgres = await startPostgres({ dir: dir.postgresDir, password: 'bench' });
  const databaseUrl = postgres.url('postgres');
  const share = await shareOfTestServer();
  const node = share === undefined ? await startNode(databaseUrl, path.join(dir.path, 'certificate')) : undefined;
  const eventstoreUrl = share ?? node?.url ?? '';
  const client = createEventStoreClient(eventstoreUrl);
  const macKey = randomBytes(32);
  const pool = createPgPool(databaseUrl, {
    maxConnections: SQL_CONNECTIONS,
    applicationName: 'bench',
    onIdleError: (error) => console.error(error.message),
  });
  return {
    databaseUrl,
    eventstoreUrl,
    client,
    macKey,
    // As in production: writes are signed, reads are verified.
    store: createEventStoreDb(client, { current: { id: 1, key: macKey }, retired: [], since: null }),
    pool,
    async stop() {
      await client.dispose();
      await pool.end();
      await node?.stop();
      await postgres.stop();
      await dir.remove();
    },
  };
}

/** An embedded node in a process of its own. */
async function startNode(databaseUrl: string, dir: string): Promise<{ url: string; stop(): Promise<unknown> }> {
  await mkdir(dir, { recursive: true });
  const { ca } = await ensureCertificate(dir, ['localhost']);
  const program = ['programs/event-store.ts', '--port', '0', '--certificate', dir];
  const node = spawn(process.execPath, ['--import', './infra/local/child-guard.ts', ...program], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_ACCOUNTS: `${USER.username}:${USER.password}`,
    },
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
  const address = `esdb://localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(ca)}`;
  return {
    url: withLogin(address, USER.username, USER.password),
    async stop() {
      const ended = once(node, 'exit');
      node.kill('SIGTERM');
      await ended;
    },
  };
}
