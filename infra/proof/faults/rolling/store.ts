import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { registerTokens } from '#bff/identity/sessions/authentication.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { freePort } from '#infra/local/ports.ts';
import type { TestApi } from '#infra/proof/api/test-app.ts';
import type { TestStack } from '#infra/proof/testing/stack.ts';
import { adoptDemoSettings } from '#infra/seed/settings.ts';
import { NO_QUEUE, wireBff } from '#infra/wiring/wire-bff.ts';
import { type Balancer, type Patience, startBalancer } from './balancer.ts';

const PROGRAMS = path.join(import.meta.dirname, '../../../../programs');
const KINDS = ['web', 'projections', 'processes', 'jobs'] as const;
type Kind = (typeof KINDS)[number];

type Part = {
  readonly name: string;
  /** Of a server. */
  readonly port: number | undefined;
  /** Stops it as an update would, and resolves when the same one works again. @throws where it does not end properly */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type DoubledStore = TestApi & {
  /** That of the balancer. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly deps: BffDeps;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly parts: readonly Part[];
  readonly balancer: Balancer;
  readonly eventstoreUrl: string;
  stop(): Promise<void>;
};

/** Two of each part on a Postgres and an event store, with a balancer before the two servers. It stops the stack, too. */
export async function startDoubledStore(
  {
    drainSeconds,
    healthEveryMs,
    patience,
    smtpUrl = 'smtp://127.0.0.1:1',
  }: {
    readonly drainSeconds: number;
    readonly healthEveryMs: number;
    readonly patience?: Patience;
    readonly smtpUrl?: string;
  },
  stack: TestStack,
): Promise<DoubledStore> {
  const filesDir = await mkdtemp(path.join(tmpdir(), 'rolling-'));
  const secret = () => randomBytes(32).toString('base64');
  const env = {
    PATH: process.env.PATH,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventstoreUrl,
    SMTP_URL: smtpUrl,
    JWT_SECRET: secret(),
    ADMIN_JWT_SECRET: secret(),
    DATA_ENCRYPTION_KEYS: `1:${secret()}`,
    EVENT_MAC_KEYS: `1:${secret()}`,
    FILES_DIR: filesDir,
    RATE_LIMIT: 'off',
    DRAIN_SECONDS: String(drainSeconds),
  };
  const ports = [await freePort(), await freePort()];
  const balancer = await startBalancer(ports, healthEveryMs, patience);
  const parts = await Promise.all(
    KINDS.flatMap((kind) => [0, 1].map((number) => startPart(kind, number, { ...env, PORT: String(ports[number]) }))),
  );
  const config = loadConfig({ ...env, DATABASE_POOL_MAX: '4' }, 'web');
  const wired = await wireBff(config, { part: 'rolling', logger: pino({ level: 'silent' }), queue: NO_QUEUE });
  await adoptDemoSettings(wired.deps.ledger, wired.deps.rules().currencies);
  const app = Fastify();
  await registerTokens(app, config);
  await app.ready();
  return {
    app,
    deps: wired.deps,
    store: wired.store,
    pool: wired.pool,
    parts,
    balancer,
    url: balancer.url,
    databaseUrl: stack.databaseUrl,
    eventstoreUrl: stack.eventstoreUrl,
    async stop() {
      await balancer.close();
      await Promise.all(parts.map((part) => part.stop()));
      await app.close();
      await wired.close();
      await stack.stop();
      await rm(filesDir, { recursive: true });
    },
  };
}

async function startPart(kind: Kind, number: number, env: NodeJS.ProcessEnv): Promise<Part> {
  const name = `${kind} ${number + 1}`;
  const start = async (): Promise<ChildProcess> => {
    const child = fork(path.join(PROGRAMS, `${kind}.ts`), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended by itself, with ${code}.`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    return child;
  };
  let child = await start();
  const stop = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended by itself, with ${child.exitCode}.`);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`${name} ended with ${code} after SIGTERM.`);
  };
  return {
    name,
    port: kind === 'web' ? Number(env.PORT) : undefined,
    stop,
    async restart() {
      await stop();
      child = await start();
    },
  };
}
