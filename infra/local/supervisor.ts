import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import type { Part } from '#infra/adapters/config/parts.ts';
import { ADDRESS_TOLD_LATER } from '#infra/adapters/config/told-later.ts';
import { choosePorts, portOf } from './choose-ports.ts';
import { checkDataDir, refuseLostDatabase } from './data-dir.ts';
import { startLocalDatabase } from './database.ts';
import {
  adminEventStoreUrl,
  type LocalAddresses,
  type LocalSettings,
  mailboxEnvironment,
  mailboxOptions,
  nodeEnvironment,
  nodeOptions,
  otherEventStore,
  partEnvironment,
} from './environment.ts';
import { certificateDir, localCertificate } from './event-store.ts';
import { noteFilesPlace } from './files-place.ts';
import { waitUntilHealthy } from './health.ts';
import { noteLogPlace, refuseLeftLog } from './log-place.ts';
import { repeatNotary } from './notary-runs.ts';
import { createOrphanNotes, endOrphans, forgetOrphans, orphansFile } from './orphans.ts';
import { type LoadedPart, loadPart, type PartOptions, type RunningPart, runLogged } from './part.ts';
import { freePort } from './ports.ts';
import { LocalStackProblem } from './problem.ts';
import { identify } from './processes.ts';
import { holdsStackLock, lockStack, noteStopping, removeRuntime, writeRuntime } from './runtime.ts';
import { type LocalSecrets, loadLocalSecrets } from './secrets.ts';
import { type SignIn, seedOnce } from './seed-once.ts';
import { startInTurn } from './start-in-turn.ts';
import type { Steps } from './steps.ts';
import { type DatabaseSlot, watchPostgres } from './watch-postgres.ts';
import { ensureWebBuild, hasWebBuild } from './web-build.ts';

export type StartedStack = {
  readonly url: string;
  readonly mailboxUrl: string;
  readonly signIns: readonly SignIn[];
  /** Where an empty store is set up. */
  readonly setupUrl: string | undefined;
};

type Program<Name extends string> = { readonly name: Name; readonly label: string; readonly entry: string };
/** `isAwaited`: people wait for it, so it is loaded while Postgres starts; it waits for the address (`infra/adapters/config/told-later.ts`). */
type PartPlan = Program<Part | 'mailbox'> & { readonly isAwaited?: true };

const EVENT_STORE: Program<'event-store'> = {
  name: 'event-store',
  label: 'Event store',
  entry: 'programs/event-store.ts',
};
/** It ends by itself, and is run again. */
const NOTARY: Program<'notary'> = { name: 'notary', label: 'Notary', entry: 'programs/notary.ts' };
/** Programs that serve people, or follow the event store, in the order of their start; the one named `web` answers the health check. */
const PARTS: readonly PartPlan[] = [
  { name: 'web', label: 'API and screens', entry: 'programs/web.ts', isAwaited: true },
  { name: 'projections', label: 'Read models', entry: 'programs/projections.ts' },
  { name: 'processes', label: 'Ledger processes', entry: 'programs/processes.ts' },
  { name: 'jobs', label: 'Jobs', entry: 'programs/jobs.ts' },
  { name: 'mailbox', label: 'Mailbox', entry: 'programs/mailbox.ts' },
];
/** More than there are processors would only take them from the first two parts, for which people wait. */
const STARTED_AT_ONCE = Math.max(2, availableParallelism());

export type SupervisorOptions = {
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly steps: Steps;
  readonly say: (line: string) => void;
  /** The data directory was removed, or another stack took it, while this one ran: it must be stopped. */
  readonly onLost: () => void;
  /** For faults and tests: variables of the parts beside those that are made for them. */
  readonly envOfParts?: NodeJS.ProcessEnv | undefined;
  /** For tests of the supervisor itself. */
  readonly parts?: readonly PartPlan[];
  readonly buildWeb?: typeof ensureWebBuild;
  /** For tests: the address by which the parts reach Postgres, when it is not the direct one. */
  readonly databaseUrlOfParts?: (databaseUrl: string) => Promise<string>;
};

/** What runs so far. `stop` may be called while it grows, and ends everything in it. */
type Running = {
  readonly stopped: AbortController;
  readonly parts: RunningPart[];
  eventStore?: RunningPart;
  database?: DatabaseSlot;
  releaseLock?: () => Promise<void>;
  /** For what is no part: the seed, and the check of Postgres. */
  killSeed: (signal: NodeJS.Signals) => void;
  stopNotary: () => Promise<void>;
  stopWatching: () => void;
  isAnnounced?: true;
  setupUrl?: string;
};

/**
 * Everything that `npm start` runs. `start` may be stopped at any moment. `stop` ends the parts first and Postgres
 * last, so that no process writes to a stopping store.
 */
export function createSupervisor(options: SupervisorOptions) {
  const { dataDir, say } = options;
  const running: Running = {
    stopped: new AbortController(),
    parts: [],
    killSeed: () => undefined,
    stopNotary: async () => undefined,
    stopWatching: () => undefined,
  };
  // Listed as they start, so that a start after kill -9 knows whose ports and locks to wait for.
  const processes = () => allParts(running).flatMap((part) => part.process() ?? []);
  const orphans = createOrphanNotes(orphansFile(dataDir), processes, say);
  let starting: Promise<StartedStack> | undefined;
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const stopParts = () => Promise.all(running.parts.map((part) => part.stop()));
    running.stopped.abort(new LocalStackProblem('Stopped while starting.'));
    running.stopWatching();
    running.killSeed('SIGTERM');
    // A full disk must not hold up the stop.
    if (running.releaseLock && (await holdsStackLock(dataDir))) await noteStopping(dataDir).catch(() => undefined);
    await stopParts();
    // A part that is just starting is stopped by `launch` when it is ready.
    await starting?.catch(() => undefined);
    await running.stopNotary();
    await stopParts();
    await running.eventStore?.stop();
    await running.database?.current.postgres.stop();
    // If the directory is not ours any more, nothing in it is touched.
    if (running.releaseLock && (await holdsStackLock(dataDir))) {
      await orphans.settled();
      await removeRuntime(dataDir);
      await forgetOrphans(orphansFile(dataDir));
      await running.releaseLock();
    }
  }

  return {
    /** Throws LocalStackProblem with what to do; call `stop` then, too. */
    start(): Promise<StartedStack> {
      starting = startAll(running, options, orphans.note);
      return starting;
    },
    /** Repeated calls wait for the first. */
    stop(): Promise<void> {
      stopping ??= stopAll();
      return stopping;
    },
    /** For a second Ctrl-C: does not wait. The watchdog stops Postgres. */
    kill(): void {
      running.killSeed('SIGKILL');
      for (const part of allParts(running)) part.kill();
    },
  };
}

const allParts = ({ parts, eventStore }: Running): RunningPart[] => [...parts, ...(eventStore ? [eventStore] : [])];

async function startAll(
  running: Running,
  options: SupervisorOptions,
  noteProcesses: () => void,
): Promise<StartedStack> {
  const { dataDir, env, steps, say, parts: plan = PARTS } = options;
  const { signal } = running.stopped;
  await checkDataDir(dataDir);
  running.releaseLock = await lockStack(dataDir, 0, 'start');
  await refuseLostDatabase(dataDir);
  await refuseLeftLog(dataDir, env);
  await noteFilesPlace(dataDir, env);
  await removeRuntime(dataDir);
  await endOrphans(orphansFile(dataDir));
  const [secrets, certificate] = [await loadLocalSecrets(dataDir), await localCertificate(dataDir)];
  const addresses = {
    ...(await choosePorts(env)),
    smtpPort: await freePort(),
    eventstoreUrl: otherEventStore(env) ?? adminEventStoreUrl(secrets, await freePort(), certificate),
    isOtherEventStore: otherEventStore(env) !== undefined,
  };
  const settingsFor = (databaseUrl: string): LocalSettings => ({
    ...{ dataDir, secrets, env, more: options.envOfParts ?? {} },
    addresses: { ...addresses, databaseUrl },
  });
  // Checked before anything runs; only the database's address is not known yet.
  const early = settingsFor(ADDRESS_TOLD_LATER);
  const url = loadConfig(partEnvironment('web', early), 'web').publicUrl;
  refusePublishedSignIns(url, env);
  const logDir = path.join(dataDir, 'logs');
  await mkdir(logDir, { recursive: true });

  const web = steps.step(
    'Screens',
    () => buildScreens(options, signal),
    (state) => `Screens, ${state}`,
  );
  // Awaited below; until then its failure must not count as unhandled.
  web.catch(() => undefined);
  const common = { logDir, say, onSetupUrl: noteSetup(running, say), onProcess: noteProcesses, signal };
  const { load, begin } = createLauncher(running, steps, common);
  const storeWith = (known: LocalSettings): Started => ({
    env: nodeEnvironment(known),
    args: nodeOptions(known, certificateDir(dataDir)),
  });
  if (!addresses.isOtherEventStore) load(EVENT_STORE, storeWith(early));
  for (const part of plan) if (part.isAwaited) load(part, startedWith(part, early, false));
  const databaseUrl = await startDatabase(running, options, secrets);
  const settings = settingsFor((await options.databaseUrlOfParts?.(databaseUrl)) ?? databaseUrl);
  if (!addresses.isOtherEventStore) await begin(EVENT_STORE, storeWith(settings));
  await prepareLog(addresses, databaseUrl);
  signal.throwIfAborted();
  const seeded = await seedOnce(databaseUrl, partEnvironment('tools', settings), steps, (child) => {
    running.killSeed = (name) => child.kill(name);
    if (signal.aborted) child.kill('SIGTERM');
  });
  signal.throwIfAborted();
  const launch = (part: PartPlan) => begin(part, startedWith(part, settings, seeded.isDemonstration));
  // If one cannot start, or is not ready in time, all fail, and `stop` stops those that did start.
  const started = await Promise.allSettled([...startInTurn(plan, STARTED_AT_ONCE, launch), web]);
  for (const result of started) if (result.status === 'rejected') throw result.reason;
  await steps.step('Ready to serve', () =>
    waitUntilHealthy(`http://127.0.0.1:${addresses.port}/api/health/ready`, {
      signal,
      tell: (progress) => steps.print(`    The read models are ${progress}`),
    }),
  );

  if (addresses.isOtherEventStore) await noteLogPlace(dataDir, addresses.eventstoreUrl);
  const mailboxUrl = `http://localhost:${addresses.mailboxPort}`;
  const pids = Object.fromEntries(allParts(running).map((part) => [part.name, part.process()?.pid ?? 0]));
  await writeRuntime(dataDir, { supervisor: identify(process.pid), databaseUrl, ...addresses, url, mailboxUrl, pids });
  if (plan === PARTS) {
    const env = partEnvironment('notary', settings);
    running.stopNotary = repeatNotary((args) => runLogged({ ...NOTARY, args, env, logDir, say }));
  }
  running.isAnnounced = true;
  return { url, mailboxUrl, signIns: seeded.signIns, setupUrl: running.setupUrl };
}

/** The embedded server gets its access lists; another one must have the log that was followed before. */
async function prepareLog(
  { eventstoreUrl, isOtherEventStore }: Pick<LocalAddresses, 'eventstoreUrl' | 'isOtherEventStore'>,
  databaseUrl: string,
): Promise<void> {
  if (isOtherEventStore) {
    const { refuseOtherLog } = await import('./other-log.ts');
    return refuseOtherLog(databaseUrl, eventstoreUrl);
  }
  const { setAccessLists } = await import('#infra/adapters/eventstore/access.ts');
  await setAccessLists(eventstoreUrl);
}

/** Parts, which are listed as soon as they are processes, so that `stop` ends them. */
function createLauncher(running: Running, steps: Steps, common: Omit<PartOptions, 'name' | 'entry' | 'args' | 'env'>) {
  const loaded = new Map<string, LoadedPart>();
  function load({ name, entry }: Program<string>, own: Started): LoadedPart {
    const part = loadPart({ name, entry, ...own, ...common });
    loaded.set(name, part);
    if (name === EVENT_STORE.name) running.eventStore = part;
    else running.parts.push(part);
    common.onProcess();
    return part;
  }
  return {
    load,
    /** Returns when it is ready; loads what was not loaded before. */
    async begin(program: Program<string>, own: Started): Promise<void> {
      await steps.step(program.label, () => (loaded.get(program.name) ?? load(program, own)).begin(own.env));
      if (common.signal.aborted) await loaded.get(program.name)?.stop();
      common.signal.throwIfAborted();
    },
  };
}

/** Each start of the part that has it makes another secret: what was announced does not work any more. */
const noteSetup = (running: Running, say: SupervisorOptions['say']) => (address: string) => {
  if (running.isAnnounced) say(`The store has no owner yet. Set it up at ${address}`);
  running.setupUrl = address;
};

function refusePublishedSignIns(publicUrl: string, env: NodeJS.ProcessEnv): void {
  if (env.GIFTLEDGER_SEED === 'none' || isLocalUrl(publicUrl)) return;
  throw new LocalStackProblem(
    `PUBLIC_URL is ${publicUrl}, which is not this machine, and the sign-ins of the demonstration data are published: anybody who finds that address could use them. Start without PUBLIC_URL; or for an empty store behind that address: GIFTLEDGER_SEED=none GIFTLEDGER_DATA_DIR=<a new folder> npm start`,
  );
}

type Started = { readonly env: NodeJS.ProcessEnv; readonly args?: readonly string[] };
const startedWith = ({ name }: PartPlan, settings: LocalSettings, isDemonstration: boolean): Started =>
  name === 'mailbox'
    ? { env: mailboxEnvironment(settings), args: mailboxOptions(settings, isDemonstration) }
    : { env: partEnvironment(name, settings) };

/** If the build fails, the store still serves its last screens, which helps those who are changing them. */
async function buildScreens(options: SupervisorOptions, signal: AbortSignal): Promise<string> {
  try {
    return (await (options.buildWeb ?? ensureWebBuild)(options.env, signal)) ? 'built now' : 'as built before';
  } catch (error) {
    if (!(error instanceof LocalStackProblem) || !hasWebBuild()) throw error;
    options.say(error.message);
    return 'of an older build: see above';
  }
}

/** Starts Postgres and watches it. Returns its address, which stays the same when it is restarted. */
async function startDatabase(running: Running, options: SupervisorOptions, secrets: LocalSecrets): Promise<string> {
  const { dataDir, env, steps, say, onLost } = options;
  const { signal } = running.stopped;
  const current = await steps.step(
    'Postgres',
    () => startLocalDatabase(dataDir, secrets, portOf(env, 'POSTGRES_PORT', 0), signal),
    (started) => (started.postgres.adopted ? 'Postgres, still running from before' : 'Postgres'),
  );
  const database: DatabaseSlot = { current };
  running.database = database;
  signal.throwIfAborted();
  const port = Number(new URL(current.url).port);
  const restart = () => startLocalDatabase(dataDir, secrets, port, signal);
  running.stopWatching = watchPostgres(database, { dataDir, restart, onLost, say, signal });
  return current.url;
}
