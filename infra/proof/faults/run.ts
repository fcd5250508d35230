import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, silentLogger } from '#core/kernel/logger.ts';
import { shareOfServer } from '#infra/proof/testing/test-event-store.ts';
import { createRandom, type Random } from '#infra/seed/random.ts';
import { checkEverything } from './checks.ts';
import { type Cluster, hitCluster, restartInTurn } from './cluster.ts';
import { inject, planFaults } from './injector.ts';
import { startListener } from './listener.ts';
import { startLoad } from './load.ts';
import { watchQuorum } from './quorum.ts';
import { type FaultStack, startFaultStack } from './stack.ts';
import { createViolations, type Violations } from './violations.ts';

export type FaultOptions = {
  readonly kills: number;
  /** Faults continue for this long, instead of a fixed number of them. */
  readonly minutes?: number | undefined;
  /** An event store of several processes, which get the faults instead of the product's parts. */
  readonly cluster?: Cluster | undefined;
  readonly seed: number;
  readonly customers: number;
  /** Acknowledged writes by HTTP between one fault and the next, so that each fault meets a working system. */
  readonly acknowledgedBetween: number;
  readonly say: (line: string) => void;
  /** Gets the output of the parts and their supervisor. */
  readonly sayDetail: (line: string) => void;
};

export type FaultReport = {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly longestSilenceMs: number;
};

/** More than all waiting orders could need. */
const LAST_CODES = 2_000;
const MAX_PAUSE_MS = 1_500;
const PROGRESS_LIMIT_MS = 150_000;
const PROGRESS_POLL_MS = 50;
const MINUTE_MS = 60_000;

/**
 * Starts the product and its load, injects faults into its parts, and reports what was lost, doubled or wrong in the
 * end.
 */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { say, sayDetail } = options;
  const length = options.minutes === undefined ? `${options.kills} faults` : `${options.minutes} minutes of faults`;
  say(`seed ${options.seed}: ${length}, ${options.customers} customers`);
  const violations = createViolations(say);
  const isFallen = fallDetector();
  const hear = (line: string) => {
    sayDetail(line);
    if (isFallen(line)) violations.add(`A part fell by itself: ${line.split('\n')[0]}`);
  };
  const stack = await startFaultStack(hear, { eventstoreUrl: await shareOfServer(options.cluster?.address) });
  let isSound = false;
  try {
    const report = await runOn(stack, options, violations);
    isSound = report.violations.length === 0;
    return report;
  } finally {
    const dataDir = await stack.stop({ keepsData: !isSound });
    if (!isSound) say(`the parts' logs: ${dataDir}/logs`);
  }
}

/**
 * Detects, from the supervisor's output, a running part that ended by itself: parts must wait for what is unavailable.
 * A part that is still starting may give up, and is restarted.
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

/** One fault after the other, without end: on the cluster's nodes if there is one, otherwise on the product's parts. */
function* faultsOn(stack: FaultStack, cluster: Cluster | undefined, random: Random) {
  if (cluster) for (;;) yield (say: (what: string) => void) => hitCluster(cluster, random, say);
  for (const fault of planFaults(stack.parts, random)) {
    yield (say: (what: string) => void) => {
      const how = { kill: 'kill -9', stop: `stopped for ${fault.ms} ms`, cut: 'every connection cut' }[fault.kind];
      say(`${fault.part}: ${how}`);
      return inject(stack, fault);
    };
  }
}

async function runOn(stack: FaultStack, options: FaultOptions, violations: Violations): Promise<FaultReport> {
  const { say, sayDetail, seed } = options;
  const startedMs = performance.now();
  const at = () => `+${seconds(performance.now() - startedMs)}`;
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
  const quorum = options.cluster && watchQuorum(options.cluster);
  const listener = startListener(stack.store, loggerOf(sayDetail), quorum?.msBetween);
  try {
    let number = 0;
    const works = () => Promise.race([progress(options.acknowledgedBetween), failing]);
    const endsMs = startedMs + (options.minutes ?? 0) * MINUTE_MS;
    const isLast = () => (options.minutes === undefined ? number >= options.kills : performance.now() > endsMs);
    for (const hit of faultsOn(stack, options.cluster, createRandom(seed))) {
      if (isLast()) break;
      await works();
      await delay(pauseRandom.int(0, MAX_PAUSE_MS));
      number += 1;
      await hit((what) => say(`#${number} ${at()} ${what} (${journal.total} acknowledged so far)`));
    }
    await works();
    if (options.cluster) await restartInTurn(options.cluster, (what) => say(`in turn ${at()} ${what}`), works);
  } finally {
    await load.stop();
  }
  const silence = await listener.stop();
  await quorum?.stop();
  say(`faults and load over at ${at()}; checking`);
  await load.stockUp(LAST_CODES);
  await checkEverything({ stack, journal, violations, people, say });

  say('');
  say(`acknowledged: ${[...journal.acknowledged].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  say(`in between: ${[...weather.counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'nothing'}`);
  for (const line of weather.unforeseen) say(`  unforeseen: ${line}`);
  say(`longest time without an acknowledged write: ${seconds(journal.longestSilenceMs)}`);
  say(`longest time that an event in the log waited for its subscription: ${seconds(silence.longestMs)}`);
  if (quorum) say(`the longest of it while there was a quorum: ${seconds(silence.withQuorumMs)}`);
  return { violations: violations.all, acknowledged: journal.total, longestSilenceMs: journal.longestSilenceMs };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const loggerOf = (sayDetail: (line: string) => void): Logger => ({
  ...silentLogger,
  warn: (fields, message) => sayDetail(`listener: ${message} ${JSON.stringify(fields)}`),
});
