import { type Contestant, compare, type Measured } from './measure.ts';

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

/** A row with the subject's throughput, compared with the baseline. */
export async function throughputRow(
  baseline: Contestant,
  subject: Contestant,
  aim: number,
  rounds: number,
): Promise<Row> {
  const result = await compare(baseline, subject, rounds);
  return {
    ...{ what: subject.name, baseline: baseline.name, aim, ratio: result.ratio },
    ...{ subject: result.subject, baselinePerSecond: result.baseline.perSecond },
  };
}

export function printRow({ what, baseline, aim, isCeiling, ratio, subject, baselinePerSecond }: Row): void {
  const isReached = isCeiling ? ratio <= aim : ratio >= aim;
  const verdict = `aim ${isCeiling ? '≤' : '≥'} ${aim}: ${isReached ? 'reached' : 'MISSED'}`;
  const speed =
    subject === undefined || baselinePerSecond === undefined
      ? ''
      : `; ${Math.round(subject.perSecond)}/s against ${Math.round(baselinePerSecond)}/s` +
        `; p50 ${subject.p50Ms.toFixed(1)} ms, p99 ${subject.p99Ms.toFixed(1)} ms`;
  console.log(`${what}\n  ${ratio.toFixed(2)} × ${baseline} (${verdict})${speed}`);
}
