import { silentLogger } from '#core/kernel/logger.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { runProcesses } from '#core/processes/runner.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createStock } from '#infra/adapters/stock/stock.ts';
import type { TestApp } from './test-app.ts';

/** Runs the processes, which a test app does without, until they have followed the log as it is now. */
export async function takeNextSteps({ deps, store, databaseUrl }: TestApp): Promise<void> {
  const head = await deps.eventStore.headPosition();
  const pool = createPgPool(databaseUrl, {
    maxConnections: 2,
    applicationName: 'giftledger-processes',
    onIdleError: () => undefined,
  });
  const checkpoint = createProcessCheckpoint(pool, 'processes');
  const stopping = new AbortController();
  const stop = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
  await runProcesses({
    store,
    stock: createStock({ pool }),
    currencies: () => deps.rules().currencies,
    checkpoint: {
      ...checkpoint,
      save: async (place) => {
        await checkpoint.save(place);
        if (place.position >= head) stopping.abort();
      },
    },
    clock: deps.clock,
    logger: silentLogger,
    signal: stop,
    headStartMs: 0,
  });
  await pool.end();
  if (!stopping.signal.aborted) throw new Error(`The processes did not reach position ${head}.`);
}
