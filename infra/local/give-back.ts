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
export function giveBackWhenIdle(lookEveryMs = LOOK_EVERY_MS, collect = collector()): void {
  let seen = performance.eventLoopUtilization();
  let bytesAfter = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization > IDLE_SHARE || process.memoryUsage.rss() < bytesAfter + WORTH_BYTES) return;
    collect();
    bytesAfter = process.memoryUsage.rss();
  }, lookEveryMs).unref();
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
