import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from './problem.ts';
import { identify, isRunning, ProcessId } from './processes.ts';

const POLL_MS = 50;

/** `task` is what the holder does meanwhile, in a word of its own; `since` is when it asked for the lock. */
const Holder = ProcessId.extend({ task: z.string().optional(), since: z.coerce.date().optional() });
type Holder = z.output<typeof Holder>;

/** The lock was still held at the end of the time. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
  readonly holder: Holder;
  constructor(file: string, holder: Holder) {
    super(`Waited in vain for the lock ${file}, which process ${holder.pid} holds.`);
    this.holder = holder;
  }
}

/**
 * Takes an exclusive lock file for the processes of this machine, and returns its release. A lock whose holder died is
 * taken over. Throws LockHeldError after `timeoutMs` of waiting.
 */
export async function takeFileLock(file: string, timeoutMs: number, task?: string): Promise<() => Promise<void>> {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify({ ...identify(process.pid), task, since: new Date() }));
  try {
    const deadline = Date.now() + timeoutMs;
    // A hard link either appears whole, with the holder in it, or not at all.
    while (!(await tryLink(mine, file))) {
      const holder = await holderOf(file);
      if (!holder || !isRunning(holder)) await breakLock(file, holder);
      else if (Date.now() >= deadline) throw new LockHeldError(file, holder);
      else await delay(POLL_MS);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Says what its holder does from now on. */
export async function noteTask(file: string, task: string): Promise<void> {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify({ ...identify(process.pid), task, since: new Date() }));
  await rename(mine, file);
}

export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const release = await takeFileLock(file, timeoutMs);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** The holder of the lock; undefined when there is none, or the file is not readable. */
export async function holderOf(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return Holder.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function tryLink(existing: string, file: string): Promise<boolean> {
  try {
    await link(existing, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two processes may find the same dead holder. Because of the rename, neither removes the lock that the other one took
 * afterwards.
 */
async function breakLock(file: string, dead: ProcessId | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const found = await holderOf(aside);
  if (found?.pid !== dead?.pid || found?.startedAt !== dead?.startedAt) await tryLink(aside, file);
  await rm(aside, { force: true });
}
