import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStoreDBClient } from '#eventstore-client';
import { lastOfLog } from '#infra/move/raw-log.ts';
import { BackupError } from '../store/destination.ts';

const LOOK_FOR_MS = 60_000;
const MAX_PAUSE_MS = 20;

/**
 * Opens a snapshot of the tables in a moment in which nothing was appended to the log: both ends of the log, looked at
 * before and after, are the same event. Tables and log are then what a power cut in that moment would have left.
 * docs/decisions/0072 says why nothing can contradict. The caller ends the transaction.
 * @returns the position of the log's last event in that moment, and the time of the snapshot
 * @throws BackupError for an empty log, or one that is appended to at each moment of a minute
 */
export async function openCut(
  client: EventStoreDBClient,
  database: pg.ClientBase,
  signal: AbortSignal,
): Promise<{ readonly position: bigint; readonly time: string }> {
  const untilMs = Date.now() + LOOK_FOR_MS;
  do {
    signal.throwIfAborted();
    const before = await lastOfLog(client);
    if (!before) throw new BackupError('The log is empty: there is nothing to back up yet.');
    await database.query('begin isolation level repeatable read read only');
    // The first statement takes the snapshot.
    const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now, pg_current_snapshot()');
    const after = await lastOfLog(client);
    if (after?.position === before.position)
      return { position: before.position, time: (rows[0]?.now ?? new Date()).toISOString() };
    await database.query('rollback');
    await delay(Math.random() * MAX_PAUSE_MS, undefined, { signal });
  } while (Date.now() < untilMs);
  throw new BackupError(
    'The log was appended to at each moment of a minute, so tables and log could not be taken at one. What the log has is backed up; the next run tries again.',
  );
}
