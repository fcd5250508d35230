// The HTTP side: `node bff/main.ts`, configured by the environment.

import { createLedger } from '#core/ledger.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createNoteCipher } from '#infra/crypto/customer-keys.ts';
import { hashPassword, needsRehash, verifyAgainstNobody, verifyPassword } from '#infra/crypto/passwords.ts';
import { type KeyRing, open, seal } from '#infra/crypto/seal.ts';
import { hashToken, randomToken } from '#infra/crypto/tokens.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createFileStore } from '#infra/files/file-store.ts';
import { createJobs } from '#infra/jobs/jobs.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { onStop } from '#infra/on-stop.ts';
import { createDatabasePool, createPgPool } from '#infra/postgres/pool.ts';
import { createCodeStore } from '#infra/stock/codes.ts';
import { createStock } from '#infra/stock/stock.ts';
import { freshness, waitForPosition } from '#projections/kernel/freshness.ts';
import { listenToPosition } from '#projections/kernel/position-listener.ts';
import { buildApp } from './app.ts';
import type { BffDeps } from './deps.ts';
import { JOB_KINDS } from './jobs/kinds.ts';
import { SEND_MAIL } from './jobs/mail-job.ts';

/** Requests still under way get this long after a stop was asked for. */
const DRAIN_LIMIT_MS = 8_000;

const config = loadConfig(process.env);
const logger = createLogger({ part: 'bff', level: config.logLevel });

const database = await createDatabasePool(config.databaseUrl, { maxConnections: config.databasePoolMax });
const pool = createPgPool(config.databaseUrl, {
  maxConnections: config.databasePoolMax,
  applicationName: 'giftledger-bff',
  onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke while idle'),
});
const keys: KeyRing = config.dataKeys;
const store = createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl));
const clock = () => new Date();
const jobs = await createJobs({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl, logger });

const deps: BffDeps = {
  config: {
    publicUrl: config.publicUrl,
    secureCookies: config.secureCookies,
    trustProxy: config.trustProxy,
    webDir: config.webDir,
    jwtSecret: config.jwtSecret,
    adminJwtSecret: config.adminJwtSecret,
    accessTokenMinutes: config.accessTokenMinutes,
    refreshTokenDays: config.refreshTokenDays,
    adminSessionHours: config.adminSessionHours,
    eurUsdRate: config.eurUsdRate,
    conversionFeePercent: config.conversionFeePercent,
    depositFeePercent: config.depositFeePercent,
    orderExpiryHours: config.orderExpiryHours,
    rateLimits: { perMinute: config.rateLimitPerMinute, authPerMinute: config.authRateLimitPerMinute },
  },
  logger,
  database,
  ledger: createLedger({
    store,
    stock: createStock({ pool }),
    clock,
    logger,
    limits: { cacheBytes: config.ledgerCacheBytes },
  }),
  readModels: {
    waitForPosition: (position, timeoutMs) => waitForPosition(database, position, timeoutMs),
    freshness: () => freshness(database),
  },
  eventStore: {
    async headPosition() {
      for await (const event of store.readAll({ direction: 'backwards', maxCount: 1 })) return event.position;
      return -1n;
    },
  },
  notes: createNoteCipher({ pool, keys }),
  crypto: {
    hashPassword,
    verifyPassword,
    verifyAgainstNobody,
    needsRehash,
    randomToken,
    hashToken,
    seal: (plaintext, context) => seal(keys, plaintext, context),
    open: (sealed, context) => open(keys, sealed, context),
  },
  files: await createFileStore({ dir: config.filesDir }),
  mails: { send: (mail) => jobs.add(SEND_MAIL, mail, { id: mail.id }) },
  jobs: {
    queues: () => Promise.all(JOB_KINDS.map(async (kind) => ({ name: kind.name, ...(await jobs.counts(kind)) }))),
  },
  codes: createCodeStore({ pool, keys }),
  clock,
};

const stopping = new AbortController();
const listening = listenToPosition(config.databaseUrl, database, stopping.signal);

const app = await buildApp(deps);
await app.listen({ host: config.host, port: config.port });

async function stop(): Promise<void> {
  const tooLong = setTimeout(() => {
    logger.warn('requests were still under way and are cut off');
    process.exit(0);
  }, DRAIN_LIMIT_MS);
  await app.close();
  stopping.abort();
  await Promise.all([listening, jobs.close(), database.end(), pool.end()]);
  clearTimeout(tooLong);
  process.exit(0);
}
onStop(stop);
process.send?.({ ready: true });
