// Takes the steps that follow from events in other streams: `node programs/processes.ts`, configured by the environment.

import { rulesOf } from '#core/ledger/rules.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import { followSettings } from '#core/processes/follow-settings.ts';
import { openSoldCurrencies } from '#core/processes/open-new-currencies.ts';
import { runProcesses } from '#core/processes/runner.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { heartbeatFile, startHeartbeat } from '#infra/adapters/heartbeat.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createRates } from '#infra/adapters/postgres/rates.ts';
import { createStock } from '#infra/adapters/stock/stock.ts';
import { startTelemetry } from '#infra/wiring/telemetry/telemetry.ts';
import { untilPrepared } from '#infra/wiring/until-prepared.ts';

/** One connection for the checkpoint, the rest for stock. */
const MAX_CONNECTIONS = 5;

const config = loadConfig(process.env, 'processes');
const logger = createLogger({ part: 'processes', level: config.logLevel });
const telemetry = await startTelemetry({ part: 'processes', config, logger });
await untilPrepared(config.databaseUrl, logger);
const stopping = new AbortController();
onStop(() => stopping.abort());

const pool = createPgPool(config.databaseUrl, {
  maxConnections: MAX_CONNECTIONS,
  applicationName: 'giftledger-processes',
  onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke while idle'),
});
telemetry.countPools(() => ({ adapters: pool }));

const store = createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl), config.eventMacs);
const stock = createStock({ pool });
const rates = createRates({ pool });
const settings = await followSettings({ store, logger });
const currencies = () => rulesOf(settings.now()).currencies;
const clock = () => new Date();
const opening = openSoldCurrencies({
  store,
  settings,
  logger,
  signal: stopping.signal,
  ledger: createLedger({ store, stock, rates, currencies, clock, logger }),
  checkpointOf: (name) => createProcessCheckpoint(pool, name),
});

let hasReported = false;
let isFollowing = false;
startHeartbeat(heartbeatFile(), () => isFollowing);
const status = await runProcesses({
  store,
  stock,
  rates,
  currencies,
  checkpoint: createProcessCheckpoint(pool, 'processes'),
  clock,
  logger,
  signal: stopping.signal,
  onStatus: ({ state }) => {
    isFollowing = state === 'running';
    if (hasReported || state === 'stopped' || !process.connected) return;
    hasReported = true;
    process.send?.({ ready: true });
  },
});
stopping.abort();
await Promise.all([opening, settings.close()]);
await Promise.all([pool.end(), telemetry.stop()]);
if (status.error) logger.error({ status: status.error }, 'the processes stopped');
process.exit(status.error ? 1 : 0);
