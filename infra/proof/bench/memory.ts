import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import type { ProcessId } from '#infra/local/processes.ts';
import { connect } from '../faults/stack.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { limitRow, type Row } from './measure.ts';
import { startStore } from './npm-start.ts';
import { goShopping } from './shop.ts';

/** A part returns unused memory once it has been idle for five seconds. */
const SETTLED_AFTER_MS = 30_000;
const IDLE_AIM_MIB = 500;
const AFTER_LOAD_AIM_MIB = 800;
/** One and a half times what Postgres holds for Vendure 3.7.3 after the same load. */
const POSTGRES_AIM_MIB = 189;
const OURS = 'all our processes';
const AT_THE_END = 'at the end of 2,000 lists and 320 purchases';

const run = promisify(execFile);

/** The memory of all processes of `npm start`: idle, at the end of the shop's load, and idle after it; and of its Postgres at the end of that load. */
export async function* benchMemory(): AsyncGenerator<Row> {
  const dir = await makeThrowawayDir('memory');
  const store = await startStore(dir.path);
  try {
    const { runtime } = store;
    await delay(SETTLED_AFTER_MS);
    const held = () => heldMib(runtime.supervisor);
    yield memoryRow(OURS, 'idle', await held(), IDLE_AIM_MIB);
    const { close, ...outside } = await connect(dir.path, runtime);
    await goShopping({ ...outside, url: runtime.url });
    await close();
    const postgres = await liveServer(path.join(dir.path, 'postgres/data'));
    if (!postgres) throw new Error('Postgres does not run any more.');
    yield memoryRow('Postgres', AT_THE_END, await heldMib(postgres), POSTGRES_AIM_MIB);
    yield memoryRow(OURS, AT_THE_END, await held(), AFTER_LOAD_AIM_MIB);
    await delay(SETTLED_AFTER_MS);
    yield memoryRow(OURS, 'idle after it', await held(), AFTER_LOAD_AIM_MIB);
  } finally {
    await store.stop();
    await dir.remove();
  }
}

const memoryRow = (whose: string, when: string, mib: number, aimMib: number): Row =>
  limitRow(`memory of ${whose}, ${when}: ${mib.toFixed(0)} MiB`, mib, aimMib, 'MiB that they may hold');

/** The proportional share of a process and its children: memory that several share counts once. */
async function heldMib({ pid: root }: ProcessId): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/);
    return pid !== undefined && parent === String(root) ? [pid] : [];
  });
  let kib = 0;
  for (const pid of [root, ...children]) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kib += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return kib / 1024;
}
