import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from './problem.ts';

const POLL_MS = 50;

/** A process, distinguished from a later one with the same number by `startedAt`, the kernel's own time, if available. */
export const ProcessId = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
export type ProcessId = z.output<typeof ProcessId>;

/** True when a process of that number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export function identify(pid: number): ProcessId {
  return { pid, startedAt: startTime(pid) ?? '' };
}

/** True while this same process runs; a zombie does not. */
export function isRunning(id: ProcessId): boolean {
  if (!isAlive(id.pid)) return false;
  if (id.startedAt === '') return true;
  return startTime(id.pid) === id.startedAt;
}

/** Field 22 of /proc/<pid>/stat; undefined for zombies, for dead ones, and where there is no /proc. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Waits until none of them runs. False when some still do after `limitMs`. */
export async function waitUntilGone(ids: readonly ProcessId[], limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (ids.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
