import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './postgres.ts';
import { errorCode } from './problem.ts';

const POLL_MS = 50;

/**
 * Runs `work` while holding an exclusive lock file that other processes of this machine respect. A lock whose holder
 * died is taken over. Throws after `timeoutMs` of waiting.
 */
export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, `${process.pid}\n`);
  try {
    const deadline = Date.now() + timeoutMs;
    // A hard link either appears whole, with the pid in it, or not at all.
    while (!(await tryLink(mine, file))) {
      const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
      if (holder > 0 && !isAlive(holder)) await breakLock(file, holder);
      else if (Date.now() > deadline)
        throw new Error(`Waited in vain for the lock ${file} (held by process ${holder}).`);
      else await delay(POLL_MS);
    }
    try {
      return await work();
    } finally {
      await rm(file, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
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

/** Two processes may find the same dead holder: renaming first means that neither removes the lock that the other then took. */
async function breakLock(file: string, deadHolder: number): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (Number(await readFile(aside, 'utf8')) !== deadHolder) await tryLink(aside, file);
  await rm(aside, { force: true });
}
