import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A reader who takes nothing of a file for this long has left. */
const STALL_LIMIT_MS = 60_000;

/**
 * A reader who stalls must not hold a file, or a query whose rows become one, for ever: the connection is closed, and with it
 * all that the answer was made of. One who only reads slowly is left alone, and so is one who waits for us.
 */
export function registerStallLimit(app: FastifyInstance, stallLimitMs = STALL_LIMIT_MS): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { socket } = reply.raw;
    // A request by `inject` has no connection.
    if (socket instanceof Socket && typeof payload === 'object' && payload !== null && 'pipe' in payload) {
      // From the last byte on that the reader took, or that we wrote. After the answer the server sets its own again.
      socket.setTimeout(stallLimitMs);
      reply.raw.on('timeout', () => {
        if (socket.writableLength > 0) socket.destroy();
      });
    }
    done();
  });
}
