// Runs files of tests in one process, each once the one before it has ended: `node infra/proof/testing/in-turn.ts FILE`, and then those that the
// runner gives it. To load the same modules for each of them would take half of the time.
import { AsyncResource } from 'node:async_hooks';
import path from 'node:path';
import { after, describe } from 'node:test';

/** What is declared within the last hook of a file would belong to that file. */
const outside = new AsyncResource('files in turn');

/** The file that the runner gives next; none at the end. */
function next(): Promise<string | undefined> {
  return new Promise((resolve) => {
    // The guard of a process lets it end while nothing but this channel is open.
    process.channel?.ref();
    process.once('message', ({ file }: { file?: string }) => {
      process.channel?.unref();
      resolve(file);
    });
    process.send?.('next');
  });
}

/** Suites start their servers where they are declared, so the next file is not loaded before. */
function declare(file: string): void {
  outside.runInAsyncScope(() =>
    describe(file, async () => {
      after(async () => {
        const following = await next();
        if (following !== undefined) declare(following);
      });
      await import(path.resolve(file));
    }),
  );
}

const [first] = process.argv.slice(2);
if (first !== undefined) declare(first);
