import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';

const LOOK_EVERY_MS = 2_000;
/** With less, a machine without swap reads its programs from the disk again and again: its tests stand still, and fail elsewhere for no reason. */
const LEAST_SHARE = 0.05;
const SHOWN = 8;
const PAGE_KIB = 4;

type Held = { readonly pid: number; readonly parent: number; readonly mebibytes: number; readonly command: string };

/** What each process holds alone, the most first. Empty where there is no /proc. */
async function holders(): Promise<Held[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const [stat, statm, command] = await Promise.all([read('stat'), read('statm'), read('cmdline')]);
      const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const mebibytes = Math.round(((resident - shared) * PAGE_KIB) / 1024);
      return { pid: Number(pid), parent, mebibytes, command: command.replaceAll('\0', ' ') };
    }),
  );
  return found.sort((one, other) => other.mebibytes - one.mebibytes);
}

function isBelow(held: Held, ancestor: number, all: ReadonlyMap<number, Held>): boolean {
  for (let each: Held | undefined = held; each; each = all.get(each.parent)) if (each.parent === ancestor) return true;
  return false;
}

/**
 * Ends the largest process that this one started, directly or not, when the machine is about to have no memory left, and says by `say` who holds
 * what: its own test fails then, in place of all others.
 * @returns what ends the watch
 */
export function watchMemory(say: (line: string) => void, leastShare = LEAST_SHARE): () => void {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking || process.availableMemory() > leastShare * totalmem()) return;
    isLooking = true;
    const all = await holders();
    const byPid = new Map(all.map((held) => [held.pid, held]));
    const largest = all.find((held) => isBelow(held, process.pid, byPid));
    say(`Only ${Math.round(process.availableMemory() / 1024 ** 2)} MiB of memory are left. The largest processes:`);
    for (const { pid, mebibytes, command } of all.slice(0, SHOWN)) say(`  ${mebibytes} MiB  ${pid}  ${command}`);
    if (largest) {
      say(`Process ${largest.pid} of these tests is ended: ${largest.command}`);
      try {
        process.kill(largest.pid, 'SIGKILL');
      } catch {
        // It has ended in the meantime, which is the goal.
      }
    }
    isLooking = false;
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
