// Keeps the read models up with the log: `node projections/main.ts`, configured by the environment.
import { createEventStoreDb } from '#core/kernel/eventstore-db.ts';
import { loadConfig } from '#infra/config.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createLogger } from '#infra/logger.ts';
import { type EngineStatus, runProjections } from './kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from './projections.ts';

const config = loadConfig(process.env);
const logger = createLogger({ part: 'projections', level: config.logLevel });
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
// The parent going away closes the channel: nobody would stop this process then.
process.once('disconnect', () => stopping.abort());

let hasReported = false;
/** To a parent process: ready once what is read is as good as it can get. */
function tellParent(status: EngineStatus): void {
  if (!process.send || !process.connected) return;
  const isSettled = status.state === 'live' || status.state === 'halted' || status.state === 'waiting';
  if (isSettled && !hasReported) process.send({ ready: true });
  hasReported ||= isSettled;
}

await runProjections({
  databaseUrl: config.databaseUrl,
  store: createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl)),
  projections,
  version: READ_MODEL_VERSION,
  signal: stopping.signal,
  logger,
  onStatus: tellParent,
});
process.exit(0);
