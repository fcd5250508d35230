import type {} from '@fastify/jwt';
import type { RouteContract } from '#bff/contract/route.ts';
import type { RequestActor } from './actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any route. */
    actor: RequestActor;
    correlationId: string;
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
