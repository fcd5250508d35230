import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import { waitForWatchdogOfDead } from '#infra/local/postgres/watchdog.ts';
import { errorCode } from '#infra/local/problem.ts';
import { identify, isRunning, ProcessId } from '#infra/local/processes.ts';

/** Beside the directory, so that a file system mounted there does not hide it. */
const OWNER_SUFFIX = '.owner.json';
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

export type ThrowawayDir = {
  readonly path: string;
  /** The place of a Postgres in it, whose end is waited for. */
  readonly postgresDir: string;
  remove(): Promise<void>;
  /** Keeps it for inspection. */
  keep(): Promise<void>;
};

/**
 * A directory in the system's temporary one that exists only during its use. First it removes directories of the same
 * kind that a killed process left.
 * @param release frees a directory before its removal, if it holds more than files
 */
export async function makeThrowawayDir(
  kind: string,
  release: (dir: string) => Promise<void> = async () => undefined,
): Promise<ThrowawayDir> {
  const prefix = `giftledger-${kind}-`;
  await removeLeftovers(prefix, release);
  const dir = await mkdtemp(path.join(os.tmpdir(), prefix));
  const ownerFile = `${dir}${OWNER_SUFFIX}`;
  await writeFile(ownerFile, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  const keep = () => rm(ownerFile, { force: true });
  return {
    path: dir,
    postgresDir: postgresIn(dir),
    keep,
    async remove() {
      await release(dir);
      await rm(dir, REMOVAL);
      await keep();
    },
  };
}

const postgresIn = (dir: string) => path.join(dir, 'postgres');

async function removeLeftovers(prefix: string, release: (dir: string) => Promise<void>): Promise<void> {
  const names = await readdir(os.tmpdir());
  for (const name of names.filter((one) => one.startsWith(prefix) && one.endsWith(OWNER_SUFFIX))) {
    const ownerFile = path.join(os.tmpdir(), name);
    const owner = await ownerIn(ownerFile);
    if (!owner || isRunning(owner)) continue;
    const dir = ownerFile.slice(0, -OWNER_SUFFIX.length);
    await waitForWatchdogOfDead(postgresIn(dir));
    if (await liveServer(path.join(postgresIn(dir), 'data'))) continue;
    try {
      await release(dir);
      await rm(dir, REMOVAL);
      await rm(ownerFile, { force: true });
    } catch (error) {
      // Not worth a failure: the next run tries again.
      console.warn(`${dir}, left by a run that was killed, cannot be removed: ${errorCode(error) ?? error}`);
    }
  }
}

/** Undefined without such a file, or when another user owns it: anybody may write there. */
async function ownerIn(file: string): Promise<ProcessId | undefined> {
  try {
    if ((await stat(file)).uid !== process.getuid?.()) return undefined;
    return ProcessId.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
