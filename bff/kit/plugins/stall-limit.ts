import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A reader who takes nothing of a file for this long has left. */
const STALL_LIMIT_MS = 60_000;

/**
 * A stalled reader must not hold a file, or a query whose rows become one: the connection is closed, and its resources with it. Slow
 * readers, and readers who wait for us, are not affected.
 */
export function registerStallLimit(app: FastifyInstance, stallLimitMs = STALL_LIMIT_MS): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { socket } = reply.raw;
    // A request by `inject` has no connection.
    if (socket instanceof Socket && typeof payload === 'object' && payload !== null && 'pipe' in payload) {
      // Counted from the last byte that the reader took or that we wrote. After the answer the server sets its own timeout again.
      socket.setTimeout(stallLimitMs);
      reply.raw.on('timeout', () => {
        if (socket.writableLength > 0) socket.destroy();
      });
    }
    done();
  });
}
