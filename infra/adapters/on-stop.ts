/**
 * Calls `stop` once: when the process gets SIGTERM or SIGINT, or when its parent ends, which closes the channel to it
 * and leaves nobody else to stop it.
 */
export function onStop(stop: () => unknown): void {
  let isStopping = false;
  const once = () => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, once);
  process.once('disconnect', once);
}
