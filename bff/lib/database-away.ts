import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';

/** Causes of causes that are looked at. */
const MAX_DEPTH = 5;

/** SQLSTATEs and socket errors that mean: the same statement may well succeed in a moment. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  // The server stops, crashed, or starts.
  '57P01',
  '57P02',
  '57P03',
  // The connection broke, or there are too many.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  // No disk, no memory; or a standby that has not been promoted yet.
  '53100',
  '53200',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** `pg` gives these no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether an error means that the database is away or a disk is full, and not that what was asked was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
    if (
      current instanceof ConnectionError ||
      current instanceof BackendTerminatedError ||
      current instanceof BackendTerminatedUnexpectedlyError
    ) {
      return true;
    }
    const isDatabases = 'syscall' in current ? current.syscall === 'connect' || current.syscall === 'read' : true;
    if ('code' in current && typeof current.code === 'string' && isDatabases && AWAY_CODES.has(current.code))
      return true;
    if ('code' in current && current.code === 'ENOSPC') return true;
    if (AWAY_MESSAGES.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
