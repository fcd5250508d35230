import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Runtime } from '#infra/local/runtime.ts';
import { connect } from '../faults/stack.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { limitRow, type Row } from './measure.ts';
import { startStore } from './npm-start.ts';
import { goShopping } from './shop.ts';

/** A part returns unused memory once it has been idle for five seconds. */
const SETTLED_AFTER_MS = 30_000;
const IDLE_AIM_MIB = 500;
const AFTER_LOAD_AIM_MIB = 800;

const run = promisify(execFile);

/** The memory of all processes of `npm start`, without Postgres: idle, at the end of the shop's load, and idle after it. */
export async function* benchMemory(): AsyncGenerator<Row> {
  const dir = await makeThrowawayDir('memory');
  const store = await startStore(dir.path);
  try {
    const { runtime } = store;
    await delay(SETTLED_AFTER_MS);
    yield memoryRow('idle', await heldMib(runtime), IDLE_AIM_MIB);
    const { close, ...outside } = await connect(dir.path, runtime);
    await goShopping({ ...outside, url: runtime.url });
    await close();
    yield memoryRow('at the end of 2,000 lists and 320 purchases', await heldMib(runtime), AFTER_LOAD_AIM_MIB);
    await delay(SETTLED_AFTER_MS);
    yield memoryRow('idle after it', await heldMib(runtime), AFTER_LOAD_AIM_MIB);
  } finally {
    await store.stop();
    await dir.remove();
  }
}

const memoryRow = (when: string, mib: number, aimMib: number): Row =>
  limitRow(`memory of all our processes, ${when}: ${mib.toFixed(0)} MiB`, mib, aimMib, 'MiB that they may hold');

/** The proportional share of the supervisor and its parts: memory that several share counts once. */
async function heldMib({ supervisor }: Runtime): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/);
    return pid !== undefined && parent === String(supervisor.pid) ? [pid] : [];
  });
  let kib = 0;
  for (const pid of [supervisor.pid, ...children]) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kib += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return kib / 1024;
}
