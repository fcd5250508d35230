import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { JOB_KINDS } from '#bff/app/job-kinds.ts';
import { ACCOUNT_LINK } from '#bff/identity/accounts/account-links.ts';
import { wireSecurityLog } from '#bff/identity/security-events/wire-security-log.ts';
import type { BffConfig, BffDeps } from '#bff/kit/deps.ts';
import { isRecorded } from '#bff/kit/files/customer-uploads.ts';
import { onFollowedLog } from '#bff/kit/lib/followed-log.ts';
import { heldSettings } from '#bff/kit/lib/held-settings.ts';
import { sendWithin } from '#bff/kit/mails/cool-down.ts';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { readRates } from '#bff/kit/tables/rates.ts';
import { keepFirstRate } from '#bff/money/rates/rate-store.ts';
import { DELIVER_WEBHOOKS } from '#bff/outside/webhooks/deliver.ts';
import { WORK_PERSONAL_DATA } from '#bff/people/personal-data/work.ts';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { explain } from '#core/finance/explain/explain.ts';
import type { Explaining } from '#core/finance/explain/reading.ts';
import { lastPosition } from '#core/kernel/following/log-place.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { rulesOf } from '#core/ledger/rules.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import { followSettings } from '#core/processes/follow-settings.ts';
import type { Config } from '#infra/adapters/config/config.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { createCustomerKeys, createNoteCipher } from '#infra/adapters/crypto/customer-keys.ts';
import { createFingerprints } from '#infra/adapters/crypto/installation-key.ts';
import { hashPassword, needsRehash, verifyAgainstNobody, verifyPassword } from '#infra/adapters/crypto/passwords.ts';
import { open, seal, sealPacked } from '#infra/adapters/crypto/seal.ts';
import { deriveToken, hashToken, randomToken } from '#infra/adapters/crypto/tokens.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { addressOfServer, nameOfServer } from '#infra/adapters/eventstore/server.ts';
import { createClamdScanner } from '#infra/adapters/files/clamd.ts';
import { createFileStore } from '#infra/adapters/files/file-store.ts';
import type { Jobs } from '#infra/adapters/jobs/jobs.ts';
import { addSealed, removeMentioning } from '#infra/adapters/jobs/sealed-jobs.ts';
import { createWebhookSender } from '#infra/adapters/outside/webhook-sender.ts';
import { createKeptPapers } from '#infra/adapters/postgres/kept-papers.ts';
import { createDatabasePool, createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createRates } from '#infra/adapters/postgres/rates.ts';
import { withStandby } from '#infra/adapters/postgres/standby-reads.ts';
import { createCodeStore } from '#infra/adapters/stock/codes.ts';
import { createStock } from '#infra/adapters/stock/stock.ts';
import { readsFromStandby } from '#infra/connect/standby.ts';
import { freshness, onPosition, waitForPosition } from '#projections/kernel/freshness.ts';
import { placesOfMovements } from '#projections/models/transactions.ts';
import { findStanding } from '#projections/models/wallets.ts';
import { withoutWait } from './without-wait.ts';

/** An explanation of a wallet shows this many of the newest movements of each kind with their papers. */
const EXPLAINED_ENTRIES = 5;
/** Of a long wallet, the newest that are read for it. */
const EXPLAINED_EVENTS = 500;

/** The configuration of the wiring; a `Config` is one. */
export type WireConfig = BffConfig & Omit<Config<'tools'>, keyof BffConfig>;

/** Parts of the process that its configuration does not have. */
export type WireParts = {
  /** The name of the process in Postgres. */
  readonly part: string;
  readonly logger: FastifyBaseLogger;
  /** The queue of mails, which the system page counts. */
  readonly queue: Pick<Jobs, 'add' | 'counts' | 'failureOf' | 'repeatedLate'>;
  /** It answers people: lists may come from the standby. */
  readonly servesLists?: boolean;
  /** The real time where it is left out. */
  readonly clock?: () => Date;
  /** How long the settings are waited for, where it is not as a server does. */
  readonly firstReadMs?: number;
};

export type WiredBff = {
  readonly deps: BffDeps;
  readonly store: EventStore;
  /** The same ledger on another store, such as one that holds back what it appends. */
  ledgerOn(store: EventStore): BffDeps['ledger'];
  /** The adapters' pool; `deps.database` has connections of its own. */
  readonly pool: pg.Pool;
  /** All pools of connections that are open now, by name. */
  pools(): Readonly<Record<string, BffDeps['database'] | pg.Pool>>;
  /** From then on, nothing is booked on a log that is not the one that the read models followed. */
  watchLog: ReturnType<typeof onFollowedLog>['watch'];
  /** Closes all connections. The queue stays open, because its owner closes it. */
  close(): Promise<void>;
};

/** For processes that send no mails. */
export const NO_QUEUE: WireParts['queue'] = {
  add: () => Promise.reject(new Error('This process queues no jobs.')),
  counts: async (kinds) =>
    kinds.map(({ name }) => ({ name, waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 })),
  repeatedLate: async () => ({ lateMs: 0, hanging: null }),
  failureOf: async () => null,
};

/** Wires the BFF's parts to the real adapters: for its process, its jobs, the seed, and tests. */
export async function wireBff(
  config: WireConfig,
  { part, logger, queue, servesLists = false, clock = () => new Date(), firstReadMs }: WireParts,
): Promise<WiredBff> {
  const { database, pool, pools, standby, closeDatabase } = await openDatabase(config, { part, logger, servesLists });
  const keys = config.dataKeys;
  const customerKeys = createCustomerKeys({ pool, keys });
  const scanner = config.fileScannerUrl === undefined ? undefined : createClamdScanner(config.fileScannerUrl);
  const client = createEventStoreClient(config.eventstoreUrl);
  const store = createEventStoreDb(client, config.eventMacs);
  const settings = heldSettings(
    withoutWait(await followSettings({ store, logger, firstReadMs }), !config.settingsWait),
  );
  const rules = () => rulesOf(settings.held());
  const mails: BffDeps['mails'] = {
    send: sendWithin({ database, logger }, (letter) => addSealed(queue, { pool, keys }, SEND_MAIL, letter)),
    sendLink: (request) => addSealed(queue, { pool, keys }, ACCOUNT_LINK, request),
  };
  await keepFirstRate(database, clock());
  const ledgerOn = ledgersOf(config, { pool, clock, logger, rules });
  const readModels = readModelsOn(database);
  const { ledger, watch: watchLog } = onFollowedLog(ledgerOn(store), { readModels, logger });
  const deps: BffDeps = {
    version: VERSION,
    config,
    logger,
    database,
    standby,
    ledger,
    readModels,
    eventStore: probeOf(config, client, store),
    explain: (subject, signal) => explain(store, subject, { ...explainedFrom(database, pool), signal }),
    settings,
    rules,
    notes: createNoteCipher(customerKeys),
    crypto: {
      hashPassword,
      verifyPassword,
      verifyAgainstNobody,
      needsRehash,
      randomToken,
      hashToken,
      deriveToken,
      seal: (value, id, plaintext) => seal(keys, plaintext, sealContext(value, id)),
      sealPacked: (value, id, text) => sealPacked(keys, text, sealContext(value, id)),
      open: (value, id, sealed) => open(keys, sealed, sealContext(value, id)),
      accountPrint: createFingerprints(pool, keys, 'bank-account-fingerprint'),
    },
    files: await createFileStore({
      dir: config.filesDir,
      keys: customerKeys,
      scanner,
      isRecorded: isRecorded(database),
    }),
    scanner,
    rates: () => readRates(database, clock()),
    mails,
    jobs: jobsOn(queue, { pool, keys }),
    codes: createCodeStore({ pool, keys }),
    webhooks: {
      ...createWebhookSender({ allowsLoopback: config.webhookLoopback }),
      wake: () => queue.add(DELIVER_WEBHOOKS, {}),
    },
    personalData: { wake: () => queue.add(WORK_PERSONAL_DATA, {}) },
    security: wireSecurityLog({ config, database, logger, mails, clock }),
    clock,
  };
  return {
    deps,
    store,
    ledgerOn,
    pool,
    pools,
    watchLog,
    async close() {
      await deps.security.close();
      await settings.close();
      await client.dispose();
      await closeDatabase();
    },
  };
}

async function openDatabase(
  { databaseUrl, databasePoolMax: maxConnections }: WireConfig,
  { part, logger, servesLists }: Pick<WireParts, 'part' | 'logger' | 'servesLists'>,
) {
  const primary = await createDatabasePool(databaseUrl, { maxConnections });
  // The adapters' statements are few and short; each connection costs Postgres 5 MiB (`memory` of npm run bench).
  const pool = createPgPool(databaseUrl, {
    maxConnections: Math.ceil(maxConnections / 2),
    applicationName: `giftledger-${part}`,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke while idle'),
  });
  const standby =
    servesLists && readsFromStandby(databaseUrl)
      ? withStandby(databaseUrl, primary, { maxConnections, logger })
      : undefined;
  return {
    database: standby?.database ?? primary,
    standby: standby?.reads,
    pool,
    pools: () => ({ requests: primary, adapters: pool, ...standby?.pools() }),
    async closeDatabase() {
      await standby?.close();
      await Promise.all([primary.end(), pool.end()]);
    },
  };
}

const probeOf = (
  { eventstoreUrl }: WireConfig,
  client: Parameters<typeof nameOfServer>[0],
  store: EventStore,
): BffDeps['eventStore'] => ({
  readStream: (streamId) => store.readStream(streamId),
  headPosition: () => lastPosition(store, STREAM_PREFIXES),
  address: addressOfServer(eventstoreUrl),
  server: () => nameOfServer(client),
});

const explainedFrom = (database: BffDeps['database'], pool: pg.Pool): Explaining => ({
  entries: EXPLAINED_ENTRIES,
  kept: createKeptPapers(async (text, values) => (await pool.query(text, [...values])).rows),
  bounds: {
    most: EXPLAINED_EVENTS,
    standingOf: (walletId) => findStanding(database, walletId),
    movementsOf: (paperId) => placesOfMovements(database, paperId),
  },
});

const jobsOn = (queue: WireParts['queue'], vault: Parameters<typeof removeMentioning>[0]): BffDeps['jobs'] => ({
  queues: () => queue.counts(JOB_KINDS),
  repeatedLate: () => queue.repeatedLate(),
  mailFailure: (id) => queue.failureOf(SEND_MAIL, id),
  removeMentioning: (texts) => removeMentioning(vault, texts),
});

const readModelsOn = (database: BffDeps['database']): BffDeps['readModels'] => ({
  waitForPosition: (position, timeoutMs) => waitForPosition(database, position, timeoutMs),
  onPosition: (listener) => onPosition(database, listener),
  freshness: () => freshness(database),
});

/** A ledger on any store. */
const ledgersOf =
  (
    config: WireConfig,
    { pool, clock, logger, rules }: { pool: pg.Pool; clock: () => Date } & Pick<BffDeps, 'logger' | 'rules'>,
  ) =>
  (store: EventStore): BffDeps['ledger'] =>
    createLedger({
      store,
      clock,
      logger,
      limits: { cacheBytes: config.ledgerCacheBytes },
      currencies: () => rules().currencies,
      settingsVersion: () => rules().version,
      stock: createStock({ pool }),
      rates: createRates({ pool }),
    });
