import { setTimeout as delay } from 'node:timers/promises';
import { shareOfTestServer } from '#infra/proof/testing/test-event-store.ts';
import { createRandom } from '#infra/seed/random.ts';
import { checkEverything } from './checks.ts';
import { inject, planFaults } from './injector.ts';
import { startLoad } from './load.ts';
import { type FaultStack, startFaultStack } from './stack.ts';
import { createViolations, type Violations } from './violations.ts';

export type FaultOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly customers: number;
  /** Writes by HTTP that are acknowledged between one fault and the next, so that each meets a system that works. */
  readonly acknowledgedBetween: number;
  readonly say: (line: string) => void;
  /** Hears what the parts and their supervisor say. */
  readonly sayDetail: (line: string) => void;
};

export type FaultReport = {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly longestSilenceMs: number;
};

/** More than all orders that still wait could want. */
const LAST_CODES = 2_000;
const MAX_PAUSE_MS = 1_500;
const PROGRESS_LIMIT_MS = 150_000;
const PROGRESS_POLL_MS = 50;

/** Starts the product, loads it, hits its parts, and says what was lost, doubled or wrong in the end. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { say, sayDetail } = options;
  say(`seed ${options.seed}: ${options.kills} faults, ${options.customers} customers`);
  const violations = createViolations(say);
  const isFallen = fallDetector();
  const hear = (line: string) => {
    sayDetail(line);
    if (isFallen(line)) violations.add(`A part fell by itself: ${line.split('\n')[0]}`);
  };
  const stack = await startFaultStack(hear, { eventstoreUrl: await shareOfTestServer() });
  let isSound = false;
  try {
    const report = await runOn(stack, options, violations);
    isSound = report.violations.length === 0;
    return report;
  } finally {
    if (!isSound) say(`the parts' logs: ${stack.dataDir}/logs`);
    await stack.stop({ keepsData: !isSound });
  }
}

/**
 * Tells, from what the supervisor says, when a part that was at work ended by itself: what is away must be waited for. One
 * that is only starting may give up, and is started again.
 */
function fallDetector(): (line: string) => boolean {
  const starting = new Set<string>();
  return (line) => {
    const [, part = '', what = ''] = /^(\S+) (stopped|runs again)/.exec(line) ?? [];
    if (what === 'runs again') starting.delete(part);
    if (what !== 'stopped') return false;
    const hasFallen = line.includes('(exit code') && !starting.has(part);
    starting.add(part);
    return hasFallen;
  };
}

async function runOn(stack: FaultStack, options: FaultOptions, violations: Violations): Promise<FaultReport> {
  const { say, seed } = options;
  const startedMs = performance.now();
  const at = () => `+${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  const load = await startLoad(stack, { seed, customers: options.customers, violations });
  const { journal, weather, people, failing } = load;
  const progress = async (count: number) => {
    const wanted = journal.byHttp + count;
    const deadline = Date.now() + PROGRESS_LIMIT_MS;
    while (journal.byHttp < wanted) {
      if (Date.now() > deadline) throw new Error(`Nothing works any more: no progress for ${PROGRESS_LIMIT_MS} ms.`);
      await delay(PROGRESS_POLL_MS);
    }
  };

  const pauseRandom = load.nextRandom();
  try {
    let number = 0;
    for (const fault of planFaults(options.kills, stack.parts, createRandom(seed))) {
      await Promise.race([progress(options.acknowledgedBetween), failing]);
      await delay(pauseRandom.int(0, MAX_PAUSE_MS));
      number += 1;
      const how = { kill: 'kill -9', stop: `stopped for ${fault.ms} ms`, cut: 'every connection cut' }[fault.kind];
      say(`#${number} ${at()} ${fault.part}: ${how} (${journal.total} acknowledged so far)`);
      await inject(stack, fault);
    }
    await Promise.race([progress(options.acknowledgedBetween), failing]);
  } finally {
    await load.stop();
  }
  say(`faults and load over at ${at()}; checking`);
  await load.stockUp(LAST_CODES);
  await checkEverything({ stack, journal, violations, people, say });

  say('');
  say(`acknowledged: ${[...journal.acknowledged].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  say(`in between: ${[...weather.counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'nothing'}`);
  for (const line of weather.unforeseen) say(`  unforeseen: ${line}`);
  say(`longest time without an acknowledged write: ${(journal.longestSilenceMs / 1_000).toFixed(1)} s`);
  return { violations: violations.all, acknowledged: journal.total, longestSilenceMs: journal.longestSilenceMs };
}
