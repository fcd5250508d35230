import { readFile } from 'node:fs/promises';
import { type FaultStack, PART_NAMES } from '../faults/stack.ts';

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_PER_TICK = 10;
/** utime, stime, and those of ended children: by their index after the process's name, which may contain spaces. */
const TIMES = [11, 12, 13, 14] as const;

/** The processor time of all parts of a stack so far, including Postgres and its connections. */
export async function processorMs({
  dataDir,
  processesOf,
}: Pick<FaultStack, 'dataDir' | 'processesOf'>): Promise<number> {
  let ticks = 0;
  for (const part of PART_NAMES) {
    for (const pid of await processesOf(part)) {
      // Parts of a second stack are children of this process, too.
      if (part !== 'Postgres' && !(await isPartIn(dataDir, pid))) continue;
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      for (const place of TIMES) ticks += Number(fields[place] ?? 0);
    }
  }
  return ticks * MS_PER_TICK;
}

async function isPartIn(dataDir: string, pid: number): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(`GIFTLEDGER_DATA_DIR=${dataDir}`);
}
