import { readFile } from 'node:fs/promises';
import { type FaultStack, PART_NAMES } from '../faults/stack.ts';
import { type Contestant, median } from './measure.ts';

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_PER_TICK = 10;
/** utime, stime, and those of children that have ended: by their place after the process's name, which may have spaces. */
const TIMES = [11, 12, 13, 14] as const;

/** Processor time that all parts have taken so far, Postgres with its connections included. */
export async function processorMs({ processesOf }: Pick<FaultStack, 'processesOf'>): Promise<number> {
  let ticks = 0;
  for (const part of PART_NAMES) {
    for (const pid of await processesOf(part)) {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      for (const place of TIMES) ticks += Number(fields[place] ?? 0);
    }
  }
  return ticks * MS_PER_TICK;
}

/** Of one of the `count` calls that a run makes: the median of the rounds. */
export async function processorMsOf(
  stack: FaultStack,
  { run }: Contestant,
  count: number,
  rounds: number,
): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await processorMs(stack);
    await run();
    spent.push(((await processorMs(stack)) - before) / count);
  }
  return median(spent);
}
