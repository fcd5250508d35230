// Runs files of tests in one process, each once the one before it has ended: `node infra/proof/testing/in-turn.ts FILE…`. To load the same
// modules for each of them would take half of the time.
import { AsyncResource } from 'node:async_hooks';
import path from 'node:path';
import { after, describe } from 'node:test';

const files = process.argv.slice(2);
/** What is declared within the last hook of a file would belong to that file. */
const outside = new AsyncResource('files in turn');

/** Suites start their servers where they are declared, so the next file is not loaded before. */
function declareNext(): void {
  const file = files.shift();
  if (file === undefined) return;
  outside.runInAsyncScope(() =>
    describe(file, async () => {
      after(declareNext);
      await import(path.resolve(file));
    }),
  );
}
declareNext();
