export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };
type Compared = { baseline: Measured; subject: Measured };
export type Contestant = { name: string; run(): Promise<Measured> };

/** One line of the report: the subject's result as a multiple of the baseline's. */
export type Row = {
  what: string;
  baseline: string;
  aim: number;
  /** The aim is the most that the ratio may be; otherwise it is the least. */
  isCeiling?: boolean;
  ratio: number;
  subject?: Measured;
  baselinePerSecond?: number;
};

/** A round of single calls ends after this time, so that a slow baseline costs minutes and not hours. */
const ROUND_LIMIT_MS = 20_000;

/**
 * Runs `operation(0..count-1)` with a fixed number in flight and measures each. Fails with the first error, because a
 * figure over failing calls means nothing.
 */
export async function drive(
  count: number,
  inFlight: number,
  operation: (index: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies = new Float64Array(count);
  let next = 0;
  const start = performance.now();
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      latencies[index] = await timeOf(() => operation(index));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return summaryOf(latencies, performance.now() - start);
}

/**
 * Runs baseline and subject in turn, round by round, so that both run under the same conditions. Its row has medians of
 * the rounds.
 */
export async function throughputRow(
  baseline: Contestant,
  subject: Contestant,
  aim: number,
  rounds: number,
): Promise<Row> {
  const runs: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push({ baseline: await baseline.run(), subject: await subject.run() });
  }
  const middle = mediansOf(runs);
  return {
    what: subject.name,
    baseline: baseline.name,
    aim,
    ratio: median(runs.map((run) => run.subject.perSecond / run.baseline.perSecond)),
    subject: middle.subject,
    baselinePerSecond: middle.baseline.perSecond,
  };
}

/** Of a measured call and its baseline, each a single call. */
export type Pair = {
  readonly what: string;
  readonly baseline: string;
  readonly runBaseline: () => Promise<unknown>;
  readonly runSubject: () => Promise<unknown>;
  /** Before each pair of calls, not measured. */
  readonly prepare?: () => Promise<unknown>;
};

/** Calls baseline and subject in turn. A row for each aim: the most that the ratio of these percentiles may be. */
export async function latencyRows(
  pair: Pair,
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
  aims: { readonly p50: number; readonly p99?: number },
): Promise<Row[]> {
  const runs: Compared[] = [];
  await callInTurn(pair, Math.ceil(calls / 5));
  for (let round = 0; round < rounds; round += 1) runs.push(await callInTurn(pair, calls));
  const { baseline, subject } = mediansOf(runs);
  const row = (which: string, aim: number, figure: 'p50Ms' | 'p99Ms'): Row => ({
    what: `${pair.what}: ${which}`,
    baseline: `${pair.baseline} (p50 ${baseline.p50Ms.toFixed(2)} ms, p99 ${baseline.p99Ms.toFixed(2)} ms)`,
    aim,
    isCeiling: true,
    ratio: subject[figure] / baseline[figure],
    subject,
    baselinePerSecond: baseline.perSecond,
  });
  return [row('p50', aims.p50, 'p50Ms'), ...(aims.p99 === undefined ? [] : [row('p99', aims.p99, 'p99Ms')])];
}

async function callInTurn(pair: Pair, calls: number): Promise<Compared> {
  const baseline: number[] = [];
  const subject: number[] = [];
  const endMs = performance.now() + ROUND_LIMIT_MS;
  while (subject.length < calls && performance.now() < endMs) {
    await pair.prepare?.();
    baseline.push(await timeOf(pair.runBaseline));
    subject.push(await timeOf(pair.runSubject));
  }
  const summary = (latencies: readonly number[]) =>
    summaryOf(
      Float64Array.from(latencies),
      latencies.reduce((sum, latency) => sum + latency, 0),
    );
  return { baseline: summary(baseline), subject: summary(subject) };
}

/** A row without a rival: a figure as a multiple of the most that it may be. */
export const limitRow = (what: string, measured: number, most: number, of: string): Row => ({
  what,
  baseline: `the ${most} ${of}`,
  aim: 1,
  isCeiling: true,
  ratio: measured / most,
});

export const isReached = ({ ratio, aim, isCeiling }: Row): boolean => (isCeiling ? ratio <= aim : ratio >= aim);

/** Empty for a row that has no calls. */
export const speedOf = ({ subject, baselinePerSecond }: Row): string =>
  subject === undefined || baselinePerSecond === undefined
    ? ''
    : `${Math.round(subject.perSecond)}/s against ${Math.round(baselinePerSecond)}/s` +
      `; p50 ${subject.p50Ms.toFixed(1)} ms, p99 ${subject.p99Ms.toFixed(1)} ms`;

export function printRow(row: Row): void {
  const verdict = `aim ${row.isCeiling ? '≤' : '≥'} ${row.aim}: ${isReached(row) ? 'reached' : 'MISSED'}`;
  const figures = [`${row.ratio.toFixed(2)} × ${row.baseline} (${verdict})`, speedOf(row)].filter(Boolean).join('; ');
  console.log(`${row.what}\n  ${figures}`);
}

/** The wall time of one call, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Sorts `latencies`, which together took `elapsedMs`. */
export function summaryOf(latencies: Float64Array, elapsedMs: number): Measured {
  latencies.sort();
  const at = (fraction: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * fraction))];
  return { perSecond: (latencies.length / elapsedMs) * 1_000, p50Ms: at(0.5) ?? 0, p99Ms: at(0.99) ?? 0 };
}

/** The median of each figure separately. */
function mediansOf(rounds: readonly Compared[]): Compared {
  const middle = (side: keyof Compared): Measured => ({
    perSecond: median(rounds.map((round) => round[side].perSecond)),
    p50Ms: median(rounds.map((round) => round[side].p50Ms)),
    p99Ms: median(rounds.map((round) => round[side].p99Ms)),
  });
  return { baseline: middle('baseline'), subject: middle('subject') };
}

/** For an even number, the mean of the two in the middle; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [upper = 0, lower = upper] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle) - 1]];
  return (lower + upper) / 2;
}
