// `npm run delete-demonstration`: says what a demonstration holds, and deletes all of it where nothing in it is real.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { connectionLimits } from '#infra/adapters/postgres/connection-limits.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { deletionMark } from '#infra/local/data-dir.ts';
import { contentOf, deleteData } from '#infra/local/delete-data.ts';
import { filesInBucket } from '#infra/local/files-place.ts';
import { localDataDir } from '#infra/local/paths.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { withStoppedStore } from '#infra/local/runtime.ts';
import { type Findings, whatIsReal } from '#infra/seed/what-is-real.ts';

const { delete: isAsked, yes } = readOptions(
  `npm run delete-demonstration [-- --delete | --yes NAME]

Says what the demonstration in the data folder holds, and deletes nothing (--dry-run). With --delete it asks for the store's name, then
deletes log, database, files, mails and secrets; --yes NAME is for scripts. The store must be stopped. A store in which anything is real is
refused. Broken off, the same command completes it.`,
  {
    delete: { type: 'boolean', default: false },
    yes: { type: 'string' },
    'dry-run': { type: 'boolean', default: true },
  },
);
const dataDir = localDataDir();
const { EVENTSTORE_URL, DATABASE_URL, GIFTLEDGER_EVENTSTORE_URL, PUBLIC_URL } = process.env;

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof LocalStackProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// A running event-store client would keep the process open.
process.exit();

async function run(): Promise<number> {
  refuseElsewhere();
  if (isAsked && yes === undefined && !process.stdin.isTTY) {
    throw new LocalStackProblem('Nobody can type here: give the name of the store with --yes. Nothing was deleted.');
  }
  const inBucket = await filesInBucket(dataDir, process.env);
  const deleteAll = () => deleteData(dataDir, inBucket && (() => inBucket.remove()));
  if (existsSync(deletionMark(dataDir))) {
    await deleteAll();
    console.log(`The deletion that was broken off is complete: nothing of the demonstration is left in ${dataDir}.`);
    return 0;
  }
  if (!(await contentOf(dataDir)).ours.includes('postgres')) {
    console.log(`There is no store in ${dataDir}. Nothing was deleted.`);
    return 0;
  }
  const isConfirmed = await withStoppedStore(dataDir, ({ databaseUrl, eventstoreUrl }) =>
    withEventStoreClient(eventstoreUrl, async (client) => {
      const log = createEventStoreDb(client).readAll({ prefixes: STREAM_PREFIXES });
      return confirm(await whatIsReal(log, await filledAt(databaseUrl)), inBucket);
    }),
  );
  if (typeof isConfirmed === 'number') return isConfirmed;
  await deleteAll();
  console.log(
    `The demonstration in ${dataDir} is deleted. npm start makes a new one; npm start -- --empty begins with a store of your own.`,
  );
  return 0;
}

/** Only what the embedded stack made is deleted as a whole. */
function refuseElsewhere(): void {
  if (EVENTSTORE_URL || DATABASE_URL || GIFTLEDGER_EVENTSTORE_URL) {
    throw new LocalStackProblem(
      'The log or the database of this store is on a server of its own. Streams of an EventStoreDB cannot be removed as a whole, so nothing was deleted. Stop all parts; empty the data directory of that server and drop the database (with containers: docker compose down --volumes does both); remove the folder of files; then start with empty servers.',
    );
  }
  if (PUBLIC_URL !== undefined && !isLocalUrl(PUBLIC_URL)) {
    throw new LocalStackProblem(
      `PUBLIC_URL is ${PUBLIC_URL}: people use this store from other machines, so it is no demonstration. Nothing was deleted.`,
    );
  }
}

/** When the last batch of invented history ended. */
async function filledAt(databaseUrl: string): Promise<Date | null> {
  return withPrimary({ connectionString: databaseUrl, ...connectionLimits() }, async (client) => {
    const { rows } = await client.query<{ until: string | null }>(
      "select max(value ->> 'until') as until from app.installation where key like 'seed-batch-%'",
    );
    return rows[0]?.until ? new Date(rows[0].until) : null;
  });
}

/** True once its name was given; else the exit code. */
async function confirm(
  { name, events, counts, changes, real }: Findings,
  inBucket: Awaited<ReturnType<typeof filesInBucket>>,
): Promise<true | number> {
  const { ours, others } = await contentOf(dataDir);
  const said = (read: (what: keyof typeof counts) => number) =>
    (Object.keys(counts) as (keyof typeof counts)[]).map((what) => `${what} ${read(what)}`).join(', ');
  console.log(`${name}, in ${dataDir}
  in all          ${said((what) => counts[what].all)}; events ${events}
  tried by people ${said((what) => counts[what].later)}; changes of settings ${changes}
  deletes         ${ours.join(', ')}${inBucket ? ` and ${inBucket.count} files in ${inBucket.name}` : ''}${others.length > 0 ? `\n  leaves          ${others.join(', ')}: the store did not make them` : ''}`);
  if (real.length > 0) {
    console.error(`\nIt is not deleted:\n${real.map((why) => `  ${why}`).join('\n')}
If it was only tried, delete the folder yourself while the store is stopped. Nothing was deleted.`);
    return 1;
  }
  if (yes === undefined && !isAsked) {
    console.log('\nNothing was deleted. To delete it: npm run delete-demonstration -- --delete');
    return 0;
  }
  const given = yes ?? (await ask(`\nThis cannot be undone. Type the name of the store to delete it (${name}): `));
  if (given.trim() === name) return true;
  console.error(`“${given}” is not the name of this store, ${name}. Nothing was deleted.`);
  return 1;
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
