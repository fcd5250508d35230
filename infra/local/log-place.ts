import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { otherEventStore } from './environment.ts';
import { certificateDir } from './event-store.ts';
import { LocalStackProblem } from './problem.ts';

const markOf = (dataDir: string): string => path.join(certificateDir(dataDir), 'moved-to');

/** Notes beside the data that the log is on another server: the one here ends where it left. */
export async function noteLogPlace(dataDir: string, address: string): Promise<void> {
  await mkdir(certificateDir(dataDir), { recursive: true });
  await writeFile(markOf(dataDir), withoutLogin(address));
}

/** What would be booked on the log that was left is not in the one that goes on. Throws LocalStackProblem where no address is named. */
export async function refuseLeftLog(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (otherEventStore(env) !== undefined) return;
  const address = await readFile(markOf(dataDir), 'utf8').catch(() => undefined);
  if (address === undefined) return;
  throw new LocalStackProblem(
    `The log of this store is at ${address}. Set GIFTLEDGER_EVENTSTORE_URL to that address, with its login; or remove ${markOf(dataDir)}, if the log is in ${dataDir} again. Nothing was started.`,
  );
}
