import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LocalStackProblem } from '../problem.ts';
import { identify, isRunning, type ProcessId } from '../processes.ts';

const run = promisify(execFile);

/** After a crash a server writes up to `max_wal_size` again; after a restore to a moment, all that was archived. */
export const RECOVERY_LIMIT_MS = 15 * 60_000;
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 50;

/**
 * The port of a live server on this data directory. A stale postmaster.pid, left by kill -9 or a power cut, is removed:
 * its pid may belong to another process by now, and Postgres would then refuse to start.
 */
export async function adoptRunning(data: string, signal?: AbortSignal): Promise<number | undefined> {
  const pidFile = path.join(data, 'postmaster.pid');
  const beganAt = Date.now();
  while (await liveServer(data)) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const status = lines[7]?.trim();
    // One that recovers and takes reads already is a standby by this word.
    if (status === 'ready' || status === 'standby') return Number(lines[3]);
    // It is starting or stopping: wait for the result.
    if (Date.now() > beganAt + (status === 'starting' ? RECOVERY_LIMIT_MS : STOP_LIMIT_MS)) {
      throw new LocalStackProblem(
        `A Postgres (pid ${lines[0]}) holds ${data} and is neither ready nor gone. Stop it (kill ${lines[0]}) and start again.`,
      );
    }
    await delay(POLL_MS, undefined, { ...(signal && { signal }) });
  }
  await rm(pidFile, { force: true });
  return undefined;
}

/** The process with the number in postmaster.pid, whatever it is by now. */
export async function namedServer(data: string): Promise<ProcessId | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? identify(pid) : undefined;
}

/**
 * The Postgres that works in this directory, if it runs: the number in a stale postmaster.pid may belong to any
 * process.
 */
export async function liveServer(data: string): Promise<ProcessId | undefined> {
  const server = await namedServer(data);
  if (!server || !isRunning(server)) return undefined;
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = await run('ps', ['-p', String(server.pid), '-o', 'comm=']).catch(() => ({ stdout: '' }));
    return /(^|\/)postgres$/.test(stdout.trim()) ? server : undefined;
  }
  const stat = await readFile(`/proc/${server.pid}/stat`, 'utf8').catch(() => '');
  if (!/^\d+ \(postgres\) [^ZX]/.test(stat)) return undefined;
  const cwd = await readlink(`/proc/${server.pid}/cwd`).catch(() => undefined);
  return cwd === undefined || path.resolve(cwd) === path.resolve(data) ? server : undefined;
}
