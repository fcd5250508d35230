import type { RouteContract } from '#bff/contract/base/route.ts';
import { describeError } from '#bff/kit/http/describe-error.ts';
import { ApiError, conflict, forbidden, invalidField, notFound, unauthenticated } from '#bff/kit/lib/api-error.ts';
import { DomainError } from '#core/kernel/errors.ts';

const CORRELATION_ID = '0197c5a2-7c1e-7b3a-9f62-3d1c5e8a4b10';

type Refusal = { readonly description: string; readonly error: unknown };

/** The error answers, by the name of their component, each with the API's real words as its example. */
const REFUSALS = {
  Unauthenticated: { description: 'Nobody is signed in, or the key is unknown.', error: unauthenticated() },
  Forbidden: {
    description: 'The caller may not do this.',
    error: forbidden('ability_missing', 'This API key lacks the ability orders:read.'),
  },
  NotFound: { description: 'There is no such object, or it is somebody else’s.', error: notFound() },
  Conflict: {
    description: 'The object’s state does not allow it, or the Idempotency-Key was used for something else.',
    error: conflict('invalid_state', 'The order is paid already, so it cannot be cancelled here.'),
  },
  TooLarge: { description: 'The body is too large.', error: { statusCode: 413 } },
  ValidationFailed: {
    description: 'Fields are missing or wrong: `errors` lists the messages by field.',
    error: invalidField('quantity', 'Quantity must be a whole number'),
  },
  TooManyRequests: {
    description: 'More requests than the limit allows: `Retry-After` says in how many seconds to go on.',
    error: new ApiError(429, 'too_many_requests', 'Too many requests. Please wait a moment before trying again.', {
      retryAfterS: 30,
    }),
  },
  Internal: { description: 'A fault of ours. `correlation_id` names it to our support.', error: new Error() },
  Unavailable: {
    description: 'A part of the store is away for a moment: try again with the same Idempotency-Key.',
    error: new DomainError('unavailable', 'The store cannot reach its data just now. Please try again in a moment.'),
  },
} as const satisfies Record<string, Refusal>;
type RefusalName = keyof typeof REFUSALS;

const statusOf = (name: RefusalName) => describeError(REFUSALS[name].error, CORRELATION_ID).status;

/** The error answers of a route: a reference for each status. */
export function refusalsOf(route: RouteContract): Record<string, { $ref: string }> {
  const isSession = route.rate_limit === 'auth';
  const isWrite = route.method !== 'GET';
  const when: Record<RefusalName, boolean> = {
    Unauthenticated: route.auth !== 'public' || isSession,
    Forbidden: route.auth !== 'public' || isSession,
    NotFound: route.params !== undefined || route.auth === 'customer-any-state',
    Conflict: isWrite && (route.auth !== 'public' || route.idempotent === true),
    TooLarge: route.body !== undefined || route.multipart !== undefined,
    ValidationFailed: route.body !== undefined || route.query !== undefined || route.multipart !== undefined,
    TooManyRequests: true,
    Internal: true,
    Unavailable: true,
  };
  const names = (Object.keys(REFUSALS) as RefusalName[]).filter((name) => when[name]);
  return Object.fromEntries(names.map((name) => [statusOf(name), { $ref: `#/components/responses/${name}` }]));
}

export const refusalComponents = (headers: object, retryAfter: object) =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([name, { description, error }]) => {
      const { body, retryAfterS } = describeError(error, CORRELATION_ID);
      return [
        name,
        {
          description,
          headers: { ...headers, ...(retryAfterS === undefined ? {} : { 'Retry-After': retryAfter }) },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example: body } },
        },
      ];
    }),
  );
