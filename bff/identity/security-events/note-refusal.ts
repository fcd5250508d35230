import type { FastifyRequest } from 'fastify';
import type { SecurityEventKind } from '#bff/contract/identity/security-event-kinds.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { accountOf } from '#bff/kit/http/actor.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';

/** Refusals that may be an attack, by their codes. */
const KIND_OF_CODE: Readonly<Record<string, SecurityEventKind>> = {
  role_missing: 'access-denied',
  ability_missing: 'api-key-refused',
  api_key_not_accepted: 'api-key-refused',
  cross_origin: 'other-site-refused',
  too_many_requests: 'too-many-requests',
};

function kindOf(error: unknown, { routeOptions, headers }: FastifyRequest): SecurityEventKind | undefined {
  if (error instanceof EventDecodeError && error.kind === 'forged') return 'event-not-sound';
  if (!(error instanceof ApiError)) return undefined;
  const { contract } = routeOptions.config;
  // Background requests of screens continue after a session has ended.
  if (error.code === 'unauthenticated' && contract?.auth === 'administrator' && !contract.background) {
    return headers.authorization === undefined && headers.cookie === undefined && contract.permission === 'own'
      ? undefined
      : 'back-office-refused';
  }
  return KIND_OF_CODE[error.code];
}

/** The route is named by its pattern, which has no ids. */
export function noteRefusal({ security }: Pick<BffDeps, 'security'>, error: unknown, request: FastifyRequest): void {
  const kind = kindOf(error, request);
  if (kind === undefined) return;
  const accountId = accountOf(request.actor);
  const detail =
    error instanceof EventDecodeError
      ? `${error.streamId} at revision ${error.revision}`
      : `${request.method} ${request.routeOptions.url ?? ''}`;
  security.note(kind, { address: request.ip, accountId, detail });
}
