/** Latencies and throughput of one run of one load. */
export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Runs `operation(0..count-1)` with a fixed number in flight and measures each. Fails with the first error: a figure over
 * failing calls says nothing.
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
      const began = performance.now();
      await operation(index);
      latencies[index] = performance.now() - began;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort();
  return { perSecond: count / seconds, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
}

export function percentile(sorted: Float64Array, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

/** Of an even number the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [upper = 0, lower = upper] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle) - 1]];
  return (lower + upper) / 2;
}

export type Contestant = { name: string; run(round: number): Promise<Measured> };

/** Runs baseline and subject in turn, round by round, so that both meet the same weather; figures are medians of rounds. */
export async function compare(
  baseline: Contestant,
  subject: Contestant,
  rounds: number,
): Promise<{ baseline: Measured; subject: Measured; ratio: number }> {
  const runs: { baseline: Measured; subject: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push({ baseline: await baseline.run(round), subject: await subject.run(round) });
  }
  const middle = (pick: (run: { baseline: Measured; subject: Measured }) => Measured): Measured => ({
    perSecond: median(runs.map((run) => pick(run).perSecond)),
    p50Ms: median(runs.map((run) => pick(run).p50Ms)),
    p99Ms: median(runs.map((run) => pick(run).p99Ms)),
  });
  return {
    baseline: middle((run) => run.baseline),
    subject: middle((run) => run.subject),
    ratio: median(runs.map((run) => run.subject.perSecond / run.baseline.perSecond)),
  };
}
