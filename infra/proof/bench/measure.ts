/** Latencies and throughput of one run of one load. */
export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };
/** The measured figures, and those they are compared with. */
export type Compared = { baseline: Measured; subject: Measured };
export type Contestant = { name: string; run(): Promise<Measured> };

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

/** For an even number, the mean of the two in the middle; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [upper = 0, lower = upper] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle) - 1]];
  return (lower + upper) / 2;
}

/** The median of each figure separately. */
export function mediansOf(rounds: readonly Compared[]): Compared {
  const middle = (side: keyof Compared): Measured => ({
    perSecond: median(rounds.map((round) => round[side].perSecond)),
    p50Ms: median(rounds.map((round) => round[side].p50Ms)),
    p99Ms: median(rounds.map((round) => round[side].p99Ms)),
  });
  return { baseline: middle('baseline'), subject: middle('subject') };
}

/**
 * Runs baseline and subject in turn, round by round, so that both run under the same conditions; figures are medians of
 * rounds.
 */
export async function compare(
  baseline: Contestant,
  subject: Contestant,
  rounds: number,
): Promise<Compared & { ratio: number }> {
  const runs: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push({ baseline: await baseline.run(), subject: await subject.run() });
  }
  return { ...mediansOf(runs), ratio: median(runs.map((run) => run.subject.perSecond / run.baseline.perSecond)) };
}
