import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#core/kernel/event-store.ts';
import { CACHED_STREAMS } from '#infra/node/limits.ts';
import { startLoad } from '../faults/load.ts';
import { type FaultStack, PART_NAMES, type PartName, startFaultStack } from '../faults/stack.ts';
import { createViolations, type Violations } from '../faults/violations.ts';
import { COLLECTABLE, connectGarbageCollector, type GarbageCollector } from './garbage-collector.ts';
import { drive, median } from './measure.ts';
import type { Row } from './row.ts';
import { FILLING } from './wallets.ts';

const PEOPLE = { customers: 6, administrators: 2, lives: 2 };
const SEED = 1;
/**
 * In a store that is in use, bounded caches are full. So they are filled first, and their filling does not count as
 * growth: by the same kinds of writes, from many more people at once. The BFF's cache is the largest, so its entries
 * are counted.
 */
const HTTP_WRITES_BEFORE = 24_000;
const PEOPLE_BEFORE = { customers: 48, administrators: 16, lives: 4 };
const LOOK_EVERY_MS = 500;
const SAMPLE_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** Runs before the first measured minute, under the same load. */
const WARM_UP_MINUTES = 1;
/** The event store keeps more streams in memory than those writes create. */
const APPENDS_BEFORE = Math.ceil(CACHED_STREAMS * 1.1);
const APPENDS_IN_FLIGHT = 256;

const LOG_OF: Readonly<Partial<Record<PartName, string>>> = {
  'event store': 'event-store.log',
  projections: 'projections.log',
  processes: 'processes.log',
  jobs: 'jobs.log',
  BFF: 'web.log',
};

type Sample = { readonly atMs: number; readonly bytes: number };

/**
 * Memory of each part under the load of all commands and their reads: the median of its last minute against that of its
 * first. It is measured after a full collection, because V8 keeps garbage for minutes while there is room, which would
 * hide any growth. The memory that Postgres shares among its processes is left out: its size is fixed, and it fills
 * with the tables.
 */
export async function* benchSoak(_stack: unknown, { soakMinutes }: { soakMinutes: number }): AsyncGenerator<Row> {
  if (soakMinutes < 2) return;
  const violations = createViolations(() => undefined);
  const stack = await startFaultStack(() => undefined, { env: { LOG_LEVEL: 'info', ...COLLECTABLE } });
  const collectors = new Map<PartName, GarbageCollector>();
  try {
    for (const [part, log] of Object.entries(LOG_OF)) {
      collectors.set(part as PartName, await connectGarbageCollector(path.join(stack.dataDir, 'logs', log)));
    }
    await fillEventStore(stack.store);
    await useForAWhile(stack, violations);
    const load = await startLoad(stack, { seed: SEED, ...PEOPLE, violations });
    await Promise.race([delay(WARM_UP_MINUTES * MINUTE_MS), load.failing]);
    const writesBefore = load.journal.total;
    const weigh = async (part: PartName) => {
      await collectors.get(part)?.collect();
      return memoryOf(await stack.processesOf(part));
    };
    const samples = await sampleParts(soakMinutes, weigh, load.failing);
    const writes = load.journal.total - writesBefore;
    await load.stop();
    assertNone(violations);
    for (const [name, list] of samples) {
      const minutes = Array.from({ length: soakMinutes }, (_, minute) => medianOfMinute(list, minute));
      const [first = 0, last = 0] = [minutes[0], minutes.at(-1)];
      yield {
        what: `memory of ${name} after collecting, over ${soakMinutes} minutes (${writes} writes; MB by minute: ${minutes.map(megabytes).join(' ')})`,
        baseline: `its first minute, after ${HTTP_WRITES_BEFORE} writes by HTTP and ${WARM_UP_MINUTES} minute of warming up`,
        aim: 1.1,
        isCeiling: true,
        ratio: last / first,
      };
    }
  } finally {
    for (const collector of collectors.values()) collector.close();
    await stack.stop({ keepsData: false });
  }
}

async function fillEventStore(store: EventStore): Promise<void> {
  await drive(APPENDS_BEFORE, APPENDS_IN_FLIGHT, () =>
    store.append(`soak-${crypto.randomUUID()}`, -1n, [{ id: crypto.randomUUID(), type: 'Soak', ...FILLING }]),
  );
}

async function useForAWhile(stack: FaultStack, violations: Violations): Promise<void> {
  const load = await startLoad(stack, { seed: SEED + 1, ...PEOPLE_BEFORE, violations });
  while (load.journal.byHttp < HTTP_WRITES_BEFORE) await Promise.race([delay(LOOK_EVERY_MS), load.failing]);
  await load.stop();
  assertNone(violations);
}

function assertNone(violations: Violations): void {
  if (violations.all.length > 0) throw new Error(`The load met violations: ${violations.all.join('; ')}`);
}

async function sampleParts(
  minutes: number,
  weigh: (part: PartName) => Promise<number>,
  failing: Promise<never>,
): Promise<Map<PartName, Sample[]>> {
  const samples = new Map<PartName, Sample[]>(PART_NAMES.map((name) => [name, []]));
  const startedMs = performance.now();
  for (let atMs = 0; atMs < minutes * MINUTE_MS; atMs = performance.now() - startedMs) {
    for (const [name, list] of samples) list.push({ atMs, bytes: await weigh(name) });
    await Promise.race([delay(SAMPLE_EVERY_MS), failing]);
  }
  return samples;
}

const medianOfMinute = (list: readonly Sample[], minute: number): number =>
  median(list.filter(({ atMs }) => Math.floor(atMs / MINUTE_MS) === minute).map(({ bytes }) => bytes));

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);

/** Proportional set size, if the kernel reports it: code that processes share is counted once. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += (kilobytes(text, 'Pss') - kilobytes(text, 'Pss_Shmem')) * 1024;
  }
  return sum;
}

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
