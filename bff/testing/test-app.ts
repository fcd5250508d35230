import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#bff/app.ts';
import type { BffConfig, BffDeps, OutgoingMail } from '#bff/deps.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { createLedger } from '#core/ledger.ts';
import { createNoteCipher } from '#infra/crypto/customer-keys.ts';
import { hashPassword, needsRehash, verifyAgainstNobody, verifyPassword } from '#infra/crypto/passwords.ts';
import { type KeyRing, open, seal } from '#infra/crypto/seal.ts';
import { hashToken, randomToken } from '#infra/crypto/tokens.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createFileStore } from '#infra/files/file-store.ts';
import { createDatabasePool, createPgPool } from '#infra/postgres/pool.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { createCodeStore } from '#infra/stock/codes.ts';
import { createStock } from '#infra/stock/stock.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { freshness, waitForPosition } from '#projections/kernel/freshness.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';

export type TestApp = {
  readonly app: FastifyInstance;
  readonly deps: BffDeps;
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  /** Where uploads are kept. */
  readonly filesDir: string;
  /** Mails that were queued, oldest first. */
  readonly mails: readonly OutgoingMail[];
  /** Moves the clock of the BFF and the ledger. */
  advance(ms: number): void;
  /** Another BFF on the same stores, as behind a balancer: its own connections, and its own memory of the ledger. */
  twin(): Promise<TestApi & TestDeps<keyof BffDeps>>;
  stop(): Promise<void>;
};

/** What making people and products needs: of a test app, or of a product that runs elsewhere. */
export type TestDeps<Names extends keyof BffDeps> = { readonly deps: Pick<BffDeps, Names> };
/** What signs tokens and takes requests. */
export type TestApi = { readonly app: FastifyInstance };

export const TEST_PUBLIC_URL = 'http://localhost:3000';
const PROJECTIONS_LIVE_TIMEOUT_MS = 20_000;

const testConfig: BffConfig = {
  publicUrl: TEST_PUBLIC_URL,
  secureCookies: false,
  trustProxy: false,
  webDir: undefined,
  jwtSecret: 'customer-secret-of-tests-0123456789',
  adminJwtSecret: 'administrator-secret-of-tests-0123456789',
  accessTokenMinutes: 15,
  refreshTokenDays: 30,
  adminSessionHours: 24,
  eurUsdRate: '1.1',
  conversionFeePercent: '2',
  depositFeePercent: '0',
  orderExpiryHours: 48,
  rateLimits: { perMinute: 100_000, authPerMinute: 100_000 },
};

/**
 * The whole BFF on real parts: a database and an event-store node of its own, projections running in this process. Only
 * mails are kept instead of sent. Stop it when the tests are done.
 */
export async function startTestApp(
  config: Partial<BffConfig> = {},
  /** Takes what is logged, at every level. */
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const stack = await startTestStack();
  const stopping = new AbortController();
  const filesDir = await mkdtemp(path.join(tmpdir(), 'giftledger-files-'));
  const keys: KeyRing = { current: { id: 1, key: randomBytes(32) }, retired: [] };
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const mails: OutgoingMail[] = [];

  const live = Promise.withResolvers<void>();
  const projecting = runProjections({
    databaseUrl: stack.databaseUrl,
    store: createEventStoreDb(createEventStoreClient(stack.eventstoreUrl)),
    projections,
    version: READ_MODEL_VERSION,
    signal: stopping.signal,
    logger: silentLogger,
    onStatus: ({ state, reason }) => {
      if (state === 'live') live.resolve();
      if (state === 'halted') live.reject(new Error(`The projections halted: ${reason}`));
    },
  });
  const tooLate = setTimeout(
    () => live.reject(new Error('The projections did not come up in time.')),
    PROJECTIONS_LIVE_TIMEOUT_MS,
  );
  await live.promise;
  clearTimeout(tooLate);

  async function startInstance() {
    const database = await createDatabasePool(stack.databaseUrl, { maxConnections: 8 });
    const pool = createPgPool(stack.databaseUrl, {
      maxConnections: 8,
      applicationName: 'bff-test',
      onIdleError: () => undefined,
    });
    const store = createEventStoreDb(createEventStoreClient(stack.eventstoreUrl));
    const deps: BffDeps = {
      config: { ...testConfig, ...config },
      logger: logTo ? pino({ level: 'trace' }, logTo) : pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
      database,
      ledger: createLedger({ store, stock: createStock({ pool }), clock, logger: silentLogger }),
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
      files: await createFileStore({ dir: filesDir }),
      mails: {
        async send(mail) {
          if (!mails.some((sent) => sent.id === mail.id)) mails.push(mail);
        },
      },
      jobs: { queues: async () => [] },
      codes: createCodeStore({ pool, keys }),
      clock,
    };
    const app = await buildApp(deps);
    await app.ready();
    const stop = async () => {
      await database.end();
      await pool.end();
    };
    return { app, deps, stop };
  }

  const first = await startInstance();
  const instances = [first];
  return {
    app: first.app,
    deps: first.deps,
    databaseUrl: stack.databaseUrl,
    eventstoreUrl: stack.eventstoreUrl,
    filesDir,
    mails,
    advance: (ms) => {
      offsetMs += ms;
    },
    async twin() {
      const instance = await startInstance();
      instances.push(instance);
      return instance;
    },
    async stop() {
      // The projections last: a request that is being finished waits for them.
      for (const instance of instances) await instance.app.close();
      stopping.abort();
      await projecting;
      for (const instance of instances) await instance.stop();
      await stack.stop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

/** What a test expects of an answer, with the body in the failure's message. */
export function assertStatus(answer: { statusCode: number; body: string }, status: number): void {
  assert.equal(answer.statusCode, status, `status ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
}
