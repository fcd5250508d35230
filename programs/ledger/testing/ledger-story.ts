import { runWith } from '#core/cli/testing/cli-story.ts';
import type { Kept } from '#core/cli/workplace.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { databaseCommands } from '../commands.ts';
import type { Databases } from '../databases.ts';

/** Runs the whole command line with these databases and parts; every other one is absent. */
export const runLedger = (given: Partial<Databases> & Parameters<typeof runWith>[0], ...argv: string[]) => {
  const absent = () => Promise.reject(new Error('Not in this test.'));
  const databases: Databases = {
    withAdministrators: absent,
    withReports: absent,
    withKeys: absent,
    withFollowers: absent,
    withReadModels: absent,
    ...given,
  };
  return runWith({ ...given, addMore: databaseCommands(databases) }, ...argv);
};

export const run = (store: EventStore, ...argv: string[]) => runBeside({}, store, ...argv);

/** The same with this data beside the log, in Postgres. */
export const runBeside = (kept: Kept, store: EventStore, ...argv: string[]) =>
  runLedger({ withStore: (work) => work(store, kept) }, ...argv);
