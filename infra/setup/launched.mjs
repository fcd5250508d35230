// Loaded before a program that the launcher starts. The program ends with its launcher, even after `kill -9`, and hears each
// signal once: Ctrl-C comes from the terminal, from npm and from the launcher.
import { isMainThread } from 'node:worker_threads';

/** A signal that came from elsewhere within this time is the one that the launcher passes on. */
const SAME_MS = 1_000;
/** A signal on its way to us is heard first. */
const HEAR_FIRST_MS = 50;
/** For an orderly end after the launcher was killed. */
const LINGER_MS = 60_000;

if (isMainThread && process.channel) {
  const heardAtMs = new Map();
  const hear = (signal) => {
    heardAtMs.set(signal, performance.now());
    // As without us: a program that does not listen for it ends by it.
    if (process.listenerCount(signal) === 1) endBy(signal);
  };
  const endBy = (signal) => {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, hear);
  process.on('message', ({ signal } = {}) => {
    if (signal === undefined) return;
    setTimeout(() => {
      if (performance.now() - (heardAtMs.get(signal) ?? Number.NEGATIVE_INFINITY) > SAME_MS)
        process.kill(process.pid, signal);
    }, HEAR_FIRST_MS);
  });
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), LINGER_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The listeners alone must not keep a finished program alive.
  process.channel.unref();
}
