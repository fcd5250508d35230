import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
} from 'slonik';

/** How deep a chain of causes is searched. */
const MAX_DEPTH = 5;

/** SQLSTATEs and socket errors after which the same statement may soon succeed. */
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
  // No memory; a failing disk; a statement timeout; a standby that is not promoted yet.
  '53200',
  '58030',
  '57014',
  '25006',
  // Conflicts with others that outlasted the retries; a transaction that was idle for too long.
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

/** `pg` gives these errors no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Postgres' code and the system's: no space, or the quota is used up. */
const FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const AWAY_ERRORS = [
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
];

/** Whether an error means that the database is away, rather than that the statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    if (AWAY_ERRORS.some((type) => cause instanceof type)) return true;
    const isDatabases = 'syscall' in cause ? cause.syscall === 'connect' || cause.syscall === 'read' : true;
    return (isDatabases && AWAY_CODES.has(codeOf(cause))) || AWAY_MESSAGES.test(cause.message);
  });
}

/** Whether an error means that a disk is full: the database's or that of the files. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some((cause) => FULL_CODES.has(codeOf(cause)));
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_DEPTH; cause = cause.cause) causes.push(cause);
  return causes;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
