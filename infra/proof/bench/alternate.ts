import { type Measured, median, percentile } from './measure.ts';
import type { Row } from './row.ts';

/** One thing and what it is compared with, each call by itself. */
export type Pair = {
  readonly what: string;
  readonly baseline: string;
  readonly runBaseline: () => Promise<unknown>;
  readonly runSubject: () => Promise<unknown>;
};

/** A round ends after this time with the calls it has made, so that a slow baseline costs minutes and not hours. */
const ROUND_LIMIT_MS = 20_000;

/** Calls baseline and subject in turn, so that both meet the same weather; the figures are medians of the rounds. */
export async function alternate(
  pair: Pair,
  { rounds, calls, warmUpCalls }: { rounds: number; calls: number; warmUpCalls: number },
): Promise<{ baseline: Measured; subject: Measured }> {
  const measured: { baseline: Measured; subject: Measured }[] = [];
  await callInTurn(pair, warmUpCalls);
  for (let round = 0; round < rounds; round += 1) measured.push(await callInTurn(pair, calls));
  const middle = (side: 'baseline' | 'subject'): Measured => ({
    perSecond: median(measured.map((round) => round[side].perSecond)),
    p50Ms: median(measured.map((round) => round[side].p50Ms)),
    p99Ms: median(measured.map((round) => round[side].p99Ms)),
  });
  return { baseline: middle('baseline'), subject: middle('subject') };
}

async function callInTurn(pair: Pair, calls: number): Promise<{ baseline: Measured; subject: Measured }> {
  const baseline: number[] = [];
  const subject: number[] = [];
  const endMs = performance.now() + ROUND_LIMIT_MS;
  while (subject.length < calls && performance.now() < endMs) {
    baseline.push(await timeOf(pair.runBaseline));
    subject.push(await timeOf(pair.runSubject));
  }
  return { baseline: summaryOf(baseline), subject: summaryOf(subject) };
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

function summaryOf(calls: readonly number[]): Measured {
  const latencies = Float64Array.from(calls).sort();
  const sumMs = latencies.reduce((sum, latency) => sum + latency, 0);
  return {
    perSecond: (latencies.length / sumMs) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** A row whose ratio of one percentile shall stay below the aim. */
export function latencyRow(
  pair: Pair,
  which: 'p50' | 'p99',
  aim: number,
  { baseline, subject }: { baseline: Measured; subject: Measured },
): Row {
  const of = (measured: Measured) => (which === 'p50' ? measured.p50Ms : measured.p99Ms);
  return {
    what: `${pair.what}: ${which}`,
    baseline: `${pair.baseline} (p50 ${baseline.p50Ms.toFixed(2)} ms, p99 ${baseline.p99Ms.toFixed(2)} ms)`,
    aim,
    isCeiling: true,
    ratio: of(subject) / of(baseline),
    subjectPerSecond: subject.perSecond,
    baselinePerSecond: baseline.perSecond,
    p50Ms: subject.p50Ms,
    p99Ms: subject.p99Ms,
  };
}
