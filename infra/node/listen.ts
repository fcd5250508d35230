import net from 'node:net';
import tls from 'node:tls';
import { type Server, ServerCredentials } from '@grpc/grpc-js';
import { atMost } from './at-most.ts';
import type { createHttpServer } from './http.ts';
import { STOP_WAIT_MS } from './limits.ts';

export type Listening = { readonly port: number; stop(): Promise<void> };
type HttpServer = ReturnType<typeof createHttpServer>;

/** The first bytes of every HTTP/2 connection. */
const HTTP2_BEGINS = 'PRI';
const [HTTP1, HTTP2] = ['http/1.1', 'h2'];
/** A client must send something within this time. */
const FIRST_WORD_MS = 30_000;

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** PEM. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer } | undefined;
};

/**
 * gRPC and plain HTTP/1.1 on one port, distinguished by the first bytes of a connection; with TLS, by what its client
 * offers.
 */
export async function listen(grpc: Server, http: HttpServer, { host, port, tls }: ListenOptions): Promise<Listening> {
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const toGrpc = (socket: net.Socket) => injector.injectConnection(socket);
  const toHttp = (socket: net.Socket) => http.emit('connection', socket);
  const open = new Set<net.Socket>();
  const silent = new Set<net.Socket>();
  const front = tls ? tlsFront(tls, toGrpc, toHttp) : plainFront(silent, toGrpc, toHttp);
  front.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject);
    front.listen(port, host, resolve);
  });
  const bound = front.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    async stop() {
      // It has closed when every connection has ended: gRPC does not count connections that were passed to it.
      const closed = new Promise<void>((resolve) => front.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      http.closeAllConnections();
      const ended = new Promise<void>((resolve) => grpc.tryShutdown(() => resolve()));
      await atMost(STOP_WAIT_MS, Promise.all([ended, closed]));
      grpc.forceShutdown();
      for (const socket of open) socket.destroy();
    },
  };
}

type Take = (socket: net.Socket) => void;

function plainFront(silent: Set<net.Socket>, toGrpc: Take, toHttp: Take): net.Server {
  return net.createServer({ noDelay: true }, (socket) => {
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
      if (HTTP2_BEGINS.startsWith(begins)) toGrpc(socket);
      else toHttp(socket);
    });
  });
}

/** A gRPC client offers only HTTP/2; a client that also offers HTTP/1.1 gets that. */
function tlsFront(keys: { readonly key: Buffer; readonly cert: Buffer }, toGrpc: Take, toHttp: Take): tls.Server {
  return tls.createServer(
    {
      ...keys,
      noDelay: true,
      handshakeTimeout: FIRST_WORD_MS,
      ALPNCallback: ({ protocols }) => [HTTP1, HTTP2].find((known) => protocols.includes(known)),
    },
    (socket) => (socket.alpnProtocol === HTTP2 ? toGrpc(socket) : toHttp(socket)),
  );
}
