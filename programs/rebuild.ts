// npm run rebuild: builds the read models again beside the live ones, compares both row by row, then switches.
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { loadEventMacKeys } from '#infra/adapters/config/event-macs.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { type LocalStack, withLocalStack } from '#infra/local/runtime.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { type RebuildProgress, type RebuildReport, rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { describeDifferences } from '#projections/rebuild/report.ts';

type Options = { readonly dryRun: boolean; readonly accept: boolean };

const STEP_TEXT: Record<RebuildProgress['step'], string> = {
  projecting: 'reading events',
  indexing: 'creating indexes',
  comparing: 'comparing rows',
  switching: 'switching',
};

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

await new Command('rebuild')
  .description(
    'Builds all read models again from the event log, beside the live ones; compares them row by row at the same position; ' +
      'and, when rows and definition are the same, puts them in place of the live ones in one transaction. The store stays open meanwhile.',
  )
  .option('--dry-run', 'compare only, change nothing', false)
  .option(
    '--accept',
    'switch even when rows differ, or another release or another definition made the live ones, whose projections then stops (wanted at an update that projects the log again, after a restore of the log, or to go back)',
    false,
  )
  .action(async (options: Options) => {
    try {
      process.exitCode = await withLocalStack('projections', (stack) => rebuild(stack, options));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      if (!(error instanceof LocalStackProblem)) console.error('The live read models are as they were.');
      process.exitCode = 1;
    }
  })
  .parseAsync();
// A running event-store client would keep the process open.
process.exit();

async function rebuild(stack: LocalStack, options: Options): Promise<number> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const bar = new SingleBar({
    format: '{step} |{bar}| {percentage} % | {value}/{total} events | {duration_formatted}',
    hideCursor: true,
    // Without a terminal (a log file, a pipe), a line now and then instead of a moving bar.
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(1, 0, { step: STEP_TEXT.projecting });
  const startedMs = performance.now();
  try {
    const report = await rebuildAndCompare({
      databaseUrl: stack.env.DATABASE_URL ?? '',
      store: createEventStoreDb(client, loadEventMacKeys(stack.env)),
      projections,
      version: READ_MODEL_VERSION,
      release: VERSION,
      logger: createLogger({ part: 'rebuild', level: 'error', answers: true }),
      signal: stopping.signal,
      isDryRun: options.dryRun,
      acceptDifferences: options.accept,
      onProgress: ({ step, done, total }) => {
        bar.setTotal(total);
        bar.update(done, { step: STEP_TEXT[step] });
      },
    });
    bar.stop();
    return conclude(report, options, (performance.now() - startedMs) / 1_000);
  } finally {
    bar.stop();
    await client.dispose();
  }
}

function conclude(report: RebuildReport, options: Options, seconds: number): number {
  const speed = Math.round(report.events / Math.max(seconds, 0.001));
  console.log(
    `${report.events} events projected in ${seconds.toFixed(1)} s (${speed} a second), compared at position ${report.position}.`,
  );
  if (report.otherLog !== null) console.log(`The live read models are of another log. ${report.otherLog}`);
  if (report.otherDefinition !== null)
    console.log(
      `${report.otherDefinition} made the live read models by another definition than that of this program, which is of ${VERSION}. The projections that writes them stops when they are replaced.`,
    );
  if (report.differences.length > 0) {
    console.log(describeDifferences(report.differences));
  } else {
    console.log('Every row of every table is the same as in the live read models.');
  }
  if (report.isSwitched) console.log('The rebuilt read models have taken the place of the live ones.');
  else if (options.dryRun) console.log('Dry run: the live read models are as they were.');
  else {
    console.log(
      'Not switched: the live read models are as they were. When that is what you expect (at an update that projects the log again, where a backup of the log was restored, or on the way back from a newer release), run it again with --accept.',
    );
  }
  const isLike = report.differences.length === 0 && report.otherLog === null && report.otherDefinition === null;
  return isLike || report.isSwitched ? 0 : 1;
}
