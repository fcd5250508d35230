import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import type { BffDeps } from '#bff/kit/deps.ts';
import '#bff/kit/http/fastify-types.ts';
import { registerTokens } from '#bff/identity/sessions/authentication.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { partEnvironment } from '#infra/local/environment.ts';
import { type Runtime, readRuntime } from '#infra/local/runtime.ts';
import { loadLocalSecrets } from '#infra/local/secrets.ts';
import { createSteps } from '#infra/local/steps.ts';
import { createSupervisor, type SupervisorOptions } from '#infra/local/supervisor.ts';
import type { TestApi } from '#infra/proof/api/test-app.ts';
import { makeThrowawayDir, type ThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { adoptDemoSettings } from '#infra/seed/settings.ts';
import { NO_QUEUE, wireBff } from '#infra/wiring/wire-bff.ts';

const run = promisify(execFile);

/** The parts that can get faults, by the file that each runs. */
const PART_ENTRIES = {
  'event store': 'programs/event-store.ts',
  projections: 'programs/projections.ts',
  processes: 'programs/processes.ts',
  jobs: 'programs/jobs.ts',
  BFF: 'programs/web.ts',
} as const;
export type PartName = keyof typeof PART_ENTRIES | 'Postgres';
export const PART_NAMES: readonly PartName[] = ['event store', 'projections', 'processes', 'jobs', 'BFF', 'Postgres'];

/** A store that runs, by HTTP and besides it: what a load and the checks after it need. */
export type RunningStore = TestApi & {
  readonly url: string;
  readonly databaseUrl: string;
  readonly deps: Pick<BffDeps, 'database' | 'ledger' | 'readModels' | 'codes'>;
  readonly store: EventStore;
  readonly pool: pg.Pool;
};

/** The product as with `npm start`, each part in its own process, with its own data; and direct access besides HTTP. */
export type FaultStack = RunningStore & {
  readonly dataDir: string;
  /** The parts that run with the product: not an event store that runs by itself. */
  readonly parts: readonly PartName[];
  /** The present processes of a part: one, or Postgres with its backends. The first is the part itself. */
  processesOf(part: PartName): Promise<number[]>;
  /** `keepsData` keeps the parts' logs for analysis; the answer says where. */
  stop(options: { readonly keepsData: boolean }): Promise<string>;
};

export type FaultStackOptions = {
  /** A directory that is not removed at the end, empty or of an earlier stack; one of its own otherwise. */
  readonly dataDir?: string;
  /** An event store that runs by itself, instead of the embedded node. */
  readonly eventstoreUrl?: string | undefined;
  /** For the parts, in addition to the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The address by which the parts reach Postgres. */
  readonly databaseUrlOfParts?: (databaseUrl: string) => Promise<string>;
  /** Only these of the parts, beside Postgres and the event store. */
  readonly parts?: SupervisorOptions['parts'];
  /** The data directory has a store with a seller already. */
  readonly hasSettings?: boolean;
};

/** @throws LocalStackProblem when it does not start. `say` gets the supervisor's messages about parts that end. */
export async function startFaultStack(
  say: (line: string) => void,
  options: FaultStackOptions = {},
): Promise<FaultStack> {
  const dir = options.dataDir === undefined ? await makeThrowawayDir('faults') : somebodyElses(options.dataDir);
  const dataDir = dir.path;
  const supervisor = createSupervisor({
    dataDir,
    env: {
      ...process.env,
      PORT: '0',
      MAILBOX_PORT: '0',
      GIFTLEDGER_SEED: 'none',
      GIFTLEDGER_EVENTSTORE_URL: options.eventstoreUrl,
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
    envOfParts: options.env,
    steps: createSteps(() => undefined, false),
    say,
    onLost: () => say('the data directory was removed'),
    // No person looks at the screens here.
    buildWeb: async () => false,
    ...(options.parts && { parts: options.parts }),
    ...(options.databaseUrlOfParts ? { databaseUrlOfParts: options.databaseUrlOfParts } : {}),
  });
  try {
    const { url } = await supervisor.start();
    const runtime = await readRuntime(dataDir);
    if (!runtime) throw new Error('The stack runs, but does not say where.');
    const outside = await connect(dataDir, runtime, { hasSettings: options.hasSettings ?? false });
    return {
      ...outside,
      url,
      dataDir,
      databaseUrl: runtime.databaseUrl,
      parts: PART_NAMES.filter((part) => part !== 'event store' || options.eventstoreUrl === undefined),
      processesOf: (part) => processesOf(part, dataDir),
      async stop({ keepsData }) {
        await outside.close();
        await supervisor.stop();
        if (keepsData) return dir.keep();
        await dir.remove();
        return dataDir;
      },
    };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** A directory that its creator removes. */
function somebodyElses(dir: string): Pick<ThrowawayDir, 'path' | 'keep' | 'remove'> {
  return { path: dir, keep: async () => dir, remove: async () => undefined };
}

/** Direct access to a running stack, besides HTTP. */
export async function connect(dataDir: string, runtime: Runtime, { hasSettings = false } = {}) {
  const secrets = await loadLocalSecrets(dataDir);
  const app = Fastify();
  await registerTokens(app, secrets);
  await app.ready();
  const config = loadConfig(partEnvironment('web', { dataDir, secrets, addresses: runtime }), 'web');
  // Connections break here on purpose, again and again, so their errors are not logged.
  const parts = { part: 'faults', logger: pino({ level: 'silent' }), queue: NO_QUEUE };
  const { deps, store, pool, close } = await wireBff({ ...config, databasePoolMax: 4 }, parts);
  if (!hasSettings) await adoptDemoSettings(deps.ledger, deps.rules().currencies);
  return {
    app,
    pool,
    store,
    deps,
    async close() {
      await app.close();
      await close();
    },
  };
}

async function processesOf(part: PartName, dataDir: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args='], { maxBuffer: 16 * 1024 * 1024 });
  const processes = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent && command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
  if (part !== 'Postgres') {
    const entry = `/${PART_ENTRIES[part]}`;
    return processes
      .filter(
        ({ parent, command }) => parent === process.pid && command.split(' ').some((word) => word.endsWith(entry)),
      )
      .map(({ pid }) => pid);
  }
  const text = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(text.split('\n')[0]);
  if (!processes.some(({ pid, command }) => pid === postmaster && command.includes('postgres'))) return [];
  return [postmaster, ...processes.filter(({ parent }) => parent === postmaster).map(({ pid }) => pid)];
}
