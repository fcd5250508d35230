// Loaded before a program's own code (`node --import …/child-guard.ts`): it ends with its starter, even by `kill -9`,
// so that nobody's ports and locks stay taken. Over the channel to a Node parent where there is one, that is at once.
import { giveBackWhenIdle } from './give-back.ts';

const LINGER_MS = 10_000;
const LOOK_EVERY_MS = 500;

function end(): void {
  setTimeout(() => process.exit(1), LINGER_MS).unref();
  process.kill(process.pid, 'SIGTERM');
}

giveBackWhenIdle();
if (process.channel) {
  process.once('disconnect', end);
  // The listener alone must not keep a part alive that has finished its work, such as the seed.
  process.channel.unref();
} else {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    end();
  }, LOOK_EVERY_MS).unref();
}
