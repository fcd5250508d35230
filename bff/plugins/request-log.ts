import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CORRELATION_ID_HEADER } from '#bff/contract/headers.ts';
import { VISITOR } from '#bff/http/actor.ts';

/** What a caller may send as its own correlation id: nothing that could forge a log line or grow it. */
const CORRELATION_ID = /^[A-Za-z0-9_.:-]{8,64}$/;

/** The id that ties a request, its commands, its events and its log lines together. */
export function correlationIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && CORRELATION_ID.test(header) ? header : randomUUID();
}

/**
 * One line a request: method, route pattern, status, time, correlation id. Never the address asked for (it holds ids and
 * search terms), the body, or who asked.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('actor', null as never);
  app.decorateRequest('correlationId', '');
  app.addHook('onRequest', async (request, reply) => {
    request.actor = VISITOR;
    request.correlationId = request.id;
    reply.header(CORRELATION_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    if (route === undefined || !route.startsWith('/api/') || route.startsWith('/api/health')) return;
    app.log.info(
      {
        correlation_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        actor_kind: request.actor.kind,
      },
      'request',
    );
  });
}
