import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From the call on it is not ready, though it serves as before: a balancer takes it out. */
    drain(): void;
    readonly isDraining: () => boolean;
  }
}

/** Before every route: while a process is being stopped, each answer ends its connection, so that a balancer has none left for its next request. */
export function registerDrain(app: FastifyInstance): void {
  let isDraining = false;
  app.decorate('drain', () => {
    isDraining = true;
  });
  app.decorate('isDraining', () => isDraining);
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining) reply.raw.setHeader('connection', 'close');
  });
}
