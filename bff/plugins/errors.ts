import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '#bff/http/describe-error.ts';

/** Every error leaves in one shape; those that nobody foresaw are logged with their stack. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterS, isUnexpected } = describeError(error, request.id);
  if (isUnexpected) request.log.error({ err: error }, 'a request failed');
  // Foreseen, but somebody should know: a database or an event store that is away.
  else if (status === 503) request.log.warn({ err: error }, 'a request could not be served');
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  return reply.code(status).type('application/json').send(body);
}
