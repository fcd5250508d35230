import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#bff/contract/base/common.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { isBrokenForm } from '#bff/kit/lib/broken-form.ts';
import { CustomerKeyErasedError, KeyMissingError } from '#bff/kit/ports/crypto.ts';
import { FilesAwayError } from '#bff/kit/ports/file-store.ts';
import { isDatabaseAway, isDiskFull } from '#bff/kit/tables/database-away.ts';
import { type DomainErrorCode, isDomainError } from '#core/kernel/errors.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';

/** The only place where a refusal of the ledger becomes an HTTP status. */
const DOMAIN_STATUS: Record<DomainErrorCode, number> = {
  not_found: 404,
  already_exists: 409,
  reference_reused: 409,
  invalid_state: 409,
  invalid_value: 422,
  insufficient_funds: 422,
  conflict: 409,
  unavailable: 503,
};

/** The framework's own refusals, in our words and codes: by its code, else by the status. */
const FRAMEWORK: Readonly<Record<string | number, readonly [code: string, message: string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty, but is said to be JSON.'],
  FST_FIELDS_LIMIT: ['too_many_fields', 'The form has too many fields.'],
  FST_PARTS_LIMIT: ['too_many_fields', 'The form has too many fields.'],
  404: ['not_found', 'This could not be found.'],
  413: ['too_large', 'File too large for server. Please send a smaller one.'],
  414: ['address_too_long', 'The address is too long.'],
  415: [
    'unsupported_media_type',
    'A body of this type is not taken. Send JSON, or a multipart form where files are sent.',
  ],
  429: ['too_many_requests', 'Too many requests. Please wait a moment before trying again.'],
};
const NOT_UNDERSTOOD = [
  'bad_request',
  'The request could not be understood. Please check its address and body.',
] as const;

/** When to try again, while the event store or Postgres is away. */
const AWAY_RETRY_S = 2;

/** When to try again, while a part waits for an operator. */
const RESTART_RETRY_S = 60;

export type DescribedError = {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterS?: number;
  /** Logged with its stack. */
  readonly isUnexpected: boolean;
};

/** Any error in the one shape that clients know, an unforeseen one without its details. */
export function describeError(error: unknown, correlationId: string): DescribedError {
  const say = (status: number, code: string, message: string, more: Partial<DescribedError & ErrorBody> = {}) => ({
    status,
    body: {
      message,
      code,
      ...(more.errors ? { errors: more.errors } : {}),
      correlation_id: correlationId,
    },
    ...(more.retryAfterS === undefined ? {} : { retryAfterS: more.retryAfterS }),
    isUnexpected: more.isUnexpected ?? false,
  });

  if (error instanceof ApiError) {
    return say(error.statusCode, error.code, error.message, {
      ...(error.errors ? { errors: error.errors } : {}),
      ...(error.retryAfterS === undefined ? {} : { retryAfterS: error.retryAfterS }),
    });
  }
  if (isDomainError(error)) {
    const { field } = error.details;
    if (field !== undefined) return describeField(toSnakeCase(field), error.message, say);
    const status = DOMAIN_STATUS[error.code];
    return say(status, error.code, error.message, error.code === 'unavailable' ? { retryAfterS: AWAY_RETRY_S } : {});
  }
  if (error instanceof EventDecodeError) {
    return say(
      503,
      'ledger_not_sound',
      'Part of the ledger cannot be trusted until somebody has looked at it. Nothing was booked. Please contact us.',
      { isUnexpected: true },
    );
  }
  if (error instanceof KeyMissingError) {
    return say(
      503,
      'key_missing',
      'The store lacks the key of some of its data until its operators have restarted it. Nothing is lost, and nothing is known to have been saved or booked: please try again later.',
      { isUnexpected: true, retryAfterS: RESTART_RETRY_S },
    );
  }
  // A note or file about them is sealed before the ledger is asked, which says the same.
  if (error instanceof CustomerKeyErasedError) {
    return say(409, 'invalid_state', 'This customer was erased: nothing can be changed any more.');
  }
  const away = (reason: string) =>
    say(503, 'unavailable', `${reason} Nothing is known to have been saved or booked: please try again in a moment.`, {
      retryAfterS: AWAY_RETRY_S,
    });
  if (isDiskFull(error)) return away('The store has no room to save anything just now.');
  if (error instanceof FilesAwayError) return away('The store cannot reach its files just now.');
  if (isDatabaseAway(error)) return away('The store cannot reach its data just now.');
  if (hasZodFastifySchemaValidationErrors(error)) return describeValidation(error, say);

  if (isBrokenForm(error)) {
    return say(400, 'broken_upload', 'The upload broke off before its end. Nothing was saved: please try again.');
  }

  const { statusCode = 500, code = '' } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return away('The store takes too long to answer just now.');
  if (statusCode >= 400 && statusCode < 500) {
    return say(statusCode, ...(FRAMEWORK[code] ?? FRAMEWORK[statusCode] ?? NOT_UNDERSTOOD));
  }
  return say(
    500,
    'internal',
    'Something went wrong on our side. Please try again; if it stays, tell us the reference.',
    {
      isUnexpected: true,
    },
  );
}

/** The name of a command's field in the body of a request: `approvedAmount` → `approved_amount`. */
const toSnakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const describeField = (field: string, message: string, say: Say) =>
  say(422, 'validation_failed', message, { errors: { [field]: [message] } });

type Say = (
  status: number,
  code: string,
  message: string,
  more?: Partial<DescribedError & ErrorBody>,
) => DescribedError;

function describeValidation(
  error: { validation: { instancePath: string; message?: string | undefined }[]; validationContext?: string },
  say: Say,
): DescribedError {
  // A malformed id matches nothing.
  if (error.validationContext === 'params') return say(404, 'not_found', 'This could not be found.');
  const errors: Record<string, string[]> = {};
  for (const issue of error.validation) {
    const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body';
    const message = issue.message ?? 'Invalid value';
    const known = errors[field];
    if (known) known.push(message);
    else errors[field] = [message];
  }
  const message = Object.values(errors)[0]?.[0] ?? 'Invalid data. Please check your inputs and try again.';
  return say(422, 'validation_failed', message, { errors });
}
