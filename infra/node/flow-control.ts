import type { Http2Server } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

/**
 * The parts of grpc-js that make its HTTP/2 servers: it has an option for the windows of clients, but none for those of
 * servers.
 */
type ServerInternals = {
  commonServerOptions: { settings?: { initialWindowSize?: number } };
  createHttp2Server(credentials: unknown): Http2Server;
};

/**
 * How much a client may send before it waits for a confirmation that it was read. With HTTP/2's default of 64 KiB, an
 * append of a hundred events waits for several turns of the client's event loop.
 */
export function setReceiveWindow(
  server: Server,
  bytes: { readonly perCall: number; readonly perConnection: number },
): void {
  const internals = server as unknown as ServerInternals;
  const create = internals.createHttp2Server;
  internals.commonServerOptions.settings = {
    ...internals.commonServerOptions.settings,
    initialWindowSize: bytes.perCall,
  };
  internals.createHttp2Server = (credentials) =>
    create.call(server, credentials).on('session', (session) => session.setLocalWindowSize(bytes.perConnection));
}
