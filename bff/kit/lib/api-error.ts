/** A refusal by the HTTP side itself (sign-in, uploads, missing rows). The ledger's refusals are DomainErrors. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  /** Stable, because programs use it. */
  readonly code: string;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string[]>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    more: { errors?: Record<string, string[]>; retryAfterS?: number } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.errors = more.errors;
    this.retryAfterS = more.retryAfterS;
  }
}

export const notFound = (message = 'This could not be found.') => new ApiError(404, 'not_found', message);

/** The value that was looked up. @throws ApiError 404 where there is none */
export function found<T>(looked: T | null | undefined, message?: string): T {
  if (looked === null || looked === undefined) throw notFound(message);
  return looked;
}

export const unauthenticated = (message = 'Your session has expired. Please sign in again.') =>
  new ApiError(401, 'unauthenticated', message);

export const forbidden = (code: string, message: string) => new ApiError(403, code, message);

/** 409: the object's state does not allow it. The message says what that means and what to do. */
export const conflict = (code: string, message: string) => new ApiError(409, code, message);

/** 422 for one field. */
export const invalidField = (field: string, message: string) =>
  new ApiError(422, 'validation_failed', message, { errors: { [field]: [message] } });

/** A key means one request, also after an answer that was lost. */
export const keyReused = () =>
  new ApiError(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Nothing was done; use a new key.',
  );

/** The write is safe in the ledger, but the lists did not show it within the wait. */
export const savedButNotShown = () =>
  new ApiError(
    503,
    'saved_but_not_shown',
    'Your change is saved, but the lists are a moment behind. Nothing is lost: please refresh in a few seconds, and do not repeat it.',
    { retryAfterS: 2 },
  );

/** The code of a refusal before anything was decided: the lists are behind the ledger, or another decision runs. */
export const NOT_CURRENT = 'not_current';
