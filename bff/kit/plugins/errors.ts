import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '#bff/kit/http/describe-error.ts';
import { correlationIdOf } from '#bff/kit/plugins/request-log.ts';

/** Every error leaves in one shape. Unforeseen ones are logged with their stack; `note` gets each, because it may be of an attack. */
export function registerErrors(app: FastifyInstance, note: (error: unknown, request: FastifyRequest) => void): void {
  app.setErrorHandler((error, request, reply) => {
    note(error, request);
    return sendError(error, request, reply);
  });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfterS, isUnexpected } = describeError(error, request.id);
  if (isUnexpected) request.log.error({ err: error }, 'a request failed');
  // Foreseen, but the operators should see it: a database or an event store that is away.
  else if (status === 503) request.log.warn({ err: error }, 'a request could not be served');
  // Of an answer that failed before its first byte, as which it was announced.
  for (const name of ['content-encoding', 'content-disposition', 'content-length']) reply.removeHeader(name);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  return reply.code(status).type('application/json').send(body);
}

/** What Node's parser refuses before there is a request: headers that are too large, too slow, or broken. */
const BROKEN: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time.'],
};

/** Answers a broken request in the shape of all refusals, and ends the connection. */
export function refuseBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = BROKEN[error.code ?? ''] ?? [400, 'bad_request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ message, code, correlation_id: correlationIdOf(undefined) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
