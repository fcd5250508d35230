// The HTTP side: `node programs/web.ts`, configured by the environment.
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from '#bff/app/app.ts';
import { refusePublishedPasswords } from '#bff/identity/passwords/published-passwords.ts';
import { offerSetup } from '#bff/identity/setup/setup-secret.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { untilToldOfPostgres } from '#infra/adapters/config/told-later.ts';
import { describeServer } from '#infra/adapters/eventstore/server.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { startTelemetry } from '#infra/wiring/telemetry/telemetry.ts';
import { untilPrepared } from '#infra/wiring/until-prepared.ts';
import { wireBff } from '#infra/wiring/wire-bff.ts';
import { listenToPosition } from '#projections/kernel/position-listener.ts';

/** How long requests under way may take after a stop. */
const DRAIN_LIMIT_MS = 8_000;

await untilToldOfPostgres();
const config = loadConfig(process.env, 'web');
const logger = createLogger({ part: 'bff', level: config.logLevel });
const telemetry = await startTelemetry({ part: 'bff', config, logger });
await untilPrepared(config.databaseUrl, logger);
const queue = createJobs({ databaseUrl: config.databaseUrl, logger });
const { deps, pools, watchLog, close } = await wireBff(config, { part: 'bff', logger, queue, servesLists: true });
telemetry.countPools(() => ({ ...pools(), jobs: queue.pool }));
if (config.isProduction) await refusePublishedPasswords(deps, SIGN_INS);

const stopping = new AbortController();
const listening = listenToPosition(config.databaseUrl, deps.database, stopping.signal);
await watchLog(stopping.signal);

const app = await buildApp(deps, telemetry);
// Also in the log: the operator, who can read it, may set the store up.
const setupUrl = await offerSetup(deps);
if (setupUrl !== null)
  logger.warn({ setup: setupUrl }, 'this store has no owner yet: it is set up at the address in `setup`, once');
await app.listen({ host: config.host, port: config.port });
void describeServer(config.eventstoreUrl).then((server) => logger.info({ server }, 'the event store'));

async function stop(): Promise<void> {
  app.drain();
  if (config.drainSeconds > 0)
    logger.info({ seconds: config.drainSeconds }, 'stopping: it is not ready, and still serves');
  await delay(config.drainSeconds * 1_000);
  const tooLong = setTimeout(() => {
    logger.warn('requests were still under way and are cut off');
    process.exit(0);
  }, DRAIN_LIMIT_MS);
  await app.close();
  stopping.abort();
  await Promise.all([listening, queue.close(), close(), telemetry.stop()]);
  clearTimeout(tooLong);
  process.exit(0);
}
onStop(stop);
process.send?.({ ready: true, setupUrl });
