import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
} from 'slonik';

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
  // No memory; a disk that fails; a statement that took too long; a standby that has not been promoted yet.
  '53200',
  '58030',
  '57014',
  '25006',
  // Others were there first, more often than it was tried again; a transaction that stood still for too long.
  '40001',
  '40P01',
  '55P03',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** `pg` gives these no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/;

/** Postgres' own, and those of the system: no space, or the quota is used up. */
const FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const AWAY_ERRORS = [
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
];

/** Whether an error means that the database is away, and not that what was asked was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    if (AWAY_ERRORS.some((type) => cause instanceof type)) return true;
    const isDatabases = 'syscall' in cause ? cause.syscall === 'connect' || cause.syscall === 'read' : true;
    return (isDatabases && AWAY_CODES.has(codeOf(cause))) || AWAY_MESSAGES.test(cause.message);
  });
}

/** Whether an error means that a disk is full, that of the database or that of the files. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some((cause) => FULL_CODES.has(codeOf(cause)));
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_DEPTH; cause = cause.cause) causes.push(cause);
  return causes;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
