// `node --import ./infra/proof/bench/peak-memory.ts …`: at its end a process says on its file descriptor 3 how much memory it held at most.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  writeSync(3, String(process.resourceUsage().maxRSS));
});
