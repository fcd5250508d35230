// Keeps the read models current: `node programs/projections.ts`, configured by the environment.

import { loadConfig } from '#infra/adapters/config/config.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { heartbeatFile, startHeartbeat } from '#infra/adapters/heartbeat.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { startTelemetry } from '#infra/wiring/telemetry/telemetry.ts';
import { type EngineStatus, runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';

const config = loadConfig(process.env, 'projections');
const logger = createLogger({ part: 'projections', level: config.logLevel });
const telemetry = await startTelemetry({ part: 'projections', config, logger });
const stopping = new AbortController();
onStop(() => stopping.abort());

/** A long log takes time: after this, readers get what there is, with its age. */
const READY_AT_THE_LATEST_MS = 20_000;
const startedMs = performance.now();
let isReady = false;
let state: EngineStatus['state'] = 'connecting';
const AT_WORK: readonly EngineStatus['state'][] = ['catching-up', 'live', 'waiting'];
startHeartbeat(heartbeatFile(), () => AT_WORK.includes(state));

/** Reports to a parent process that it is ready, once the read models are as fresh as they can be soon. */
function tellParent(): void {
  if (isReady || !process.send || !process.connected) return;
  const isSettled = state === 'live' || state === 'halted' || state === 'waiting';
  const isLate = state === 'catching-up' && performance.now() - startedMs >= READY_AT_THE_LATEST_MS;
  if (!isSettled && !isLate) return;
  isReady = true;
  process.send({ ready: true });
}
// No status comes while the indexes of a long log are made.
setTimeout(tellParent, READY_AT_THE_LATEST_MS).unref();

await runProjections({
  databaseUrl: config.databaseUrl,
  store: createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl), config.eventMacs),
  projections,
  version: READ_MODEL_VERSION,
  release: VERSION,
  signal: stopping.signal,
  logger,
  onStatus: (status) => {
    state = status.state;
    tellParent();
  },
});
await telemetry.stop();
process.exit(0);
