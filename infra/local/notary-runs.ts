import { NOTARY_EXIT, nextRunMs } from '#infra/adapters/notary/exit.ts';

type Run = { kill(): void; readonly ended: Promise<number | null> };

/**
 * Runs the notary now and once a day, to sign the head of the log; sooner where it could not. The first run goes on from the
 * last head, the later ones read the whole log. It is a process that ends, because its key and its memory are needed only
 * briefly. Returns a function that stops it; a run in progress is ended, and leaves nothing incomplete.
 */
export function repeatNotary(start: (args: readonly string[]) => Run, waitMs = nextRunMs): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let run: Run;
  let isFirst = true;
  const sign = () => {
    run = start(isFirst ? ['--new'] : []);
    run.ended.then((code) => {
      if (code === NOTARY_EXIT.signed) isFirst = false;
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
