import { Metadata, status } from '@grpc/grpc-js';

/** An error that the client must get unchanged: a gRPC status with EventStoreDB's trailers. */
export type ServiceError = Error & { code: number; details: string; metadata: Metadata };

/**
 * Trailers must be ASCII, but a stream name need not be: then, as from EventStoreDB, the error is UNKNOWN with a text.
 */
function serviceError(code: number, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  const values = Object.entries(trailers);
  if (!values.every(([, value]) => /^[\x20-\x7e]*$/.test(value))) return unknown(details);
  for (const [key, value] of values) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export function streamDeleted(stream: string): ServiceError {
  return serviceError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function requiredMetadataMissing(): ServiceError {
  return serviceError(status.INVALID_ARGUMENT, 'Required Metadata Property missing: type, content-type', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

export function invalidArgument(details: string): ServiceError {
  return serviceError(status.INVALID_ARGUMENT, details);
}

export function accessDenied(): ServiceError {
  return serviceError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

export function unauthenticated(): ServiceError {
  return serviceError(status.UNAUTHENTICATED, 'Unauthenticated');
}

/** EventStoreDB's answer to a refusal without a status of its own. */
export function unknown(details: string): ServiceError {
  return serviceError(status.UNKNOWN, details);
}

export function unavailable(details: string): ServiceError {
  return serviceError(status.UNAVAILABLE, details);
}

export function cancelled(): ServiceError {
  return serviceError(status.CANCELLED, 'The call was cancelled before the append was taken up.');
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error;
}

/** SQLSTATE classes that mean a wrong statement, not a server that could not run it. */
const FAULTY_STATEMENT_CLASSES = new Set(['21', '22', '23', '42']);

/** Postgres refused the data itself: a repetition would fail again. */
export function isFaultyStatement(error: unknown): boolean {
  return FAULTY_STATEMENT_CLASSES.has(sqlStateClass(error));
}

/** Postgres is away, stopping, starting, full or overloaded: a repetition may succeed later. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || isServiceError(error)) return false;
  if (sqlStateClass(error) !== '') return !isFaultyStatement(error);
  if ('syscall' in error) return true;
  return /connection|timeout|pool/i.test(error.message);
}

function sqlStateClass(error: unknown): string {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return '';
  return String(error.code).slice(0, 2);
}

/** The client's error for an error of any kind. */
export function toServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  if (isDatabaseUnavailable(error)) return unavailable('The event store cannot reach its Postgres; retry shortly.');
  return serviceError(status.UNKNOWN, error instanceof Error ? error.message : String(error));
}
