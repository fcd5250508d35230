// `node --import ./infra/proof/bench/at-exit.ts …`: at its end the process writes to its file descriptor 3 its highest
// memory (KiB) and its processor time (µs).
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, `${maxRSS} ${userCPUTime + systemCPUTime}`);
});
