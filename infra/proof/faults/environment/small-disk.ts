import { execFile } from 'node:child_process';
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

const run = promisify(execFile);

const ROOMY_BYTES = 1_000_000_000;
const MAX_SHRINKS = 50;

export type SmallDisk = {
  readonly dir: string;
  /** From now on nothing can be added to it. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * A file system in memory. It is filled by shrinking it to its content, so that the kernel itself returns ENOSPC to
 * every process. Undefined when this user may not mount one.
 */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const throwaway = await makeThrowawayDir('small-disk', unmount);
  const dir = throwaway.path;
  const resize = (bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, dir]);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOMY_BYTES},mode=0755`, 'giftledger-small-disk', dir]);
  } catch {
    await throwaway.remove();
    return undefined;
  }
  return {
    dir,
    async fill() {
      for (let attempt = 1; ; attempt += 1) {
        const { blocks, bfree, bsize } = await statfs(dir);
        try {
          await resize((blocks - bfree) * bsize);
          return;
        } catch (error) {
          // Something was written in between: a file system cannot be smaller than its content.
          if (attempt === MAX_SHRINKS) throw error;
        }
      }
    },
    async makeRoom() {
      await resize(ROOMY_BYTES);
    },
    remove: () => throwaway.remove(),
  };
}

async function unmount(dir: string): Promise<void> {
  // Tried until the last log file on it is closed.
  await eventually(async () => {
    if (await isMounted(dir)) await run('umount', [dir]);
  });
}

/** A separate file system has another number than the directory that contains it. */
async function isMounted(dir: string): Promise<boolean> {
  return (await stat(dir)).dev !== (await stat(path.dirname(dir))).dev;
}
