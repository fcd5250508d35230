import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isRunning, ProcessId, waitUntilGone } from './processes.ts';

const LINGER_LIMIT_MS = 15_000;

/** Where a supervisor lists its parts, for the next one, which cleans up after it. */
export const orphansFile = (dataDir: string) => path.join(dataDir, 'processes.json');

/** Writes the list, one call after the other; `settled` waits for the last. */
export function createOrphanNotes(file: string, processes: () => readonly ProcessId[], say: (line: string) => void) {
  let noted = Promise.resolve();
  return {
    note(): void {
      noted = noted
        .then(async () => {
          await writeFile(`${file}.partial`, JSON.stringify(processes()));
          await rename(`${file}.partial`, file);
        })
        .catch((error: Error) => say(error.message));
    },
    settled: () => noted,
  };
}

export const forgetOrphans = (file: string) => rm(file, { force: true });

/** Parts of a killed supervisor stop by themselves: waits for them, and ends those that do not. */
export async function endOrphans(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  let orphans: ProcessId[];
  try {
    // Without a start time, the number may belong to another process by now.
    orphans = z
      .array(ProcessId)
      .parse(JSON.parse(text))
      .filter((id) => id.startedAt !== '');
  } catch {
    return;
  }
  if (await waitUntilGone(orphans, LINGER_LIMIT_MS)) return;
  for (const orphan of orphans.filter(isRunning)) process.kill(orphan.pid, 'SIGKILL');
  await waitUntilGone(orphans, LINGER_LIMIT_MS);
}
