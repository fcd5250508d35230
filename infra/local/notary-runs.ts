/** A day. In between, `npm run ledger -- checkpoint` signs the head at any moment. */
const EVERY_MS = 24 * 60 * 60 * 1000;

type Run = { kill(): void; readonly ended: Promise<void> };

/**
 * Runs the notary now and once a day, to sign the head of the log. It is a process that ends, because its key and its
 * memory are needed only briefly. Returns a function that stops it; a run in progress is ended, and leaves nothing
 * incomplete.
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
