/**
 * Calls `stop` once: when the process is asked to end (SIGTERM, SIGINT), or when its parent goes away, which closes the
 * channel to it; nobody would stop it then.
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
