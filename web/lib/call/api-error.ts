import type { ErrorBody } from '#bff/contract/base/common.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Statuses that a proxy may answer by itself, without our JSON: the status alone is the reason. */
const STATUSES_WITH_REASON = new Set([413, 429]);
/** The server's code for unforeseen failures, which all have the same message. */
const UNFORESEEN = 'internal';

/** `code` of an ApiError that never got an answer: the network failed or the server could not be reached. */
export const NO_ANSWER = 'no_answer';

/** A refused call, or (status 0, code NO_ANSWER) one without an answer. It is a class, so that `instanceof` distinguishes it from a bug. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  readonly correlationId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** False where `message` adds nothing: the server gave no reason, and its status does not say one. */
  readonly hasReason: boolean;

  constructor(
    status: number,
    body: Partial<ErrorBody>,
    extra: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(body.message || defaultMessage(status), { cause: extra.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? NO_ANSWER : `http_${status}`);
    this.errors = body.errors ?? {};
    this.correlationId = body.correlation_id;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.hasReason = (Boolean(body.message) && this.code !== UNFORESEEN) || STATUSES_WITH_REASON.has(status);
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** True where the caller (a changed page, a sign-out) cancelled it: nothing is shown. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Null where it is not found. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The first message of a field, or undefined. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  isApiError(error) ? error.errors[field]?.[0] : undefined;

/** The server's reason, else the fallback: 'server message preferred' in the specifications. */
export const serverMessage = (error: unknown, fallback: string): string =>
  isApiError(error) && error.hasReason ? error.message : fallback;

function defaultMessage(status: number): string {
  if (status === 0)
    return 'We could not reach the server. Nothing was changed unless you see it in your lists; please try again.';
  if (status === 413) return 'File too large for server. Please choose a smaller file.';
  if (status === 429) return 'Too many requests. Please wait a moment before trying again.';
  if (status >= 500) return 'Something went wrong on our side. Please try again in a moment.';
  return 'The request could not be completed.';
}
