import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BffDeps } from '#bff/deps.ts';
import { describeError } from '#bff/http/describe-error.ts';
import { noteRefusal } from '#bff/security-events/note-refusal.ts';

/** Every error leaves in one shape. Unforeseen ones are logged with their stack, and those that may be an attack are noted. */
export function registerErrors(app: FastifyInstance, deps: Pick<BffDeps, 'security'>): void {
  app.setErrorHandler((error, request, reply) => {
    noteRefusal(deps, error, request);
    return sendError(error, request, reply);
  });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterS, isUnexpected } = describeError(error, request.id);
  if (isUnexpected) request.log.error({ err: error }, 'a request failed');
  // Foreseen, but the operators should see it: a database or an event store that is away.
  else if (status === 503) request.log.warn({ err: error }, 'a request could not be served');
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  return reply.code(status).type('application/json').send(body);
}
