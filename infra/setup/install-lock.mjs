/** The right to install: one process at a time, over all terminals and containers that share this checkout. */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './packages.mjs';

const FILE = path.join(ROOT, '.cache/install.lock');
const POLL_MS = 250;
/** The holder shows that it lives this often; one that did not for the longer time is gone. */
const BEAT_MS = 2_000;
const SILENT_MS = 30_000;

/**
 * Takes the lock, or waits for its holder: `onWait` gets its process number once. Returns `note`, which adds the number
 * of a process that works for the holder, and `release`.
 */
export async function takeInstallLock(onWait) {
  mkdirSync(path.dirname(FILE), { recursive: true });
  const mine = `${FILE}.${randomUUID()}`;
  const write = (worker) => JSON.stringify({ host: hostname(), holder: identify(process.pid), worker });
  let isTold = false;
  for (;;) {
    writeFileSync(mine, write());
    try {
      // A link appears whole, with the holder in it, or not at all.
      linkSync(mine, FILE);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
    const holder = holderOf();
    if (holder && !isAlive(holder)) breakLock(holder);
    else {
      if (holder && !isTold) onWait(holder.holder.pid);
      isTold ||= holder !== undefined;
      await delay(POLL_MS);
    }
  }
  const beat = setInterval(() => {
    try {
      utimesSync(FILE, new Date(), new Date());
    } catch {}
  }, BEAT_MS).unref();
  return {
    note(pid) {
      writeFileSync(mine, write(identify(pid)));
      renameSync(mine, FILE);
    },
    release() {
      clearInterval(beat);
      rmSync(FILE, { force: true });
    },
  };
}

function holderOf() {
  try {
    return { ...JSON.parse(readFileSync(FILE, 'utf8')), silentMs: Math.abs(Date.now() - statSync(FILE).mtimeMs) };
  } catch {
    return undefined;
  }
}

/** A npm whose starter was killed works on, and has to end first. Numbers of another machine's processes say nothing here. */
const isAlive = ({ host, holder, worker, silentMs }) =>
  host === hostname() ? isRunning(holder) || (worker !== undefined && isRunning(worker)) : silentMs < SILENT_MS;

/** A process; where the kernel tells when it started, no later one of that number. */
const identify = (pid) => ({ pid, startedAt: startTime(pid) });

function isRunning({ pid, startedAt }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startTime(pid) === startedAt;
}

function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : fields[19];
  } catch {
    return 'unknown';
  }
}

/** Two may find the same dead holder: neither removes the lock that the other one took afterwards. */
function breakLock(dead) {
  const aside = `${FILE}.${randomUUID()}`;
  try {
    renameSync(FILE, aside);
    const found = JSON.parse(readFileSync(aside, 'utf8'));
    if (JSON.stringify(found.holder) !== JSON.stringify(dead.holder)) linkSync(aside, FILE);
  } catch {}
  rmSync(aside, { force: true });
}
