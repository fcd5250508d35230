import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { describeFileError } from '../problem.ts';
import { identify, isRunning, ProcessId, waitUntilGone } from '../processes.ts';

const END_ORPHANS = path.join(import.meta.dirname, 'end-orphans.ts');
/** Its input ends with its owner, however that ends. The shell waits for that with very little memory, then becomes Node. */
const SCRIPT = 'while read -r _; do :; done; exec "$@"';
/** Time for the watchdog of a dead owner: longer than all its waits. */
const FINISH_LIMIT_MS = 90_000;

const Note = z.object({ owner: ProcessId, watchdog: ProcessId });
const noteFile = (dir: string) => path.join(dir, 'watchdog.json');

export type Watchdog = {
  /** Its Postgres was stopped: the watchdog is not needed any more. */
  dismiss(): void;
};

/**
 * Ensures that the Postgres in `dir` ends with this process, even after `kill -9`; before it, the processes in the file
 * `companions` at that time (see orphans.ts).
 */
export async function watchOver(dir: string, companions: string | undefined): Promise<Watchdog> {
  const command = [process.execPath, END_ORPHANS, dir, ...(companions === undefined ? [] : [companions])];
  // A separate session: a signal to the whole terminal or process group must not end the process that cleans up. It has
  // no output, because it outlives every reader, and readers would wait for its end.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'postgres-watchdog', ...command], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  child.unref();
  const dismiss = () => void child.kill('SIGKILL');
  try {
    const note = { owner: identify(process.pid), watchdog: identify(child.pid ?? 0) };
    await writeFile(noteFile(dir), JSON.stringify(note));
  } catch (error) {
    dismiss();
    throw describeFileError(error, noteFile(dir));
  }
  return { dismiss };
}

/** While the watchdog of a dead owner works, its server is about to stop: waits until that is done. */
export async function waitForWatchdogOfDead(dir: string): Promise<void> {
  const note = await readNote(dir);
  if (note && !isRunning(note.owner)) await waitUntilGone([note.watchdog], FINISH_LIMIT_MS);
}

/** False once `dir` has another watchdog: another process took its server over, or replaced the directory. */
export async function isItsWatchdog(dir: string): Promise<boolean> {
  const [note, me] = [await readNote(dir), identify(process.pid)];
  return note?.watchdog.pid === me.pid && note.watchdog.startedAt === me.startedAt;
}

async function readNote(dir: string): Promise<z.output<typeof Note> | undefined> {
  const text = await readFile(noteFile(dir), 'utf8').catch(() => '');
  try {
    return Note.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
