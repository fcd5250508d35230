import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, portIsFree } from '../ports.ts';
import { describeFileError } from '../problem.ts';
import { isRunning, type ProcessId, waitUntilGone } from '../processes.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE_USER, ensureCluster } from './cluster.ts';
import { adoptRunning, liveServer, namedServer, RECOVERY_LIMIT_MS } from './postmaster.ts';
import { postgresProblem } from './problem.ts';
import { asUser, giveTo, type User, unprivilegedUser } from './unprivileged-user.ts';
import { waitForWatchdogOfDead, watchOver } from './watchdog.ts';

const run = promisify(execFile);

const STOP_LIMIT_SECONDS = 60;
/** Orphaned backends of a killed postmaster hold its shared memory for a moment. */
const START_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 1_000;
const MIN_SHARED_BUFFERS_MB = 128;
const MAX_SHARED_BUFFERS_MB = 512;
/** Customers' data must not be in its log: it contains the error, but neither the failed statement nor the row. */
const LOG_WITHOUT_VALUES = [
  '-c log_min_error_statement=panic',
  '-c log_error_verbosity=terse',
  '-c log_parameter_max_length_on_error=0',
];

/** Postgres' programs would take many of the terminal's variables: its port, its folder, its libraries. */
const PROGRAM_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LANGUAGE: '' };

export type PostgresOptions = {
  /** Holds `data/` and the log; created when missing, never emptied. */
  dir: string;
  /** The port for TCP clients; 0 or absent: the port of the last start if it is free, otherwise any. */
  port?: number;
  /** Password of TCP clients. Needed unless `socketDir` is given. */
  password?: string;
  /** Listen on a Unix socket in this (short) directory only, without a password: for tests. */
  socketDir?: string;
  /** For throwaway clusters: nothing is synced to disk. */
  fast?: boolean;
  /** Further settings, which go before the others: `['wal_level=replica']`. */
  settings?: readonly string[];
  /** A list (see orphans.ts) of processes that use it. When this process is killed, they end before it. */
  companions?: string;
  /** Ends the start, and a recovery with it. The next start recovers again. */
  signal?: AbortSignal | undefined;
};

type Stopped = { readonly signal?: AbortSignal; readonly killSignal?: NodeJS.Signals };

export type RunningPostgres = {
  url(database: string): string;
  /** True when it took over a server that outlived its supervisor. */
  adopted: boolean;
  isRunning(): Promise<boolean>;
  stop(): Promise<void>;
};

/**
 * Starts (or adopts) an embedded Postgres on `dir/data`, which ends with this process, even after `kill -9`. Throws
 * LocalStackProblem with what to do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = path.resolve(options.dir);
  const data = path.join(dir, 'data');
  const { socketDir, password = '', signal } = options;
  const binaries = await findBinaries();
  const user = unprivilegedUser();

  await prepareDirectory(dir, user);
  const execute = (file: string, args: string[], more: Stopped = {}) => {
    const call = asUser(user, file, args, dir);
    return run(call.file, call.args, { ...call.options, ...more, env: PROGRAM_ENVIRONMENT });
  };
  const pgCtl = (limitSeconds: number, args: string[], more?: Stopped) =>
    execute(binaries.pgCtl, ['-D', data, '-w', '-t', String(limitSeconds), ...args], more);
  await waitForWatchdogOfDead(dir);
  await ensureCluster({ ...options, dir, data, binaries, user, execute });

  const watchdog = await watchOver(dir, options.companions);
  const adoptedPort = await adoptRunning(data, signal);
  const port = adoptedPort ?? (socketDir === undefined ? await choosePort(dir, options.port) : 5432);
  if (adoptedPort === undefined) {
    const log = path.join(dir, 'postgres.log');
    try {
      await ensureFile(log, user);
      const start = ['-l', log, '-o', serverFlags(options, port), 'start'];
      // It hands this signal on to the server.
      const stopped: Stopped = { ...(signal && { signal }), killSignal: 'SIGINT' };
      await startWithRetries(() => pgCtl(RECOVERY_LIMIT_MS / 1_000, start, stopped), { dir, log, port });
      await writeFile(path.join(dir, 'port'), `${port}\n`);
    } catch (error) {
      if (signal?.aborted) await stopServer(await liveServer(data));
      // A server that started too late for us is left to the watchdog.
      else if (!(await liveServer(data))) watchdog.dismiss();
      throw error;
    }
  }
  const server = await namedServer(data);

  async function stopServer(server: ProcessId | undefined): Promise<void> {
    if (!server || !isRunning(server)) return;
    if ((await namedServer(data))?.pid !== server.pid) {
      // Its directory was removed, and another server may use its place by now: only this process is ended.
      process.kill(server.pid, 'SIGQUIT');
      await waitUntilGone([server], STOP_LIMIT_SECONDS * 1_000);
      return;
    }
    await pgCtl(STOP_LIMIT_SECONDS, ['-m', 'fast', 'stop']).catch(async (error: unknown) => {
      // It has ended in the meantime (killed from outside), which is the goal.
      if (!isRunning(server)) return;
      // Soon after a crash it may take longer than a minute to end. What was committed is on the disk: the next start
      // recovers it.
      await pgCtl(STOP_LIMIT_SECONDS, ['-m', 'immediate', 'stop']).catch(() => {
        if (isRunning(server)) throw error;
      });
    });
  }

  return {
    adopted: adoptedPort !== undefined,
    url: (database) =>
      socketDir === undefined
        ? `postgresql://${DATABASE_USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
        : `postgresql://${DATABASE_USER}@${encodeURIComponent(socketDir)}:${port}/${database}`,
    isRunning: async () => server !== undefined && isRunning(server),
    stop: async () => {
      await stopServer(server);
      watchdog.dismiss();
    },
  };
}

async function prepareDirectory(dir: string, user: User | undefined): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    if (user) await giveTo(dir, user);
    // Written before anything starts, so that a full or read-only disk is reported as such.
    const probe = path.join(dir, '.write-probe');
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    throw describeFileError(error, dir);
  }
}

async function ensureFile(file: string, user: User | undefined): Promise<void> {
  try {
    await (await open(file, 'a')).close();
    if (user) await giveTo(file, user);
  } catch (error) {
    throw describeFileError(error, file);
  }
}

async function choosePort(dir: string, configured: number | undefined): Promise<number> {
  if (configured) return configured;
  const last = Number(await readFile(path.join(dir, 'port'), 'utf8').catch(() => '0'));
  return last > 0 && (await portIsFree(last)) ? last : freePort();
}

function serverFlags(options: PostgresOptions, port: number): string {
  const flags = [
    `-p ${port}`,
    '-c max_connections=400',
    // BullMQ, the event store and the read models all keep sessions open: cheap ones.
    `-c shared_buffers=${options.fast ? MIN_SHARED_BUFFERS_MB : sharedBuffersMb()}MB`,
    // Postgres would take a thirty-second of shared_buffers, and keep all of it.
    '-c wal_buffers=4MB',
    // Fewer checkpoints: after each one, whole pages are written to the log again, even those that are only read for an index.
    '-c max_wal_size=2GB',
    '-c checkpoint_timeout=15min',
    // And they are packed there.
    '-c wal_compression=on',
    '-c log_min_messages=warning',
    ...LOG_WITHOUT_VALUES,
    '-c timezone=UTC',
  ];
  if (options.socketDir === undefined) flags.push("-c listen_addresses='127.0.0.1'", "-c unix_socket_directories=''");
  else flags.push("-c listen_addresses=''", `-c unix_socket_directories='${options.socketDir}'`);
  if (options.fast)
    flags.push('-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off', '-c autovacuum=off');
  return [...flags, ...(options.settings ?? []).map((setting) => `-c ${setting}`)].join(' ');
}

/** An eighth of the memory of this machine or container, within bounds: Postgres is one part of several here. */
function sharedBuffersMb(): number {
  // 0 without a limit.
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  return Math.min(Math.max(Math.floor(memory / 8 / 1024 / 1024), MIN_SHARED_BUFFERS_MB), MAX_SHARED_BUFFERS_MB);
}

async function startWithRetries(
  start: () => Promise<unknown>,
  place: { dir: string; log: string; port: number },
): Promise<void> {
  const logStart = (await readFile(place.log, 'utf8')).length;
  for (let attempt = 1; ; attempt++) {
    try {
      await start();
      return;
    } catch (error) {
      // The server's own words; without any, those of the program that starts it.
      const logged = (await readFile(place.log, 'utf8').catch(() => '')).slice(logStart);
      const said = logged.trim() === '' ? wordsOf(error) : logged;
      const transient = /pre-existing shared memory block|lock file .* already exists/.test(said);
      if (!transient || attempt === START_ATTEMPTS) throw postgresProblem(said, place, error);
      await delay(RETRY_PAUSE_MS);
    }
  }
}

function wordsOf(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || String(error);
}
