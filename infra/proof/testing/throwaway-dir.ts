import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import { waitForWatchdogOfDead } from '#infra/local/postgres/watchdog.ts';
import { errorCode } from '#infra/local/problem.ts';
import { identify, isRunning, ProcessId } from '#infra/local/processes.ts';

/** Beside the directory, so that it is seen whatever is mounted there. */
const OWNER_SUFFIX = '.owner.json';
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

export type ThrowawayDir = {
  readonly path: string;
  /** Where a Postgres in it has to be, so that its end is waited for. */
  readonly postgresDir: string;
  remove(): Promise<void>;
  /** It stays, to be looked at. */
  keep(): Promise<void>;
};

/**
 * A directory in the system's temporary one that does not outlive its use: what a killed process left of the same kind is
 * removed first.
 * @param release of a directory that is about to be removed, where more than files is in it
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
      // Not worth failing for: the next one tries again.
      console.warn(`${dir}, left by a run that was killed, cannot be removed: ${errorCode(error) ?? error}`);
    }
  }
}

/** Undefined where another user's or no such file: anybody may write there. */
async function ownerIn(file: string): Promise<ProcessId | undefined> {
  try {
    if ((await stat(file)).uid !== process.getuid?.()) return undefined;
    return ProcessId.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
