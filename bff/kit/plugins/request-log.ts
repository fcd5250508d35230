import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { CORRELATION_ID_HEADER } from '#bff/contract/base/headers.ts';
import { VISITOR } from '#bff/kit/http/actor.ts';
import { networkOf } from '#bff/kit/http/network.ts';

/** The form of a caller's own correlation id: it can neither forge a log line nor make it long. */
const CORRELATION_ID = /^[A-Za-z0-9_.:-]{8,64}$/;

/** The id that ties a request, its commands, its events and its log lines together. */
export function correlationIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && CORRELATION_ID.test(header) ? header : v7();
}

const DIGEST_CHARS = 12;
const networkDigest = (key: string, address: string): string =>
  createHmac('sha256', key)
    .update(`network ${networkOf(address)}`)
    .digest('hex')
    .slice(0, DIGEST_CHARS);

/**
 * One line for each request: method, route pattern, status, time, correlation id, and for an administrator the session, which is in the
 * events of their decisions too. `network` is a keyed digest: it shows which requests came from one network, and not from which. The line
 * never has the address (with ids and search terms), the body, or a customer.
 */
export function registerRequestLog(app: FastifyInstance, key: string): void {
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
        ...(request.actor.kind === 'administrator' && { session: request.actor.sessionId }),
        network: networkDigest(key, request.ip),
      },
      'request',
    );
  });
}
