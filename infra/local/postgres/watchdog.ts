import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { describeFileError } from '../problem.ts';
import { identify, isRunning, ProcessId, waitUntilGone } from '../processes.ts';

const END_ORPHANS = path.join(import.meta.dirname, 'end-orphans.ts');
/** Its input ends when its owner does, however that ends: the shell waits for that with next to no memory, then becomes Node. */
const SCRIPT = 'while read -r _; do :; done; exec "$@"';
/** Of a dead owner's watchdog: longer than all that it waits for. */
const FINISH_LIMIT_MS = 90_000;

const Note = z.object({ owner: ProcessId, watchdog: ProcessId });
const noteFile = (dir: string) => path.join(dir, 'watchdog.json');

export type Watchdog = {
  /** Its Postgres was stopped: there is nothing to watch over any more. */
  dismiss(): void;
};

/**
 * Sees to it that the Postgres in `dir` ends with this process, even by `kill -9`; before it, the processes that the file
 * `companions` lists by then (see orphans.ts).
 */
export async function watchOver(dir: string, companions: string | undefined): Promise<Watchdog> {
  const command = [process.execPath, END_ORPHANS, dir, ...(companions === undefined ? [] : [companions])];
  // A session of its own: what ends a whole terminal or process group must not end the one who cleans up after it. It
  // has no output, because it outlives everybody who might read that, and would keep them waiting for its end.
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

/** While the watchdog of a dead owner is at work, a server that still runs there is about to stop: waits until it is done. */
export async function waitForWatchdogOfDead(dir: string): Promise<void> {
  const note = await readNote(dir);
  if (note && !isRunning(note.owner)) await waitUntilGone([note.watchdog], FINISH_LIMIT_MS);
}

/** False once `dir` has another watchdog: somebody took its server over, or put another directory in its place. */
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
