import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../config/config.ts';
import { isSeeded, markSeeded } from '../seed/seed-mark.ts';
import { SIGN_INS } from '../seed/sign-ins.ts';
import { choosePorts, portOf } from './choose-ports.ts';
import { checkDataDir } from './data-dir.ts';
import { type LocalDatabase, startLocalDatabase } from './database.ts';
import { partEnvironment } from './environment.ts';
import { waitUntilHealthy } from './health.ts';
import { endOrphans, forgetOrphans, noteOrphans, orphansFile } from './orphans.ts';
import { type Part, runToEnd, startPart } from './part.ts';
import { freePort } from './ports.ts';
import { LocalStackProblem } from './problem.ts';
import { identify } from './processes.ts';
import { holdsStackLock, lockStack, removeRuntime, writeRuntime } from './runtime.ts';
import { loadLocalSecrets } from './secrets.ts';
import type { createSteps } from './steps.ts';
import { ensureWebBuild, hasWebBuild } from './web-build.ts';

const POSTGRES_WATCH_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** How people sign in to what the seed made. */
export type SignIn = { readonly role: string; readonly email: string; readonly password: string };

export type StartedStack = { readonly url: string; readonly mailboxUrl: string; readonly signIns: readonly SignIn[] };
type Steps = ReturnType<typeof createSteps>;

type PartPlan = { readonly name: string; readonly label: string; readonly entry: string };

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
        noteOrphans(
          orphansFile(dataDir),
          allParts().flatMap((part) => part.process() ?? []),
        ),
      )
      .catch((error: Error) => say(error.message));
  }

  async function startAll(): Promise<StartedStack> {
    await checkDataDir(dataDir);
    releaseLock = await lockStack(dataDir, 0);
    await removeRuntime(dataDir);
    await endOrphans(orphansFile(dataDir));
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
    eventStore = await launch('event-store', 'Event store', 'infra/node/main.ts', {
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
          entry: 'infra/seed/main.ts',
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
      // Lets go of what was kept for the one that fell.
      await database.postgres.stop();
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
      await forgetOrphans(orphansFile(dataDir));
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
    /** For a second Ctrl-C: nothing is waited for. Postgres is stopped by its watchdog. */
    kill(): void {
      seeding?.kill('SIGKILL');
      for (const part of allParts()) part.kill();
    },
  };
}
