import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 5_000;
/** Of the time between two looks; a process that works more than this is left alone. */
const IDLE_SHARE = 0.02;
/** Less is not worth the tenth of a second that it takes. */
const WORTH_BYTES = 8 * 2 ** 20;

/**
 * Gives memory that is not used back to the machine, after the code was loaded and whenever there is nothing to do after work: by itself,
 * Node does so only when it needs room again. For the rows of memory of `npm run bench`.
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
