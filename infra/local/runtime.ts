import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Part } from '#infra/adapters/config/parts.ts';
import { refuseDataOfOthers, refuseHalfDeleted, refuseLostDatabase } from './data-dir.ts';
import { startLocalDatabase } from './database.ts';
import { type LocalAddresses, otherEventStore, partEnvironment } from './environment.ts';
import { startLocalEventStore } from './event-store.ts';
import { holderOf, LockHeldError, noteTask, takeFileLock } from './lock.ts';
import { refuseLeftLog } from './log-place.ts';
import { localDataDir } from './paths.ts';
import { describeFileError, errorCode, LocalStackProblem, ownerOf, userName } from './problem.ts';
import { isRunning, ProcessId } from './processes.ts';
import { type LocalSecrets, loadLocalSecrets } from './secrets.ts';

const LOCK_WAIT_MS = 60_000;
/** Their commands look at a store that is there: an empty one would be a wrong answer. */
const LOOKING: readonly Part[] = ['finance', 'notary', 'backup', 'projections'];

const runtimeSchema = z.object({
  supervisor: ProcessId,
  databaseUrl: z.string(),
  eventstoreUrl: z.string(),
  isOtherEventStore: z.boolean(),
  url: z.string(),
  mailboxUrl: z.string(),
  smtpPort: z.number(),
  port: z.number(),
  mailboxPort: z.number(),
  pids: z.record(z.string(), z.number()),
});

/** The addresses of a running stack; written when it is ready, removed when it stops. */
export type Runtime = z.output<typeof runtimeSchema>;

const runtimeFile = (dataDir: string) => path.join(dataDir, 'runtime.json');
/** The process that runs the servers on this data directory holds it. */
const stackLockFile = (dataDir: string) => path.join(dataDir, 'stack.lock');

/** It contains the database's password, so only its owner may read it. */
export async function writeRuntime(dataDir: string, runtime: Runtime): Promise<void> {
  const file = runtimeFile(dataDir);
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(runtime, null, 2)}\n`);
    await handle.close();
    await rename(partial, file);
  } catch (error) {
    throw describeFileError(error, file);
  }
}

export const removeRuntime = (dataDir: string) => rm(runtimeFile(dataDir), { force: true });

/**
 * The stack that runs on this data directory, if any. The remains of a killed one, or a damaged file, count as none.
 * Throws LocalStackProblem when it is another user's.
 */
export async function readRuntime(dataDir: string): Promise<Runtime | undefined> {
  const file = runtimeFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'EACCES') return '';
    const owner = userName(ownerOf(file));
    throw new LocalStackProblem(
      `The store in ${dataDir} is run by ${owner}, and its secrets are for that user alone: ask as ${owner} (sudo -u ${owner} …). For a store of your own, set GIFTLEDGER_DATA_DIR to a directory of your own.`,
    );
  });
  try {
    const runtime = runtimeSchema.safeParse(JSON.parse(text)).data;
    return runtime && isRunning(runtime.supervisor) ? runtime : undefined;
  } catch {
    return undefined;
  }
}

export type LocalStack = {
  readonly eventstoreUrl: string;
  /** Complete for the loadConfig of its part. */
  readonly env: NodeJS.ProcessEnv;
  /** The directory of the embedded stack, which contains its secrets. */
  readonly dataDir?: string;
  /** The servers with the logins of their administrators; those of the environment, where they come from there. */
  readonly owner: Pick<LocalAddresses, 'databaseUrl' | 'eventstoreUrl'>;
  /** Whether the parts of the store are at work on these servers. */
  readonly isRunning: boolean;
};

/**
 * Gives a command-line tool the servers, with the accounts of a part: those of the environment (EVENTSTORE_URL),
 * otherwise those of the running stack. Otherwise it starts Postgres and an event-store node while `work` runs. Throws
 * LocalStackProblem with what to do.
 */
export async function withLocalStack<T>(part: Part, work: (stack: LocalStack) => Promise<T>): Promise<T> {
  const { EVENTSTORE_URL, DATABASE_URL = '' } = process.env;
  if (EVENTSTORE_URL) {
    const owner = { databaseUrl: DATABASE_URL, eventstoreUrl: EVENTSTORE_URL };
    return work({ eventstoreUrl: EVENTSTORE_URL, env: process.env, owner, isRunning: false });
  }
  const dataDir = localDataDir();
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw describeFileError(error, dataDir);
  });
  const running = await readRuntime(dataDir);
  if (running) {
    return work({ ...stackOf(part, dataDir, await loadLocalSecrets(dataDir), running), isRunning: true });
  }
  if (LOOKING.includes(part) && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new LocalStackProblem(
      `There is no store in ${dataDir}. GIFTLEDGER_DATA_DIR names the folder of the one that you mean; npm start makes a new one.`,
    );
  }
  return withOwnServers(part, dataDir, work);
}

function stackOf(part: Part, dataDir: string, secrets: LocalSecrets, addresses: LocalAddresses): LocalStack {
  const env = partEnvironment(part, { dataDir, secrets, addresses });
  return { eventstoreUrl: env.EVENTSTORE_URL ?? '', env, dataDir, owner: addresses, isRunning: false };
}

const withOwnServers = <T>(part: Part, dataDir: string, work: (stack: LocalStack) => Promise<T>): Promise<T> =>
  withServers(dataDir, LOCK_WAIT_MS, (addresses, secrets) => work(stackOf(part, dataDir, secrets, addresses)));

/**
 * The servers of the store in a data directory, with the logins of their administrators, for as long as `work` runs.
 * Throws LocalStackProblem while the store runs.
 */
export const withStoppedStore = <T>(dataDir: string, work: (addresses: LocalAddresses) => Promise<T>): Promise<T> =>
  withServers(dataDir, 0, work);

async function withServers<T>(
  dataDir: string,
  waitMs: number,
  work: (addresses: LocalAddresses, secrets: LocalSecrets) => Promise<T>,
): Promise<T> {
  refuseDataOfOthers(dataDir);
  refuseHalfDeleted(dataDir);
  const release = await lockStack(dataDir, waitMs);
  try {
    await refuseLostDatabase(dataDir);
    await refuseLeftLog(dataDir, process.env);
    const secrets = await loadLocalSecrets(dataDir);
    const database = await startLocalDatabase(dataDir, secrets);
    try {
      const other = otherEventStore(process.env);
      const node = other === undefined ? await startLocalEventStore(dataDir, secrets, database.url) : undefined;
      try {
        const addresses = {
          databaseUrl: database.url,
          eventstoreUrl: other ?? node?.eventstoreUrl ?? '',
          isOtherEventStore: other !== undefined,
          port: 3000,
          mailboxPort: 3001,
          smtpPort: 1025,
        };
        return await work(addresses, secrets);
      } finally {
        await node?.stop();
      }
    } finally {
      await database.postgres.stop();
    }
  } finally {
    await release();
  }
}

/** The right to run servers on this data directory. Throws LocalStackProblem while another process has it. */
export async function lockStack(
  dataDir: string,
  waitMs: number,
  task: 'start' | 'command' = 'command',
): Promise<() => Promise<void>> {
  try {
    return await takeFileLock(stackLockFile(dataDir), waitMs, task);
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw describeFileError(error, dataDir);
    throw new LocalStackProblem(whoHolds(error, dataDir, await readRuntime(dataDir)), { cause: error });
  }
}

/** For who starts the store meanwhile: the one that has the lock stops. */
export const noteStopping = (dataDir: string): Promise<void> => noteTask(stackLockFile(dataDir), 'stop');

function whoHolds(
  { holder: { pid, task, since } }: LockHeldError,
  dataDir: string,
  runtime: Runtime | undefined,
): string {
  if (task === 'stop' && since)
    return `The store in ${dataDir} is being stopped, since ${since.toLocaleTimeString('en-GB')} (process ${pid}). Wait until it has ended, then start it again.`;
  if (runtime)
    return `The store is running already (process ${pid}) at ${runtime.url}. Use that one, or stop it first (Ctrl-C in its terminal, or kill ${pid}).`;
  if (task === 'start' && since)
    return `The store in ${dataDir} is being started, since ${since.toLocaleTimeString('en-GB')} (process ${pid}). Wait until it is ready, or stop it (Ctrl-C in its terminal, or kill ${pid}).`;
  return `Another command is working on ${dataDir} (process ${pid}). Wait until it has ended, or stop it (kill ${pid}), then try again.`;
}

/** True while this process holds the lock of `lockStack`; false after the directory was removed. */
export async function holdsStackLock(dataDir: string): Promise<boolean> {
  const holder = await holderOf(stackLockFile(dataDir));
  return holder !== undefined && holder.pid === process.pid && isRunning(holder);
}
