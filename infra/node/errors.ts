import { Metadata, status } from '@grpc/grpc-js';

/** An error that the client must get unchanged: a gRPC status with EventStoreDB's trailers. */
export type ServiceError = Error & { code: number; details: string; metadata: Metadata };

function serviceError(code: number, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const invalidArgument = (details: string): ServiceError => serviceError(status.INVALID_ARGUMENT, details);

export const accessDenied = (): ServiceError =>
  serviceError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unauthenticated = (): ServiceError => serviceError(status.UNAUTHENTICATED, 'Unauthenticated');

export const unavailable = (details: string): ServiceError => serviceError(status.UNAVAILABLE, details);

export const cancelled = (): ServiceError =>
  serviceError(status.CANCELLED, 'The call was cancelled before the append was taken up.');

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error;
}

/** SQLSTATE classes that mean a wrong statement, not a server that could not run it. */
const FAULTY_STATEMENT_CLASSES = new Set(['21', '22', '23', '42']);

/** Postgres refused the data itself: a repetition would fail again. */
export const isFaultyStatement = (error: unknown): boolean => FAULTY_STATEMENT_CLASSES.has(sqlStateClass(error));

/** Postgres is away, stopping, starting, full or overloaded: a repetition may succeed later. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqlStateClass(error) !== '') return !isFaultyStatement(error);
  return 'syscall' in error || /connection|timeout|pool/i.test(error.message);
}

function sqlStateClass(error: unknown): string {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return '';
  return String(error.code).slice(0, 2);
}

export function toServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  if (isDatabaseUnavailable(error)) return unavailable('The event store cannot reach its Postgres; retry shortly.');
  return serviceError(status.UNKNOWN, textOf(error));
}

/** For the log. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
