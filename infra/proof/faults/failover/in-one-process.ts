import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLogger } from '#core/kernel/logger.ts';
import { runProcesses } from '#core/processes/runner.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createRates } from '#infra/adapters/postgres/rates.ts';
import { createStock } from '#infra/adapters/stock/stock.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';
import type { TestStack } from '#infra/proof/testing/stack.ts';
import { startBalancer } from '../rolling/balancer.ts';
import type { FailoverStore } from './run.ts';

const HEALTH_EVERY_MS = 500;

/** Two servers behind a balancer, read models, processes and the jobs of mails, with less work to start than a process each. */
export async function startInOneProcess(
  { databaseUrl, eventstoreUrl }: Pick<TestStack, 'databaseUrl' | 'eventstoreUrl'>,
  received: string[],
): Promise<FailoverStore> {
  const filesDir = await mkdtemp(path.join(tmpdir(), 'giftledger-failover-'));
  const test = await startTestApp({ on: { databaseUrl, eventstoreUrl, filesDir } }, undefined, async ({ to }) => {
    received.push(to);
  });
  const twin = await test.twin();
  const ports = await Promise.all(
    [test.app, twin.app].map(async (app) => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)),
  );
  const balancer = await startBalancer(ports, HEALTH_EVERY_MS);
  const pool = createPgPool(databaseUrl, {
    maxConnections: 4,
    applicationName: 'giftledger-processes',
    onIdleError: () => undefined,
  });
  const stopping = new AbortController();
  const following = runProcesses({
    store: test.store,
    stock: createStock({ pool }),
    rates: createRates({ pool }),
    currencies: () => test.deps.rules().currencies,
    checkpoint: createProcessCheckpoint(pool, 'processes'),
    clock: () => new Date(),
    logger: silentLogger,
    signal: stopping.signal,
  });
  return {
    app: test.app,
    deps: test.deps,
    store: test.store,
    pool,
    url: balancer.url,
    databaseUrl,
    async stop() {
      await balancer.close();
      stopping.abort();
      await following;
      await pool.end();
      await test.stop();
      await rm(filesDir, { recursive: true });
    },
  };
}
