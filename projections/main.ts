// Keeps the read models up with the log: `node projections/main.ts`, configured by the environment.

import { loadConfig } from '#infra/config/config.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { onStop } from '#infra/on-stop.ts';
import { type EngineStatus, runProjections } from './kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from './projections.ts';

const config = loadConfig(process.env, 'projections');
const logger = createLogger({ part: 'projections', level: config.logLevel });
const stopping = new AbortController();
onStop(() => stopping.abort());

/** A long log takes its time: from then on readers get what is there, with how old it is. */
const READY_AT_THE_LATEST_MS = 20_000;
const startedMs = performance.now();
let isReady = false;

/** To a parent process: ready once what is read is as good as it can soon get. */
function tellParent({ state }: EngineStatus): void {
  if (isReady || !process.send || !process.connected) return;
  const isSettled = state === 'live' || state === 'halted' || state === 'waiting';
  const isLate = state === 'catching-up' && performance.now() - startedMs > READY_AT_THE_LATEST_MS;
  if (!isSettled && !isLate) return;
  isReady = true;
  process.send({ ready: true });
}

await runProjections({
  databaseUrl: config.databaseUrl,
  store: createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl), config.eventMacs),
  projections,
  version: READ_MODEL_VERSION,
  signal: stopping.signal,
  logger,
  onStatus: tellParent,
});
process.exit(0);
