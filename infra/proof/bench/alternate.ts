import { type Compared, type Measured, mediansOf, summaryOf, timeOf } from './measure.ts';
import type { Row } from './row.ts';

/** The measured call and its baseline, each a single call. */
export type Pair = {
  readonly what: string;
  readonly baseline: string;
  readonly runBaseline: () => Promise<unknown>;
  readonly runSubject: () => Promise<unknown>;
  /** Before each pair of calls, not measured. */
  readonly prepare?: () => Promise<unknown>;
};

/** A round ends after this time with the calls it has made, so that a slow baseline costs minutes and not hours. */
const ROUND_LIMIT_MS = 20_000;

/**
 * Calls baseline and subject in turn, so that both run under the same conditions; the figures are medians of the
 * rounds.
 */
export async function alternate(
  pair: Pair,
  { rounds, calls, warmUpCalls }: { rounds: number; calls: number; warmUpCalls: number },
): Promise<Compared> {
  const measured: Compared[] = [];
  await callInTurn(pair, warmUpCalls);
  for (let round = 0; round < rounds; round += 1) measured.push(await callInTurn(pair, calls));
  return mediansOf(measured);
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
  const summary = (latencies: readonly number[]): Measured =>
    summaryOf(
      Float64Array.from(latencies),
      latencies.reduce((sum, latency) => sum + latency, 0),
    );
  return { baseline: summary(baseline), subject: summary(subject) };
}

/** A row whose ratio of one percentile stays below the aim. */
export function latencyRow(pair: Pair, which: 'p50' | 'p99', aim: number, { baseline, subject }: Compared): Row {
  const of = (measured: Measured) => (which === 'p50' ? measured.p50Ms : measured.p99Ms);
  return {
    what: `${pair.what}: ${which}`,
    baseline: `${pair.baseline} (p50 ${baseline.p50Ms.toFixed(2)} ms, p99 ${baseline.p99Ms.toFixed(2)} ms)`,
    aim,
    isCeiling: true,
    ratio: of(subject) / of(baseline),
    ...{ subject, baselinePerSecond: baseline.perSecond },
  };
}
