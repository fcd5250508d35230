import type {} from '@fastify/jwt';
import type {} from '@fastify/sse';
import type { Registry } from 'prom-client';
import type { RouteContract } from '#bff/contract/base/route.ts';
import type { RequestActor } from './actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set before any route. */
    actor: RequestActor;
    correlationId: string;
  }
  interface FastifyInstance {
    metrics: Registry;
  }
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    namespaces: 'customer' | 'administrator';
  }
}
