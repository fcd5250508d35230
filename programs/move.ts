// `npm run move -- --to esdb://…`: copies a store's whole log into another event store; `--files DIR`: its files to where FILES_DIR says.
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { type EventStoreDBClient, UnavailableError } from '#eventstore-client';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { StalledError } from '#infra/adapters/eventstore/read-call.ts';
import { openObjects } from '#infra/adapters/objects/open-objects.ts';
import { connectionLimits } from '#infra/adapters/postgres/connection-limits.ts';
import { roleName } from '#infra/adapters/postgres/roles.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { noteLogPlace } from '#infra/local/log-place.ts';
import { localDataDir } from '#infra/local/paths.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { withLocalStack, withStoppedStore } from '#infra/local/runtime.ts';
import { compareLogs, type LogComparison } from '#infra/move/compare-logs.ts';
import { type CopyProgress, copyLog, MoveError } from '#infra/move/copy-log.ts';
import { moveFiles } from '#infra/move/move-files.ts';
import { movePositions } from '#infra/move/move-positions.ts';
import { lastOfLog } from '#infra/move/raw-log.ts';

const USAGE = `npm run move -- --to esdb://… [--from esdb://… [--follow] [--database postgresql://…]]

Copies the whole log from one event store to another, empty one: order, ids, places in their streams, data, metadata, MACs and chains stay
as they are. Broken off, it goes on where it ended. In the end both logs are compared event by event, and chains and books are computed.

Without --from: the stopped store of npm start, with its database.

--follow     goes on with what is written meanwhile. Stop the store, then press Ctrl-C: the rest is copied and compared.
--database   Postgres of the stopped store: its checkpoints and its rows get the places of the new log, so that nothing need be
             built again. Without it, start the store on the new log with an empty database.

npm run move -- --files DIR

Copies the files of the stopped store from this folder to FILES_DIR (s3://key:secret@bucket/prefix?region=…), reads each back and compares
it, and marks the folder, on which no store starts any more. Broken off, the same command goes on. Nothing is removed from the folder.`;

const values = readOptions(USAGE, {
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean', default: false },
  database: { type: 'string' },
  files: { type: 'string' },
});
if (values.files !== undefined) process.exit(await moveStoreFiles(values.files));
if (!values.to || (!values.from && (values.follow || values.database))) {
  console.error(USAGE);
  process.exit(2);
}
const to = createEventStoreClient(values.to);
const [giveUp, follow] = [new AbortController(), new AbortController()];
// While following, the first signal finishes the copy, the second one interrupts it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (values.follow && !follow.signal.aborted) follow.abort();
    else giveUp.abort(new MoveError('Broken off. The same command goes on from here.'));
  });
}
process.exitCode = await (values.from ? move(values.from, values.database) : leaveNpmStart()).catch(
  (error: unknown) => {
    console.error(explained(error));
    return 1;
  },
);
process.exit();

/** The store of `npm start`: its servers run for as long as this takes. */
function leaveNpmStart(): Promise<number> {
  const dataDir = localDataDir();
  return withStoppedStore(dataDir, async ({ eventstoreUrl, databaseUrl, isOtherEventStore }) => {
    if (isOtherEventStore)
      throw new MoveError(
        'GIFTLEDGER_EVENTSTORE_URL is set: the store has left already. Name the server that it is on by --from.',
      );
    const code = await move(eventstoreUrl, databaseUrl);
    if (code === 0) {
      await noteLogPlace(dataDir, values.to ?? '');
      const secrets = path.join(dataDir, 'secrets.json');
      console.log(`The store is on the other server: GIFTLEDGER_EVENTSTORE_URL='…' npm start, with the address of --to.
Its events are proven by eventMacKeys in ${secrets}. A store elsewhere that reads this log needs the same EVENT_MAC_KEYS.`);
    }
    return code;
  });
}

/** What a person can act on; anything else as it is. */
function explained(error: unknown): unknown {
  if (error instanceof MoveError || error instanceof LocalStackProblem) return error.message;
  if (!(error instanceof UnavailableError || error instanceof StalledError)) return error;
  return `An event store cannot be reached: ${[values.from, values.to].flatMap((address) => (address ? [withoutLogin(address)] : [])).join(' or ')}. What was copied stays; the same command goes on from there.`;
}

async function move(source: string, database: string | undefined): Promise<number> {
  const from = createEventStoreClient(source);
  // Both answer, before a long copy begins and waits for one that may come back.
  await Promise.all([lastOfLog(from), lastOfLog(to)]);
  const startedMs = performance.now();
  const copied = await copyWithBar(from);
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(`${copied} events copied in ${seconds.toFixed(1)} s (${Math.round(copied / seconds)} a second).`);
  const comparison = await compareWithBar(from);
  if (!printComparison(comparison)) return 1;
  if (database === undefined) return 0;
  const last = await lastOfLog(to);
  const changed = await movePositions(database, `${last?.id} at ${last?.position}`, comparison.positions);
  console.log(
    changed === undefined
      ? 'The database has the places of the new log already.'
      : `${changed} rows of the database have the places of the new log. Start the store with EVENTSTORE_URL set to it; npm run rebuild compares its read models with the log.`,
  );
  return 0;
}

/** The positions of both ends give the progress: the events of a log are not counted beforehand. */
async function copyWithBar(from: EventStoreDBClient): Promise<number> {
  const end = (await lastOfLog(from))?.position ?? 0n;
  const bar = startBar(end);
  const onProgress = ({ copied, position, atEnd }: CopyProgress) =>
    bar.update(Math.min(Number(position), Number(end)), {
      what: `${copied} events`,
      state: atEnd ? 'at the end of the log' : 'copying',
    });
  try {
    const options = { from, to, signal: giveUp.signal, onProgress };
    return await copyLog(values.follow ? { ...options, follow: follow.signal } : options);
  } finally {
    bar.stop();
  }
}

async function compareWithBar(from: EventStoreDBClient): Promise<LogComparison> {
  const bar = startBar((await lastOfLog(from))?.position ?? 0n);
  try {
    return await compareLogs(from, to, (events, position) => {
      giveUp.signal.throwIfAborted();
      bar.update(Number(position), { what: `${events} events`, state: 'comparing' });
    });
  } finally {
    bar.stop();
  }
}

function startBar(end: bigint): SingleBar {
  const bar = new SingleBar({
    format: '|{bar}| {percentage} % | {what} | {state} | {duration_formatted}',
    hideCursor: true,
    // Without a terminal (a log file, a pipe), a line now and then instead of a moving bar.
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(Math.max(Number(end), 1), 0, { what: '0 events', state: 'reading' });
  return bar;
}

/** True when the two logs are equal. */
function printComparison(comparison: LogComparison): boolean {
  const { events, streams, chained, accounts, withoutMac, problems } = comparison;
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length > 0) return false;
  console.log(`✓ ${events} events in ${streams} streams: the same in both, in the same order, byte for byte`);
  console.log(
    `✓ every hash fits (${chained} events); the postings to ${accounts} accounts sum to zero in every currency`,
  );
  if (withoutMac > 0) {
    console.log(
      `· ${withoutMac} events carry no MAC. To the new event store they are of now: set EVENT_MAC_SINCE to ${new Date().toISOString()}.`,
    );
  }
  return true;
}

async function moveStoreFiles(folder: string): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort(new MoveError('Broken off. The same command goes on from here.')));
  }
  const failure = (message: string, options?: ErrorOptions) => new MoveError(message, options);
  try {
    return await withLocalStack('tools', async ({ env, isRunning }) => {
      const { filesDir, databaseUrl } = loadConfig(env, 'tools');
      if (path.resolve(filesDir) === path.resolve(folder))
        throw new MoveError(`The files are in ${folder}, and FILES_DIR says so. Set FILES_DIR to where they go.`);
      if (isRunning || (await hasUsersOfFiles(databaseUrl)))
        throw new MoveError('The store is running: stop web and jobs first. Nothing was copied.');
      const open = (place: string) => openObjects(place, { failure, variable: 'FILES_DIR' });
      const [from, to] = [await open(folder), await open(filesDir)];
      const bar = startBar(0n);
      const onFile = (done: number, of: number) => {
        bar.setTotal(of);
        bar.update(done, { what: `${done} files`, state: 'copying' });
      };
      const moved = await moveFiles(from, to, { signal: stopping.signal, onFile }).finally(() => bar.stop());
      console.log(
        `✓ ${moved.files} files (${moved.bytes} bytes) are in ${to.name}, each as it is in ${from.name}; ${moved.copied} were copied now. Start the store with this FILES_DIR. What is in the folder is no longer used: keep it until the next backup is made, then delete it.`,
      );
      return 0;
    });
  } catch (error) {
    console.error(
      error instanceof MoveError || error instanceof LocalStackProblem || error instanceof ConfigError
        ? error.message
        : error,
    );
    return 1;
  }
}

/** Whether a part that writes files is at the database. */
async function hasUsersOfFiles(databaseUrl: string): Promise<boolean> {
  return withPrimary({ connectionString: databaseUrl, ...connectionLimits() }, async (client) => {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and usename = any($1)',
      [[roleName('web'), roleName('jobs')]],
    );
    return rowCount !== 0;
  });
}
