import { nextRunMs } from '#infra/adapters/notary/exit.ts';

type Run = { kill(): void; readonly ended: Promise<number | null> };

/**
 * Runs the notary now and once a day, to sign the head of the log; sooner where it could not. It is a process that ends,
 * because its key and its memory are needed only briefly. Returns a function that stops it; a run in progress is ended,
 * and leaves nothing incomplete.
 */
export function repeatNotary(start: () => Run, waitMs = nextRunMs): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let run: Run;
  const sign = () => {
    run = start();
    run.ended.then((code) => {
      if (!isStopped) timer = setTimeout(sign, waitMs(code));
    });
  };
  sign();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    run.kill();
    await run.ended;
  };
}
