import type pg from 'pg';
import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { withPrimary } from '#infra/connect/primary.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Seal } from '../store/envelope.ts';
import { type BackupSet, hashOfRecord, listSets, putSet, readSet, setName } from '../store/manifest.ts';
import { openStoreFiles } from '../store/open-destination.ts';
import { backUpFiles, filesOf, putFileList } from './back-up-files.ts';
import { backUpLog } from './back-up-log.ts';
import { backUpTables } from './back-up-tables.ts';
import { openCut } from './cut.ts';

/** Any fixed number that nothing else locks: one backup of a store runs at a time. */
const BACKUP_LOCK = 727_005;

export type BackupOptions = {
  readonly client: EventStoreDBClient;
  readonly databaseUrl: string;
  readonly filesDir: string;
  readonly eventMacs: EventMacKeys | undefined;
  readonly to: Destination;
  readonly seal: Seal;
  readonly signal: AbortSignal;
  readonly onStep?: ((step: 'log' | 'files' | 'tables', done: number) => void) | undefined;
};

export type BackupReport = {
  readonly set: string;
  readonly time: string;
  readonly events: number;
  /** Since the set before. */
  readonly newEvents: number;
  readonly rows: number;
  readonly files: number;
  /** That were written for it. */
  readonly bytes: number;
};

/**
 * Makes a set: the log up to a place, and the tables and files that fit to it. The log and most files are backed up
 * first, so that the moment at which both are looked at has little left to do.
 * @throws BackupError
 */
export async function runBackup(options: BackupOptions): Promise<BackupReport> {
  const { databaseUrl, seal, signal, client, filesDir, eventMacs, onStep } = options;
  const { to, written } = counted(options.to);
  return withPrimary({ connectionString: databaseUrl, application_name: 'giftledger-backup' }, async (database) => {
    await lock(database);
    const before = await lastSet(to, eventMacs);
    const onEvents = (done: number) => onStep?.('log', done);
    const log = { client, to, seal, signal, onEvents };
    await backUpLog(log);
    const files = {
      from: await openStoreFiles(filesDir),
      to,
      seal,
      signal,
      onFiles: (done: number) => onStep?.('files', done),
    };
    const first = await backUpFiles(files, await filesOf(to, before));

    const cut = await openCut(client, database, signal);
    const last = await backUpLog(log, cut.position);
    if (!last) throw new BackupError('The log is empty: there is nothing to back up yet.');
    onStep?.('tables', 0);
    const tables = await backUpTables({ database, to, seal, time: cut.time });
    await database.query('commit');
    // Those of the rows in the snapshot: a file is written before its row. One that was removed meanwhile is in the first.
    const all = new Map([...first, ...(await backUpFiles(files, first))]);
    const set = {
      format: 'giftledger-backup@v1' as const,
      time: cut.time,
      log: { ...last.log, segments: last.number + 1, record: hashOfRecord(last) },
      ...tables,
      files: await putFileList(to, all),
    };
    await putSet(to, set, eventMacs);
    return {
      set: setName(cut.time),
      time: cut.time,
      events: last.log.events,
      files: all.size,
      newEvents: last.log.events - (before?.log.events ?? 0),
      rows: tables.tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes: written(),
    };
  });
}

function counted(to: Destination) {
  let bytes = 0;
  const put: Destination['put'] = async (name, content) => {
    await to.put(name, content);
    bytes += content.byteLength;
  };
  return { to: { ...to, put }, written: () => bytes };
}

async function lock(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
  if (!rows[0]?.taken) throw new BackupError('Another backup of this store is running.');
}

async function lastSet(to: Destination, keys: EventMacKeys | undefined): Promise<BackupSet | undefined> {
  const name = (await listSets(to)).at(-1);
  return name === undefined ? undefined : readSet(to, name, keys);
}
