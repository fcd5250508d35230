/** A day. In between, `npm run ledger -- checkpoint` signs the head at any moment. */
const EVERY_MS = 24 * 60 * 60 * 1000;

type Run = { kill(): void; readonly ended: Promise<void> };

/**
 * Has the notary sign the head of the log now and once a day: a process that ends, because its key and its memory are needed for
 * moments alone. Returns how to stop; a run that is under way is ended, and leaves nothing half done.
 */
export function repeatNotary(start: () => Run): () => Promise<void> {
  let run: Run | undefined;
  const sign = () => {
    run = start();
  };
  sign();
  const timer = setInterval(sign, EVERY_MS);
  return async () => {
    clearInterval(timer);
    run?.kill();
    await run?.ended;
  };
}
