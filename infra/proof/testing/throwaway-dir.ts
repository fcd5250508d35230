import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import { waitForWatchdogOfDead } from '#infra/local/postgres/watchdog.ts';
import { errorCode } from '#infra/local/problem.ts';
import { isAlive } from '#infra/local/processes.ts';

const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

export type ThrowawayDir = {
  readonly path: string;
  /** The place of a Postgres in it, whose end is waited for. */
  readonly postgresDir: string;
  remove(): Promise<void>;
  /** Keeps it for inspection, under the name that it returns. */
  keep(): Promise<string>;
};

/**
 * A directory in the system's temporary one that exists only during its use. Its name has the number of this process:
 * first it removes directories of the same kind that a killed process left.
 * @param release frees a directory before its removal, if it holds more than files
 * @param root where it is made in place of the temporary directory
 */
export async function makeThrowawayDir(
  kind: string,
  release: (dir: string) => Promise<void> = async () => undefined,
  root: string = os.tmpdir(),
): Promise<ThrowawayDir> {
  const prefix = `giftledger-${kind}-`;
  await removeLeftovers(root, prefix, release);
  const dir = await mkdtemp(path.join(root, `${prefix}${process.pid}-`));
  return {
    path: dir,
    postgresDir: postgresIn(dir),
    async keep() {
      const kept = path.join(root, path.basename(dir).replace('giftledger-', 'giftledger-kept-'));
      await rename(dir, kept);
      return kept;
    },
    async remove() {
      await release(dir);
      await rm(dir, REMOVAL);
    },
  };
}

const postgresIn = (dir: string) => path.join(dir, 'postgres');

async function removeLeftovers(root: string, prefix: string, release: (dir: string) => Promise<void>): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    const dir = path.join(root, name);
    if (Number.isNaN(owner) || isAlive(owner) || !(await isOurs(dir))) continue;
    await waitForWatchdogOfDead(postgresIn(dir));
    if (await liveServer(path.join(postgresIn(dir), 'data'))) continue;
    try {
      await release(dir);
      await rm(dir, REMOVAL);
    } catch (error) {
      // Not worth a failure: the next run tries again.
      console.warn(`${dir}, left by a run that was killed, cannot be removed: ${errorCode(error) ?? error}`);
    }
  }
}

/** Anybody may make a directory of such a name there. */
async function isOurs(dir: string): Promise<boolean> {
  return (await stat(dir).catch(() => undefined))?.uid === process.getuid?.();
}
