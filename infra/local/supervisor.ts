import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { type LocalDatabase, startLocalDatabase } from './database.ts';
import { partEnvironment } from './environment.ts';
import { type Part, runToEnd, startPart } from './part.ts';
import { freePort, portIsFree } from './ports.ts';
import { describeFileError, LocalStackProblem } from './problem.ts';
import { identify, isRunning, ProcessId, waitUntilGone } from './processes.ts';
import { holdsStackLock, lockStack, removeRuntime, writeRuntime } from './runtime.ts';
import { loadLocalSecrets } from './secrets.ts';
import { SIGN_INS } from './seed/sign-ins.ts';
import type { createSteps } from './steps.ts';
import { ensureWebBuild, hasWebBuild } from './web-build.ts';

const MIN_FREE_BYTES = 200_000_000;
const ORPHAN_LIMIT_MS = 15_000;
const HEALTH_LIMIT_MS = 120_000;
const HEALTH_POLL_MS = 50;
const POSTGRES_WATCH_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** How people sign in to what the seed made. */
export type SignIn = { readonly role: string; readonly email: string; readonly password: string };

export type StartedStack = { readonly url: string; readonly mailboxUrl: string; readonly signIns: readonly SignIn[] };
type Steps = ReturnType<typeof createSteps>;

export type PartPlan = { readonly name: string; readonly label: string; readonly entry: string };

/** What follows the event store, or speaks to people; the one named `web` answers the health check. */
const PARTS: readonly PartPlan[] = [
  { name: 'mailbox', label: 'Mailbox', entry: 'infra/local/mailbox/main.ts' },
  { name: 'projections', label: 'Read models', entry: 'projections/main.ts' },
  { name: 'processes', label: 'Ledger processes', entry: 'core/processes/main.ts' },
  { name: 'jobs', label: 'Jobs', entry: 'bff/jobs/main.ts' },
  { name: 'web', label: 'API and screens', entry: 'bff/main.ts' },
];

export type SupervisorOptions = {
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly steps: Steps;
  readonly say: (line: string) => void;
  /** The data directory was removed, or taken by somebody else, while the stack ran: it must be stopped. */
  readonly onLost: () => void;
  /** For tests of the supervisor itself. */
  readonly parts?: readonly PartPlan[];
  readonly buildWeb?: typeof ensureWebBuild;
  /** For tests: the way by which the parts reach Postgres, when it is not the straight one. */
  readonly databaseUrlOfParts?: (databaseUrl: string) => Promise<string>;
};

/**
 * Everything that `npm start` runs. `start` may be stopped at any moment; `stop` ends the parts first and Postgres last, so
 * that nobody writes to a store that is going away.
 */
export function createSupervisor(options: SupervisorOptions) {
  const { dataDir, env, steps, say, parts: plan = PARTS, buildWeb = ensureWebBuild } = options;
  const parts: Part[] = [];
  const stopped = new AbortController();
  let eventStore: Part | undefined;
  let database: LocalDatabase | undefined;
  let releaseLock: (() => Promise<void>) | undefined;
  let seeding: ChildProcess | undefined;
  let watching: NodeJS.Timeout | undefined;
  let starting: Promise<StartedStack> | undefined;
  let stopping: Promise<void> | undefined;

  const allParts = () => [...parts, ...(eventStore ? [eventStore] : [])];

  /** Noted as they come, so that a start after kill -9 knows whose ports and locks to wait for. */
  let noted = Promise.resolve();
  function noteProcesses(): void {
    noted = noted
      .then(() =>
        writeOrphanNote(
          dataDir,
          allParts().flatMap((part) => part.process() ?? []),
        ),
      )
      .catch((error: Error) => say(error.message));
  }

  async function startAll(): Promise<StartedStack> {
    await checkDataDir(dataDir);
    releaseLock = await lockStack(dataDir, 0);
    await removeRuntime(dataDir);
    await waitForOrphans(dataDir);
    const secrets = await loadLocalSecrets(dataDir);
    const { port, mailboxPort } = await choosePorts(env);
    const [smtpPort, eventstorePort] = [await freePort(), await freePort()];
    const environmentFor = (databaseUrl: string) =>
      partEnvironment(
        dataDir,
        secrets,
        {
          databaseUrl,
          eventstoreUrl: `esdb://127.0.0.1:${eventstorePort}?tls=false`,
          smtpPort,
          port,
          mailboxPort,
        },
        env,
      );
    // Judged before anything runs; only the database's address is not known yet.
    const config = loadConfig(environmentFor('postgresql://not-started-yet'));
    const logDir = path.join(dataDir, 'logs');
    await mkdir(logDir, { recursive: true });

    const web = steps.step('Screens', buildScreens, (state) => `Screens, ${state}`);
    // Awaited further down; until then its failure is nobody's.
    web.catch(() => undefined);
    database = await steps.step(
      'Postgres',
      () => startLocalDatabase(dataDir, secrets, portOf(env, 'POSTGRES_PORT', 0)),
      (started) => (started.postgres.adopted ? 'Postgres, still running from before' : 'Postgres'),
    );
    stopped.signal.throwIfAborted();
    watching = watchPostgres(() => startLocalDatabase(dataDir, secrets, Number(new URL(database?.url ?? '').port)));

    const partEnv = environmentFor((await options.databaseUrlOfParts?.(database.url)) ?? database.url);
    const launch = async (name: string, label: string, entry: string, more: NodeJS.ProcessEnv = {}) => {
      const part = await steps.step(label, () =>
        startPart({
          name,
          entry,
          env: { ...partEnv, ...more },
          logDir,
          say,
          onProcess: noteProcesses,
          signal: stopped.signal,
        }),
      );
      if (stopped.signal.aborted) await part.stop();
      stopped.signal.throwIfAborted();
      return part;
    };
    eventStore = await launch('event-store', 'Event store', 'infra/local/eventstore/main.ts', {
      EVENTSTORE_PORT: String(eventstorePort),
      EVENTSTORE_HOST: '127.0.0.1',
    });
    const signIns = await seedOnce(database.url, partEnv);
    // Started together; one that cannot start fails the whole, and all that did are stopped by `stop`.
    const started = await Promise.allSettled([
      ...plan.map(({ name, label, entry }) => launch(name, label, entry).then(keep)),
      web,
    ]);
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    await steps.step('Ready to serve', () =>
      waitUntilHealthy(`http://127.0.0.1:${port}/api/health/ready`, stopped.signal),
    );

    const url = config.publicUrl;
    const mailboxUrl = `http://localhost:${mailboxPort}`;
    await writeRuntime(dataDir, {
      supervisor: identify(process.pid),
      databaseUrl: database.url,
      eventstoreUrl: config.eventstoreUrl,
      url,
      mailboxUrl,
      smtpPort,
      port,
      mailboxPort,
      pids: Object.fromEntries(allParts().map((part) => [part.name, part.process()?.pid ?? 0])),
    });
    return { url, mailboxUrl, signIns };
  }

  /** A store with its last screens serves better than none, for those who are just changing them. */
  async function buildScreens(): Promise<string> {
    try {
      return (await buildWeb(env, stopped.signal)) ? 'built anew' : 'as built before';
    } catch (error) {
      if (!(error instanceof LocalStackProblem) || !hasWebBuild()) throw error;
      say(error.message);
      return 'of an older build: see above';
    }
  }

  function keep(part: Part): void {
    parts.push(part);
    noteProcesses();
  }

  /** Before anything follows the log: the seed plays a year with the times of that year. */
  async function seedOnce(databaseUrl: string, partEnv: NodeJS.ProcessEnv): Promise<readonly SignIn[]> {
    if (env.GIFTLEDGER_SEED === 'none') return [];
    if (!(await isSeeded(databaseUrl))) {
      steps.print('  First start: filling the store with a catalogue, customers and a year of history …');
      await steps.step('Demo data', () =>
        runToEnd({
          name: 'The demo data',
          entry: 'infra/local/seed/main.ts',
          env: partEnv,
          onProcess: (child) => {
            seeding = child;
          },
        }),
      );
      seeding = undefined;
      await markSeeded(databaseUrl);
    }
    return [
      { role: 'Customer', ...SIGN_INS.customer },
      { role: 'Administrator', ...SIGN_INS.administrator },
    ];
  }

  /** Starts Postgres again when it fell, ever more slowly where that fails; gives up when the data directory itself is gone. */
  function watchPostgres(restart: () => Promise<LocalDatabase>): NodeJS.Timeout {
    let isBusy = false;
    let pauseMs = 0;
    const look = async () => {
      if (!(await holdsStackLock(dataDir))) return options.onLost();
      if (!database || (await database.postgres.isRunning()) || stopped.signal.aborted) return;
      say('Postgres stopped; it starts again.');
      database = await restart();
      pauseMs = 0;
      say('Postgres runs again.');
    };
    return setInterval(async () => {
      if (isBusy || stopped.signal.aborted) return;
      isBusy = true;
      try {
        await look();
      } catch (error) {
        pauseMs = Math.min(pauseMs * 2 || FIRST_RETRY_MS, MAX_RETRY_MS);
        say(`${error instanceof Error ? error.message : error} Trying again in ${pauseMs / 1_000} s.`);
        await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      } finally {
        isBusy = false;
      }
    }, POSTGRES_WATCH_MS);
  }

  async function stopAll(): Promise<void> {
    stopped.abort(new LocalStackProblem('Stopped while starting.'));
    clearInterval(watching);
    seeding?.kill('SIGTERM');
    await Promise.all(parts.map((part) => part.stop()));
    // A part that was just being started is stopped by `launch` when it is ready.
    await starting?.catch(() => undefined);
    await Promise.all(parts.map((part) => part.stop()));
    await eventStore?.stop();
    await database?.postgres.stop();
    // Where the directory is not ours any more, nothing in it is touched.
    if (releaseLock && (await holdsStackLock(dataDir))) {
      await noted;
      await removeRuntime(dataDir);
      await rm(orphanNoteFile(dataDir), { force: true });
      await releaseLock();
    }
  }

  return {
    /** Throws LocalStackProblem with what to do; call `stop` then, too. */
    start(): Promise<StartedStack> {
      starting = startAll();
      return starting;
    },
    /** Repeated calls wait for the first. */
    stop(): Promise<void> {
      stopping ??= stopAll();
      return stopping;
    },
    /** For a second Ctrl-C: nothing is waited for. Postgres stays, and the next start takes it over. */
    kill(): void {
      seeding?.kill('SIGKILL');
      for (const part of allParts()) part.kill();
    },
  };
}

async function checkDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = path.join(dataDir, '.write-probe');
    await writeFile(probe, 'x');
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < MIN_FREE_BYTES) {
      throw new LocalStackProblem(
        `There is too little space for ${dataDir}: ${Math.floor((bavail * bsize) / 1_000_000)} MB are free, ${MIN_FREE_BYTES / 1_000_000} MB are needed. Free some space and start again; nothing that was saved is lost.`,
      );
    }
  } catch (error) {
    throw describeFileError(error, dataDir);
  }
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new LocalStackProblem(
    `${name} is "${text}", which is no port number. Set it to a number from 1 to 65535, or leave it out.`,
  );
}

async function choosePorts(env: NodeJS.ProcessEnv): Promise<{ port: number; mailboxPort: number }> {
  const choose = async (name: string, fallback: number, what: string) => {
    const port = portOf(env, name, fallback);
    if (port === 0) return freePort();
    // Browsers try the address of localhost in both families, so somebody else on either would be in the way.
    for (const host of [env.HOST || '127.0.0.1', '::1']) {
      if (!(await portIsFree(port, host))) {
        throw new LocalStackProblem(
          `Port ${port}, where ${what} would be, is in use by another program. Stop that program (lsof -i :${port} names it), or choose another port: ${name}=${port + 100} npm start`,
        );
      }
    }
    return port;
  };
  return {
    port: await choose('PORT', 3000, 'the store'),
    mailboxPort: await choose('MAILBOX_PORT', 3001, 'the mailbox'),
  };
}

const orphanNoteFile = (dataDir: string) => path.join(dataDir, 'processes.json');

async function writeOrphanNote(dataDir: string, processes: readonly ProcessId[]): Promise<void> {
  const file = orphanNoteFile(dataDir);
  await writeFile(`${file}.partial`, JSON.stringify(processes));
  await rename(`${file}.partial`, file);
}

/** Parts of a supervisor that was killed are stopping by themselves: waits for them, and ends those that do not. */
async function waitForOrphans(dataDir: string): Promise<void> {
  const text = await readFile(orphanNoteFile(dataDir), 'utf8').catch(() => '[]');
  let orphans: ProcessId[];
  try {
    // Without a start time a number could be anybody's by now.
    orphans = z
      .array(ProcessId)
      .parse(JSON.parse(text))
      .filter((id) => id.startedAt !== '');
  } catch {
    return;
  }
  if (await waitUntilGone(orphans, ORPHAN_LIMIT_MS)) return;
  for (const orphan of orphans.filter(isRunning)) process.kill(orphan.pid, 'SIGKILL');
  await waitUntilGone(orphans, ORPHAN_LIMIT_MS);
}

async function waitUntilHealthy(address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  for (let last = 'no answer'; ; ) {
    signal.throwIfAborted();
    try {
      const response = await fetch(address);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > deadline) {
      throw new LocalStackProblem(`The store does not become ready. Its last answer (${address}): ${last}`);
    }
    await delay(HEALTH_POLL_MS);
  }
}

async function isSeeded(databaseUrl: string): Promise<boolean> {
  return (await query(databaseUrl, "select 1 from app.installation where key = 'seeded'")).rowCount === 1;
}

async function markSeeded(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    "insert into app.installation (key, value) values ('seeded', 'true') on conflict do nothing",
  );
}

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
