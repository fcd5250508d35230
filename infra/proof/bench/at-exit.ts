// `node --import ./infra/proof/bench/at-exit.ts …`: at its end a process says on its file descriptor 3 how much memory (KiB) it held at most,
// and how much processor time (µs) it took.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, `${maxRSS} ${userCPUTime + systemCPUTime}`);
});
