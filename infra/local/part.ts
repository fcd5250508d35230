import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ToldAddress } from '#infra/adapters/config/told-later.ts';
import { openPartLog, type PartLog, warningOf } from './part-log.ts';
import { PROJECT_ROOT } from './paths.ts';
import { LocalStackProblem } from './problem.ts';
import { identify, type ProcessId } from './processes.ts';

/** As an address, because Node reads a path as one: a `#` or `%` in it would mean something else. */
const GUARD = pathToFileURL(path.join(import.meta.dirname, 'child-guard.ts')).href;
const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;
const FIRST_RESTART_MS = 500;
const MAX_RESTART_MS = 30_000;
/** A part that ran this long before it ended is restarted at once. */
const STEADY_MS = 60_000;
/** An error begins with its reason, and a stack ends with the way to it: of long output, both ends are shown. */
const HEAD_LINES = 8;
const TAIL_LINES = 12;
/** gRPC names the event store by its address in TLS, too, which Node warns of in each process; servers take no notice. */
const QUIET = ['--disable-warning=DEP0123'];
/**
 * Seven processes share this machine. Node reserves 48 MB of young objects in each, most of it while loading the code.
 * A part that exceeds its limit has a leak, and ends before the machine runs out of memory. For `memory idle` and
 * `memory after load` of `npm run bench`.
 */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=512'];

export type PartOptions = {
  readonly name: string;
  /** Path of its program, from the project's root. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logDir: string;
  /** A line for people, in the terminal. */
  readonly say: (line: string) => void;
  /** Called with the address at which an empty store is set up, at each start of the part that has it. */
  readonly onSetupUrl?: (url: string) => void;
  /** Called whenever its process changes. */
  readonly onProcess: () => void;
  /** Abandons a part that is not ready yet. */
  readonly signal: AbortSignal;
};

export type RunningPart = {
  readonly name: string;
  process(): ProcessId | undefined;
  stop(): Promise<void>;
  /** At once, without a request to stop: for a second Ctrl-C. */
  kill(): void;
};

export type LoadedPart = RunningPart & {
  /**
   * Tells the part where Postgres is, where `env` says it otherwise than before, and returns when it reports that it is ready. Throws
   * LocalStackProblem when it ends before that. Later it is restarted, each time after a longer pause.
   */
  begin(env: NodeJS.ProcessEnv): Promise<void>;
};

/** Runs one part as a child process. */
export function loadPart(options: PartOptions): LoadedPart {
  const file = findEntry(options);
  const log = openPartLog(path.join(options.logDir, `${options.name}.log`), options.say);
  let stopping = false;
  const aborted = new AbortController();
  let { env } = options;
  let current: Run | undefined;

  const run = () => {
    current = runOnce(file, { ...options, env }, log);
    options.onProcess();
    return current;
  };

  async function keepAlive(first: Run): Promise<void> {
    let pauseMs = FIRST_RESTART_MS;
    for (let running = first; ; ) {
      const ended = await running.ended;
      if (stopping) return;
      if (Date.now() - running.startedAtMs > STEADY_MS) pauseMs = FIRST_RESTART_MS;
      options.say(
        `${options.name} stopped (${ended}); it starts again in ${pauseMs / 1000} s. Its log: ${log.path}\n${running.tail()}`,
      );
      await delay(pauseMs, undefined, { signal: aborted.signal }).catch(() => undefined);
      if (stopping) return;
      pauseMs = Math.min(pauseMs * 2, MAX_RESTART_MS);
      running = run();
      running.untilReady().then(
        () => options.say(`${options.name} runs again.`),
        () => undefined,
      );
    }
  }

  const first = run();
  const giveUp = () => void part.stop();
  options.signal.addEventListener('abort', giveUp, { once: true });
  const part: LoadedPart = {
    name: options.name,
    process: () => current?.id,
    async stop() {
      stopping = true;
      aborted.abort();
      if (current) await current.stop();
      log.end();
    },
    kill() {
      stopping = true;
      aborted.abort();
      current?.child.kill('SIGKILL');
    },
    async begin(complete) {
      const { DATABASE_URL: databaseUrl = '' } = complete;
      // One that has ended meanwhile is not ready, either.
      if (env.DATABASE_URL !== complete.DATABASE_URL)
        first.child.send({ databaseUrl } satisfies ToldAddress, () => undefined);
      env = complete;
      try {
        await first.untilReady();
      } catch (error) {
        await part.stop();
        throw error;
      } finally {
        options.signal.removeEventListener('abort', giveUp);
      }
      keepAlive(first);
    },
  };
  return part;
}

/** Runs one part that is told all from the beginning, and returns when it is ready, as {@link LoadedPart} says. */
export async function startPart(options: PartOptions): Promise<RunningPart> {
  const part = loadPart(options);
  await part.begin(options.env);
  return part;
}

/** Runs a program of the project to its end, with its output in the terminal. Throws LocalStackProblem when it fails. */
export async function runToEnd(options: {
  name: string;
  entry: string;
  env: NodeJS.ProcessEnv;
  onProcess: (child: ChildProcess) => void;
}): Promise<void> {
  const child = spawnProgram(findEntry(options), options.env, 'inherit');
  options.onProcess(child);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  if (code !== 0) {
    throw new LocalStackProblem(
      `${options.name} failed (${code === null ? signal : `exit code ${code}`}); what it said stands above. Start again to go on where it stopped, or with GIFTLEDGER_SEED=none to do without.`,
    );
  }
}

/** Runs a program of the project to its end. Its output is in its log, and its warnings are shown to people. */
export function runLogged(
  options: Pick<PartOptions, 'name' | 'entry' | 'env' | 'logDir' | 'say'> & { readonly args: readonly string[] },
): {
  kill(): void;
  /** The exit code; null when it could not be started, or a signal ended it. */
  readonly ended: Promise<number | null>;
} {
  const log = openPartLog(path.join(options.logDir, `${options.name}.log`), options.say);
  const child = spawnProgram(findEntry(options), options.env, 'pipe', { args: options.args });
  const read = (stream: Readable | null, words: (line: string) => string | undefined) => {
    if (!stream) return;
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      log.write(line);
      const said = words(line);
      if (said) options.say(`${options.name}: ${said}`);
    });
  };
  read(child.stdout, warningOf);
  read(child.stderr, (line) => line);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => {
      log.end();
      resolve(code);
    });
  });
  return { kill: () => void child.kill('SIGTERM'), ended };
}

function findEntry({ name, entry }: { readonly name: string; readonly entry: string }): string {
  const file = path.resolve(PROJECT_ROOT, entry);
  if (existsSync(file)) return file;
  throw new LocalStackProblem(
    `${name} cannot be started: ${entry} does not exist in this checkout. Update it (git status, git pull) and start again.`,
  );
}

/** In a session of its own: Ctrl-C in the terminal reaches only the supervisor, which then stops the parts in their order. */
function spawnProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  output: 'inherit' | 'pipe',
  { flags = [], args = [] }: { readonly flags?: readonly string[]; readonly args?: readonly string[] } = {},
): ChildProcess {
  return spawn(process.execPath, [...QUIET, ...flags, '--import', GUARD, file, ...args], {
    cwd: PROJECT_ROOT,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
}

type Run = {
  readonly child: ChildProcess;
  readonly id: ProcessId | undefined;
  readonly startedAtMs: number;
  /** Rejects with a LocalStackProblem when it ends before that, or is not ready in time from now. */
  untilReady(): Promise<void>;
  /** How it ended, in words. */
  readonly ended: Promise<string>;
  tail(): string;
  stop(): Promise<void>;
};

function runOnce(file: string, options: PartOptions, log: PartLog): Run {
  const child = spawnProgram(file, options.env, 'pipe', { flags: HEAP, args: options.args ?? [] });
  let isReady = false;
  const head: string[] = [];
  const tail: string[] = [];
  let left = 0;
  const keep = (line: string) => {
    log.write(line);
    // Only the last words of a part that ran matter.
    if (!isReady && head.length < HEAD_LINES) return void head.push(line);
    tail.push(line);
    if (tail.length <= TAIL_LINES) return;
    tail.shift();
    left += 1;
  };
  const said = () => [...head, ...(left > 0 ? [`… ${left} lines, see its log`] : []), ...tail].join('\n');
  const read = (stream: Readable | null, words: (line: string) => string | undefined) => {
    if (!stream) return;
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      keep(line);
      const warning = words(line);
      if (warning && isReady) options.say(`${options.name}: ${warning}`);
    });
  };
  read(child.stdout, warningOf);
  read(child.stderr, (line) => line);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === null ? `killed by ${signal}` : `exit code ${code}`));
  });
  const untilReady = () =>
    new Promise<void>((resolve, reject) => {
      const fail = (what: string) =>
        reject(new LocalStackProblem(`${options.name} ${what}. Its log: ${log.path}\n${said()}`));
      const timer = setTimeout(() => fail(`was not ready after ${READY_LIMIT_MS / 1000} s`), READY_LIMIT_MS);
      child.on('message', (message) => {
        if (typeof message !== 'object' || message === null || !('ready' in message)) return;
        clearTimeout(timer);
        isReady = true;
        if ('setupUrl' in message && typeof message.setupUrl === 'string') options.onSetupUrl?.(message.setupUrl);
        resolve();
      });
      ended.then((how) => {
        clearTimeout(timer);
        fail(`could not start (${how})`);
      });
    });
  return {
    child,
    id: child.pid === undefined ? undefined : identify(child.pid),
    startedAtMs: Date.now(),
    untilReady,
    ended,
    tail: () => (isReady ? tail.join('\n') : said()),
    async stop() {
      child.kill('SIGTERM');
      const late = delay(STOP_LIMIT_MS, 'late', { ref: false });
      if ((await Promise.race([ended, late])) === 'late') {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}
