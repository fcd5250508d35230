/** One line of the report: how many times the baseline the subject reaches. */
export type Row = {
  what: string;
  baseline: string;
  aim: number;
  /** The aim is the most that the ratio may be; otherwise it is the least. */
  isCeiling?: boolean;
  ratio: number;
  subjectPerSecond?: number;
  baselinePerSecond?: number;
  p50Ms?: number;
  p99Ms?: number;
};

export function printRow(row: Row): void {
  const isReached = row.isCeiling ? row.ratio <= row.aim : row.ratio >= row.aim;
  const bound = row.isCeiling ? '≤' : '≥';
  const speed =
    row.subjectPerSecond === undefined || row.baselinePerSecond === undefined
      ? ''
      : `; ${Math.round(row.subjectPerSecond)}/s against ${Math.round(row.baselinePerSecond)}/s`;
  const latency =
    row.p50Ms === undefined || row.p99Ms === undefined
      ? ''
      : `; p50 ${row.p50Ms.toFixed(1)} ms, p99 ${row.p99Ms.toFixed(1)} ms`;
  console.log(
    `${row.what}\n  ${row.ratio.toFixed(2)} × ${row.baseline} (aim ${bound} ${row.aim}: ${isReached ? 'reached' : 'MISSED'})${speed}${latency}`,
  );
}
