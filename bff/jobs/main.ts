// Does the work that no request waits for: mails, order expiry, image sizes, cleaning up. `node bff/jobs/main.ts`.
import { bookRevocations } from '#bff/api-key/book-revocations.ts';
import { MAKE_IMAGE_SIZES, MAKE_IMAGE_SIZES_EVERY_MS, makeImageSizes } from '#bff/catalogue/make-image-sizes.ts';
import { EXPIRE_ORDERS, EXPIRE_ORDERS_EVERY_MS, expireOrders } from '#bff/orders/expire-orders.ts';
import { createLedger } from '#core/ledger.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createFileStore } from '#infra/files/file-store.ts';
import { createJobs } from '#infra/jobs/jobs.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { createMailer } from '#infra/mail/mailer.ts';
import { onStop } from '#infra/on-stop.ts';
import { createDatabasePool, createPgPool } from '#infra/postgres/pool.ts';
import { createStock } from '#infra/stock/stock.ts';
import { CLEAN_UP, CLEAN_UP_EVERY_MS, cleanUp } from './clean-up.ts';
import { SEND_MAIL } from './mail-job.ts';

const MAX_CONNECTIONS = 5;
/** Pictures are resized one at a time: each may take a core and 200 MB. */
const ONE_AT_A_TIME = { concurrency: 1 };

const config = loadConfig(process.env);
const logger = createLogger({ part: 'jobs', level: config.logLevel });

const database = await createDatabasePool(config.databaseUrl, { maxConnections: MAX_CONNECTIONS });
const pool = createPgPool(config.databaseUrl, {
  maxConnections: MAX_CONNECTIONS,
  applicationName: 'giftledger-jobs',
  onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke while idle'),
});
const clock = () => new Date();
const ledger = createLedger({
  store: createEventStoreDb(() => createEventStoreClient(config.eventstoreUrl)),
  stock: createStock({ pool }),
  clock,
  logger,
});
const files = await createFileStore({ dir: config.filesDir });
const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom });
const jobs = await createJobs({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl, logger });
const messageDomain = new URL(config.publicUrl).hostname;

jobs.work(SEND_MAIL, async ({ id, ...mail }) => {
  await mailer.send({ ...mail, messageId: `<${id}@${messageDomain}>` });
});
jobs.work(
  EXPIRE_ORDERS,
  async () => {
    await expireOrders({ database, ledger, clock, logger });
  },
  ONE_AT_A_TIME,
);
jobs.work(
  MAKE_IMAGE_SIZES,
  async () => {
    await makeImageSizes({ database, files, logger });
  },
  ONE_AT_A_TIME,
);
jobs.work(
  CLEAN_UP,
  async () => {
    await cleanUp({ database });
    await bookRevocations({ database, ledger, logger });
  },
  ONE_AT_A_TIME,
);
await jobs.every(EXPIRE_ORDERS, EXPIRE_ORDERS_EVERY_MS, {});
await jobs.every(MAKE_IMAGE_SIZES, MAKE_IMAGE_SIZES_EVERY_MS, {});
await jobs.every(CLEAN_UP, CLEAN_UP_EVERY_MS, {});

async function stop(): Promise<void> {
  await jobs.close();
  mailer.close();
  await Promise.all([database.end(), pool.end()]);
  process.exit(0);
}
onStop(stop);
process.send?.({ ready: true });
logger.info('jobs are worked on');
