import type {} from '@fastify/jwt';
import type { RouteContract } from '#bff/contract/route.ts';
import type { ClaimedAdministrator, ClaimedCustomer, RequestActor } from './actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before any handler runs, but for one that reads ahead. */
    actor: RequestActor;
    /** Of a route that reads ahead: whom the token names, and a promise that fails unless they may have the answer. */
    claim: { readonly actor: ClaimedCustomer | ClaimedAdministrator; readonly isAllowed: Promise<void> } | null;
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
