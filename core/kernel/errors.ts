/**
 * A refusal by the ledger's rules. `code` is stable and machine-readable (the BFF maps it to an HTTP status), `message` is
 * for people, `details` holds what a caller needs to explain it (amounts as minor-unit strings, ids; never personal data);
 * `details.field` names the command's field that is at fault.
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: DomainErrorCode, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

export type DomainErrorCode =
  /** The object does not exist (no event in its stream). */
  | 'not_found'
  /** The object exists already with other data. */
  | 'already_exists'
  /** The same reference was used before with other data. */
  | 'reference_reused'
  /** The command does not fit the object's present state. */
  | 'invalid_state'
  /** A value breaks a rule (amount not positive, currency mismatch, sums that do not match …). */
  | 'invalid_value'
  /** The wallet's available funds do not cover it. */
  | 'insufficient_funds'
  /** Writers kept changing the stream; nothing was written, try again. */
  | 'conflict'
  /** The event store cannot be reached or refuses writes; nothing is known to be written, try again. */
  | 'unavailable';

/** A refusal that a later attempt cannot overcome. */
export const isFinalRefusal = (error: unknown): error is DomainError =>
  isDomainError(error) && error.code !== 'unavailable' && error.code !== 'conflict';

export function isDomainError(error: unknown, code?: DomainErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}
