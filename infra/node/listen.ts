import net from 'node:net';
import type { Server, ServerCredentials } from '@grpc/grpc-js';
import { atMost } from './at-most.ts';
import type { createHttpServer } from './http.ts';
import { STOP_WAIT_MS } from './limits.ts';

export type Listening = { readonly port: number; stop(): Promise<void> };

/** Every HTTP/2 connection begins so. */
const HTTP2_BEGINS = 'PRI';
/** Who connects says something within this time. */
const FIRST_WORD_MS = 30_000;

/** gRPC and plain HTTP on one port: a connection that does not begin as HTTP/2 gets HTTP/1.1. */
export async function listenToBoth(
  grpc: Server,
  http: ReturnType<typeof createHttpServer>,
  credentials: ServerCredentials,
  address: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const injector = grpc.createConnectionInjector(credentials);
  const silent = new Set<net.Socket>();
  const front = net.createServer({ noDelay: true }, (socket) => {
    silent.add(socket);
    const leave = () => socket.destroy();
    socket.once('error', leave);
    socket.setTimeout(FIRST_WORD_MS, leave);
    socket.once('close', () => silent.delete(socket));
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      silent.delete(socket);
      socket.setTimeout(0);
      socket.off('timeout', leave);
      socket.off('error', leave);
      socket.unshift(first);
      const begins = first.subarray(0, HTTP2_BEGINS.length).toString('latin1');
      if (HTTP2_BEGINS.startsWith(begins)) injector.injectConnection(socket);
      else http.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject);
    front.listen(address.port, address.host, resolve);
  });
  const bound = front.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    async stop() {
      // It has closed when every connection has ended: gRPC does not know that of those that were handed to it.
      const closed = new Promise<void>((resolve) => front.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      http.closeAllConnections();
      await shutDown(grpc, closed);
    },
  };
}

/** With TLS gRPC alone listens: HTTP/1.1 would have to be told apart inside of it. */
export function listenToGrpc(
  grpc: Server,
  credentials: ServerCredentials,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    grpc.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
      error === null ? resolve({ port: bound, stop: () => shutDown(grpc) }) : reject(error),
    );
  });
}

async function shutDown(grpc: Server, closed?: Promise<void>): Promise<void> {
  const ended = new Promise<void>((resolve) => grpc.tryShutdown(() => resolve()));
  await atMost(STOP_WAIT_MS, Promise.all([ended, closed]));
  grpc.forceShutdown();
}
