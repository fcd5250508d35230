import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { deletionMark, putMark } from './data-dir.ts';
import { describeFileError, errorCode } from './problem.ts';
import { lockStack } from './runtime.ts';

/** Everything that the embedded stack keeps in its folder; the secrets last, because nothing else can be read without them. */
const KEPT = [
  'postgres',
  'event-store',
  'files',
  'mail',
  'logs',
  'restoring',
  'processes.json',
  'runtime.json',
  'secrets.json',
];
const ofStack = (name: string) => KEPT.includes(name.replace(/\.partial$/, ''));
/** Gone when the lock is released. */
const isLock = (name: string) => name.startsWith('stack.lock');

/** What is in a data directory: of the stack, and what somebody else put there and stays. */
export async function contentOf(dataDir: string): Promise<{ readonly ours: string[]; readonly others: string[] }> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  const found = names.filter((name) => !isLock(name) && name !== path.basename(deletionMark(dataDir)));
  return {
    ours: KEPT.flatMap((kept) => found.filter((name) => name.replace(/\.partial$/, '') === kept)),
    others: found.filter((name) => !ofStack(name)),
  };
}

/**
 * Deletes all that the embedded stack kept, and the directory where nothing else is in it. A mark is written first and removed last: until
 * then nothing starts there, and a repetition completes it. `elsewhere` deletes what is not in the directory. @throws LocalStackProblem while
 * the store runs
 */
export async function deleteData(dataDir: string, elsewhere?: () => Promise<void>): Promise<void> {
  const release = await lockStack(dataDir, 0);
  const mark = deletionMark(dataDir);
  try {
    await putMark(mark);
    await elsewhere?.();
    for (const name of (await contentOf(dataDir)).ours)
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    await rm(mark);
  } catch (error) {
    throw describeFileError(error, dataDir);
  } finally {
    await release();
  }
  // A folder with something else in it stays, and so does one that the machine has mounted.
  await rmdir(dataDir).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'EBUSY', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  });
}
