import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startLoad } from '../faults/load.ts';
import { PART_NAMES, type PartName, startFaultStack } from '../faults/stack.ts';
import { createViolations } from '../faults/violations.ts';
import type { Row } from './main.ts';
import { median } from './measure.ts';

const CUSTOMERS = 6;
const SEED = 1;
const SAMPLE_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;

/** Memory of each part under the load of all commands: its last minute against its first. */
export async function* benchSoak(_stack: unknown, { soakMinutes }: { soakMinutes: number }): AsyncGenerator<Row> {
  if (soakMinutes < 2) return;
  const violations = createViolations(() => undefined);
  const stack = await startFaultStack(() => undefined);
  const samples = new Map<PartName, { atMs: number; bytes: number }[]>(PART_NAMES.map((name) => [name, []]));
  try {
    const load = await startLoad(stack, { seed: SEED, customers: CUSTOMERS, violations });
    const startedMs = performance.now();
    const endMs = soakMinutes * MINUTE_MS;
    for (let atMs = 0; atMs < endMs; atMs = performance.now() - startedMs) {
      for (const [name, list] of samples) list.push({ atMs, bytes: await memoryOf(await stack.processesOf(name)) });
      await Promise.race([delay(SAMPLE_EVERY_MS), load.failing]);
    }
    await load.stop();
    if (violations.all.length > 0) throw new Error(`The load met violations: ${violations.all.join('; ')}`);
    for (const [name, list] of samples) {
      const within = (from: number, to: number) =>
        median(list.filter(({ atMs }) => atMs >= from && atMs < to).map(({ bytes }) => bytes));
      const [first, last] = [within(0, MINUTE_MS), within(endMs - MINUTE_MS, endMs)];
      yield {
        what: `memory of ${name} after ${soakMinutes} minutes (${load.journal.total} writes)`,
        baseline: `its first minute (${megabytes(first)}, now ${megabytes(last)})`,
        aim: 1.1,
        isCeiling: true,
        ratio: last / first,
      };
    }
  } finally {
    await stack.stop({ keepsData: false });
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;

/** Proportional set size where the kernel tells it: memory that Postgres' backends share is counted once. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  return sum;
}
