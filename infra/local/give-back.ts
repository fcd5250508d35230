import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 5_000;
/** Part of the time between two looks; a process that works more than this is not touched. */
const IDLE_SHARE = 0.02;
/** Less is not worth the tenth of a second that it costs. */
const WORTH_BYTES = 8 * 2 ** 20;

/**
 * Returns unused memory to the machine, after the code was loaded and whenever the process is idle after work. Node
 * alone does so only when it needs room again. For the rows of memory of `npm run bench`.
 */
export function giveBackWhenIdle(self: Process = thisProcess()): void {
  let bytesAfter = 0;
  setInterval(() => {
    if (self.workedShare() > IDLE_SHARE || self.bytes() < bytesAfter + WORTH_BYTES) return;
    self.collect();
    bytesAfter = self.bytes();
  }, LOOK_EVERY_MS).unref();
}

interface Process {
  /** Part of the time since the last call, from 0 to 1. */
  workedShare(): number;
  /** Memory that the machine counts as this process's. */
  bytes(): number;
  collect(): void;
}

function thisProcess(): Process {
  let seen = performance.eventLoopUtilization();
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return {
    workedShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, seen);
      seen = now;
      return utilization;
    },
    bytes: () => process.memoryUsage.rss(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
