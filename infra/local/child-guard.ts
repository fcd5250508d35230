// Loaded before a program's own code (`node --import …/child-guard.ts`). The program ends with its starter, even after
// `kill -9`, so that its ports and locks are freed. With a Node parent, the channel to it ends the program at once.
import { giveBackWhenIdle } from './give-back.ts';

const LINGER_MS = 10_000;
const LOOK_EVERY_MS = 500;

function end(): void {
  setTimeout(() => process.exit(1), LINGER_MS).unref();
  process.kill(process.pid, 'SIGTERM');
}

// A test's process ends soon. One of Node that has just given memory back may stay for good while it ends: a thread that compiles waits for a
// collection, and the main thread for that thread (https://github.com/nodejs/node/issues/54918). A part that stays is killed by its supervisor.
const isTest =
  process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.some((each) => each.startsWith('--test'));
if (!isTest) giveBackWhenIdle();
if (process.channel) {
  process.once('disconnect', end);
  // The listener alone must not keep a finished part alive, such as the seed.
  process.channel.unref();
} else {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    end();
  }, LOOK_EVERY_MS).unref();
}
