import type { ErrorBody } from '#bff/contract/common.ts';

/** Messages by field of a refused form. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What a proxy may answer by itself, without our JSON: the status alone says what is wrong. */
const STATUSES_WITH_REASON = new Set([413, 429]);
/** The server's code of a failure that nobody foresaw: its message is the same for all of them. */
const UNFORESEEN = 'internal';

/** `code` of an ApiError that never got an answer: the network failed or the server could not be reached. */
export const NO_ANSWER = 'no_answer';

/** A call that was refused, or (status 0, code NO_ANSWER) got no answer. A class, so that `instanceof` tells it from a bug. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  readonly correlationId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** False when `message` says no more than the screen knows: the server gave no reason, and its status is none either. */
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

/** True when the caller (a changed page, a sign-out) called it off: nothing is shown. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** What was asked for does not exist. */
export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** What a call answers, null where it is refused as not found. */
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

/** What the server gave as its reason, else the fallback: 'server message preferred' in the specifications. */
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
