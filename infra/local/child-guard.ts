// Loaded into every part before its own code: a part whose supervisor was killed stops by itself, so that the next start
// finds its port and its locks free.
const LINGER_MS = 10_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), LINGER_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The listener alone must not keep a part alive that has finished its work, such as the seed.
  process.channel.unref();
}
