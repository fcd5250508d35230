import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { type Audit, audit } from '#core/finance/checks/audit.ts';
import { SNAPSHOT_PREFIX } from '#core/kernel/commands/read-snapshot.ts';
import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import type { KeyRing } from '#infra/adapters/crypto/seal.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { readFollowers } from '#infra/adapters/postgres/followers.ts';
import { readIssuedNumbers } from '#infra/adapters/postgres/issued-numbers.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { findWrongShelves } from '#infra/adapters/stock/shelves.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { movePositions } from '#infra/move/move-positions.ts';
import { checkSet } from '../store/check-backup.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Unseal } from '../store/envelope.ts';
import { readFileList } from '../store/file-list.ts';
import { type BackupSet, type LogState, readLastRecord, readRecords } from '../store/manifest.ts';
import { openStoreFiles } from '../store/open-destination.ts';
import { accountFor, problemsOfKeys } from './account-for.ts';
import { type Certificate, type GivenHead, makeCertificate } from './certificate.ts';
import { chooseSet } from './choose-set.ts';
import { type ReadBack, readBack } from './read-back.ts';
import { requireNoOtherFiles, writeFiles } from './write-files.ts';
import { type WrittenLog, writeLog } from './write-log.ts';
import { tableState, writeTables } from './write-tables.ts';

/** Steps that were younger at the moment of the snapshot were under way. */
const GRACE_SECONDS = 60;

export type RestoreStep = 'checking' | 'log' | 'files' | 'tables' | 'reading back' | 'read models' | 'audit';

export type RestoreOptions = {
  readonly from: Destination;
  readonly unseal: Unseal;
  readonly at: Date | undefined;
  /** Of the event store, as a user that may write all streams. */
  readonly client: EventStoreDBClient;
  /** With the login of the database's owner. */
  readonly databaseUrl: string;
  readonly filesDir: string;
  readonly eventMacs: EventMacKeys | undefined;
  readonly dataKeys: KeyRing;
  /** Heads of the log that others hold. */
  readonly heads: readonly GivenHead[];
  readonly signal: AbortSignal;
  /** Builds the read models from the restored log, and ends when they are at its end. It tells its places in the log. */
  readonly buildReadModels: (store: EventStore, onPosition: (position: bigint) => void) => Promise<void>;
  readonly onStep?: ((step: RestoreStep, done: number, of: number) => void) | undefined;
  /** Before the first thing is written; all that could be refused beforehand was not. */
  readonly onWriting?: () => Promise<void>;
};

type FilesOptions = Pick<RestoreOptions, 'from' | 'unseal' | 'at' | 'filesDir' | 'eventMacs' | 'signal'>;

/**
 * Writes the files of a set that are missing, for a store that lost nothing else.
 * @returns how many files the set has
 * @throws BackupError before anything is written when the backup is damaged, or when another file is in the place of one
 */
export async function restoreFiles({ from, unseal, at, filesDir, eventMacs, signal }: FilesOptions): Promise<number> {
  const { set } = await chooseSet(from, eventMacs, at);
  const files = set.files.list ? await readFileList(from, set.files.list) : [];
  await writeFiles({ from, unseal }, await openStoreFiles(filesDir), files, signal);
  return files.length;
}

/**
 * Brings a set back into empty stores and proves what was brought back. Interrupted, the same call goes on: what is
 * there already is compared, and not written twice.
 * @throws BackupError before anything is written when a store is not empty or the backup is damaged; RefusedDataError
 */
export async function runRestore(options: RestoreOptions): Promise<Certificate> {
  const { from, client, databaseUrl, filesDir, signal, onStep } = options;
  const { name, set } = await chooseSet(from, options.eventMacs, options.at);
  const damaged = await checkSet(from, set, (done, of) => onStep?.('checking', done, of));
  if (damaged.length > 0)
    throw new BackupError(`Nothing was written: ${damaged.join('; ')}. Choose another set with --at, or another copy.`);
  const records = await readRecords(from, set.log.segments);
  const files = set.files.list ? await readFileList(from, set.files.list) : [];

  return withPrimary({ connectionString: databaseUrl, application_name: 'giftledger-restore' }, async (database) => {
    const state = await tableState(database, set);
    const storeFiles = await openStoreFiles(filesDir);
    await requireNoOtherFiles(storeFiles, files);
    const source = { from, unseal: options.unseal };
    await options.onWriting?.();
    const written = await writeLog({ ...source, records }, client, signal, (done) =>
      onStep?.('log', done, set.log.events),
    );
    onStep?.('files', 0, files.length);
    await writeFiles(source, storeFiles, files, signal);
    const rows = set.tables.reduce((sum, table) => sum + table.rows, 0);
    if (state === 'empty') {
      await writeTables({ ...source, set }, databaseUrl, signal, (done) => onStep?.('tables', done, rows));
    }
    onStep?.('reading back', 0, set.log.events);
    const back = await readBack(client, database, signal, (done) => onStep?.('reading back', done, set.log.events));
    const log = requireSame(written, back, set);
    await movePositions(databaseUrl, `${set.time} as ${log.last.id} at ${log.position}`, pairs(written, back));

    const store = createEventStoreDb(client, options.eventMacs);
    onStep?.('read models', 0, set.log.events);
    const eventsUpTo = (position: bigint) =>
      Math.min(log.events, Math.round((log.events * Number(position)) / Number(log.position)));
    await options.buildReadModels(store, (position) => onStep?.('read models', eventsUpTo(position), set.log.events));
    onStep?.('audit', 0, set.log.events);
    return await makeCertificate({
      name,
      set,
      setFile: (await from.get(name)) ?? Buffer.alloc(0),
      log,
      readHashes: back.readHashes,
      heads: options.heads,
      newest: await readLastRecord(from),
      audit: await auditStore(store, databaseUrl, new Date(set.time), (done) =>
        onStep?.('audit', done, set.log.events),
      ),
      accounted: await accountFor(database, options.dataKeys),
      problems: await problemsOfKeys(database, options.dataKeys),
    });
  });
}

/** @throws BackupError unless the log that lies there is the one that was backed up, byte for byte and to the cent */
function requireSame(written: WrittenLog, back: ReadBack, { log }: BackupSet): LogState {
  const found = back.log;
  const isSame =
    found !== undefined &&
    written.content === back.content &&
    found.events === log.events &&
    found.tree.root === log.tree.root &&
    JSON.stringify(found.balances) === JSON.stringify(log.balances);
  if (isSame) return found;
  throw new BackupError(
    `The event store holds another log than the backup: ${found?.events ?? 0} events with the root ${found?.tree.root ?? 'of none'}, not ${log.events} with ${log.tree.root}. Somebody else writes to it, or what it had was not of this backup. Restore into an empty one.`,
  );
}

const pairs = (written: WrittenLog, back: ReadBack): readonly number[] =>
  written.positions.flatMap((old, at) => [old, back.positions[at] ?? 0]);

/** What `ledger check` does, as of the moment of the snapshot. */
async function auditStore(
  store: EventStore,
  databaseUrl: string,
  now: Date,
  onEvents: (events: number) => void,
): Promise<Audit> {
  const pool = createPgPool(databaseUrl, {
    maxConnections: 1,
    applicationName: 'giftledger-restore',
    onIdleError: () => undefined,
  });
  async function* replay(snapshots: Set<string>) {
    let events = 0;
    for await (const event of store.readAll({ prefixes: [...STREAM_PREFIXES, SNAPSHOT_PREFIX] })) {
      events += 1;
      onEvents(events);
      if (event.streamId.startsWith(SNAPSHOT_PREFIX)) snapshots.add(event.streamId);
      else yield event;
    }
  }
  try {
    return await audit(store, {
      now,
      graceSeconds: GRACE_SECONDS,
      replay,
      findWrongShelves: () => findWrongShelves(pool),
      readIssued: (series) => readIssuedNumbers(databaseUrl, series),
      readFollowers: () => readFollowers(databaseUrl),
    });
  } finally {
    await pool.end();
  }
}
