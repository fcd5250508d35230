// The finance command line: `npm run ledger -- --help`.

import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { withLocalStack } from '#infra/local/runtime.ts';
import { createOutput, EXIT } from './output.ts';
import type { ProgramOptions } from './program.ts';
import { runCli } from './run.ts';

// `… | head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

const withStore: ProgramOptions['withStore'] = (work) =>
  withLocalStack(async ({ eventstoreUrl }) => {
    const client = createEventStoreClient(eventstoreUrl);
    try {
      return await work(createEventStoreDb(client));
    } finally {
      await client.dispose();
    }
  });

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    withStore,
    output: { ...createOutput(process.stdout, process.stderr), write: (text) => process.stdout.write(text) },
    clock: () => new Date(),
  });
} catch (error) {
  if (!(error instanceof LocalStackProblem)) throw error;
  console.error(error.message);
  process.exitCode = EXIT.unavailable;
}
// Keepalive timers of the client would hold the process open.
process.exit();
