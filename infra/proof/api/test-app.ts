import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#bff/app/app.ts';
import { sendAccountLink } from '#bff/identity/accounts/account-links.ts';
import { wireSecurityLog } from '#bff/identity/security-events/wire-security-log.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendWithin } from '#bff/kit/mails/cool-down.ts';
import { finishMail, sendMail } from '#bff/kit/mails/mail-job.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { adoptDemoSettings, adoptSection } from '#infra/seed/settings.ts';
import { NO_QUEUE, type WireConfig, wireBff } from '#infra/wiring/wire-bff.ts';
import { workMails } from '#infra/wiring/work-mails.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { listenToPosition } from '#projections/kernel/position-listener.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { withoutOpenTransactions } from './no-open-transaction.ts';

/** Sections that have a standard. */
type RuleSection = Exclude<Section, 'seller' | 'accounts'>;

export type TestApp = {
  readonly app: FastifyInstance;
  readonly deps: BffDeps;
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  /** The folder of uploads. */
  readonly filesDir: string;
  /** Mails that were queued, oldest first. */
  readonly mails: readonly OutgoingMail[];
  /** Moves the clock of the BFF and the ledger. */
  advance(ms: number): void;
  /** Another BFF on the same stores, as behind a balancer: with its own connections and memory. */
  twin(): Promise<TestApi & TestDeps<keyof BffDeps>>;
  stop(): Promise<void>;
};

/** The dependencies of making people and products: from a test app, or from a product that runs elsewhere. */
export type TestDeps<Names extends keyof BffDeps> = { readonly deps: Pick<BffDeps, Names> };
/** The app that signs tokens and takes requests. */
export type TestApi = { readonly app: FastifyInstance };

const TEST_PUBLIC_URL = 'http://localhost:3000';

const TEST_SECRETS = {
  JWT_SECRET: 'customer-secret-of-tests-0123456789',
  ADMIN_JWT_SECRET: 'administrator-secret-of-tests-0123456789',
  SMTP_URL: 'smtp://mails.are.kept',
  PUBLIC_URL: TEST_PUBLIC_URL,
  DATABASE_POOL_MAX: '8',
  RATE_LIMIT: 'off',
};

type TestAppOptions = {
  /** Those of the demonstration. */
  readonly hasSettings?: boolean;
  /** What differs from the standard of a section. */
  readonly settings?: { readonly [Name in RuleSection]?: Partial<ValueOf<Name>> };
  /** Stores that are there already, such as restored ones; they outlive the app. */
  readonly on?: Pick<TestApp, 'databaseUrl' | 'eventstoreUrl' | 'filesDir'>;
};

/**
 * The whole BFF on real parts: a database and an event-store node of its own, projections running in this process. Only mails are collected
 * instead of sent. Stop it at the end of the tests.
 */
export async function startTestApp(
  { hasSettings = true, settings = {}, on, ...config }: Partial<WireConfig> & TestAppOptions = {},
  /** Receives the log lines of every level. */
  logTo?: { write(line: string): void },
  /** Mails go through the real queue, and then to this. */
  deliver?: (mail: OutgoingMail) => Promise<void>,
): Promise<TestApp> {
  const stack = on ? { ...on, stop: async () => undefined } : await startTestStack();
  const stopping = new AbortController();
  const filesDir = on?.filesDir ?? (await mkdtemp(path.join(tmpdir(), 'giftledger-files-')));
  const wiring = {
    ...loadConfig(
      {
        ...TEST_SECRETS,
        DATABASE_URL: stack.databaseUrl,
        EVENTSTORE_URL: stack.eventstoreUrl,
        FILES_DIR: filesDir,
        DATA_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
        EVENT_MAC_KEYS: `1:${randomBytes(32).toString('base64')}`,
      },
      'web',
    ),
    webDir: undefined,
    settingsWait: true,
    ...config,
  };
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const mails: OutgoingMail[] = [];

  const live = Promise.withResolvers<void>();
  const projecting = runProjections({
    databaseUrl: stack.databaseUrl,
    store: createEventStoreDb(createEventStoreClient(stack.eventstoreUrl), wiring.eventMacs),
    projections,
    version: READ_MODEL_VERSION,
    signal: stopping.signal,
    logger: silentLogger,
    onStatus: ({ state, reason }) => {
      if (state === 'live') live.resolve();
      if (state === 'halted') live.reject(new Error(`The projections halted: ${reason}`));
    },
  });
  const tooLate = setTimeout(() => live.reject(new Error('The projections did not come up in time.')), PATIENCE_MS);
  await live.promise;
  clearTimeout(tooLate);

  const logger = logTo ? pino({ level: 'trace' }, logTo) : pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const jobs = deliver && createJobs({ databaseUrl: stack.databaseUrl, logger });

  async function startInstance() {
    const wired = await wireBff(wiring, {
      part: 'bff-test',
      logger,
      queue: jobs ?? NO_QUEUE,
      servesLists: true,
      clock,
    });
    const kept: BffDeps['mails'] = {
      send: sendWithin(wired.deps, async (letter) => {
        if (!mails.some(({ id }) => id === letter.id)) mails.push(finishMail(wired.deps, letter));
      }),
      sendLink: (request) => sendAccountLink(deps, request),
    };
    const sent = jobs ? wired.deps.mails : kept;
    const deps: BffDeps = {
      ...wired.deps,
      ...withoutOpenTransactions({ ...wired.deps, mails: sent }),
      security: wireSecurityLog({ ...wired.deps, mails: sent }),
      // Tests call deliverDue to send them.
      webhooks: { ...wired.deps.webhooks, wake: async () => undefined },
      // Tests call workPersonalData.
      personalData: { wake: async () => undefined },
    };
    // The pool itself, by which those who wait for a position are found.
    const listening = listenToPosition(stack.databaseUrl, wired.deps.database, stopping.signal);
    const app = await buildApp(deps);
    await app.ready();
    const stop = async () => {
      await deps.security.close();
      await Promise.all([listening, wired.close()]);
    };
    return { app, deps, store: wired.store, pool: wired.pool, stop };
  }

  const first = await startInstance();
  const reached = async (position: bigint) => assert.ok(await first.deps.settings.reached(position, PATIENCE_MS));
  for (const [section, value] of Object.entries(settings) as [RuleSection, object][]) {
    const whole = { ...SECTIONS[section].standard, ...value } as ValueOf<RuleSection>;
    await reached(await adoptSection(first.deps.ledger, section, whole));
  }
  if (hasSettings) await reached(await adoptDemoSettings(first.deps.ledger, first.deps.rules().currencies));
  if (jobs && deliver) {
    const vault = { pool: first.pool, keys: wiring.dataKeys };
    await workMails(jobs, vault, first.deps, (mail) => sendMail({ send: deliver }, mail));
  }
  const instances = [first];
  return {
    app: first.app,
    deps: first.deps,
    store: first.store,
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
      // The projections stop last, because a request under way waits for them.
      for (const instance of instances) await instance.app.close();
      await jobs?.close();
      stopping.abort();
      await projecting;
      for (const instance of instances) await instance.stop();
      await stack.stop();
      if (!on) await rm(filesDir, { recursive: true, force: true });
    },
  };
}

/** Requires the status of an answer, and shows its body in a failure. */
export function assertStatus(answer: { statusCode: number; body: string }, status: number): void {
  assert.equal(answer.statusCode, status, `status ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
}
