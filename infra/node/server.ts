import { readFile } from 'node:fs/promises';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type pg from 'pg';
import { ServerFeaturesService } from '#eventstore-client/generated/serverfeatures_grpc_pb.js';
import { atMost } from './at-most.ts';
import { createBatchAppendHandler } from './batch-append.ts';
import { createAuthenticate, type User } from './credentials.ts';
import { createReadPool } from './database.ts';
import { unavailable } from './errors.ts';
import { createFeaturesHandler, STREAM_CALLS } from './features.ts';
import {
  DEFAULT_MAX_APPEND_SIZE_BYTES,
  KEEP_ALIVE_INTERVAL_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_CONCURRENT_CALLS_PER_CONNECTION,
  MAX_MESSAGE_BYTES,
  START_WAIT_MS,
  STOP_WAIT_MS,
} from './limits.ts';
import { createLogEnd } from './log-end.ts';
import { type Logger, SILENT } from './logger.ts';
import type { NodeContext } from './node-context.ts';
import { createReadHandler } from './read.ts';
import { startWriter } from './writer.ts';

export type EventStoreNodeOptions = {
  databaseUrl: string;
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Paths of PEM files; the certificate must name the host. Clients trust `ca`, or the certificate itself. */
  tls?: { key: string; cert: string; ca?: string };
  /**
   * The users that may connect. They need TLS, because the client sends credentials only over TLS. Without users,
   * everyone may do everything.
   */
  users?: readonly User[];
  maxAppendSizeBytes?: number;
  /** How long to wait for Postgres, and for the lock of a node that is just stopping. */
  startWaitMs?: number;
  logger?: Logger;
};

export type EventStoreNode = {
  port: number;
  /** With the credentials of the first user. */
  connectionString: string;
  figures(): { logPosition: number; appendsQueued: number; callsOpen: number; isWriting: boolean };
  /** Of reads; what writes has one connection. */
  readonly pool: pg.Pool;
  /** Finishes accepted requests, ends open calls with UNAVAILABLE, and closes the database connections. */
  stop(): Promise<void>;
};

/**
 * Serves EventStoreDB's protocol on Postgres. Throws with a message that explains what to do when another node uses the
 * database, Postgres is not available, or the port is taken.
 */
export async function startEventStoreNode(options: EventStoreNodeOptions): Promise<EventStoreNode> {
  const { databaseUrl, host = '127.0.0.1', users = [], logger = SILENT } = options;
  if (users.length > 0 && options.tls === undefined) {
    throw new Error('Credentials need TLS: the client does not send them over a plain connection.');
  }
  const tls = await loadKeys(options.tls);
  const logEnd = createLogEnd();
  const writer = await startWriter({
    databaseUrl,
    logEnd,
    logger,
    startWaitMs: options.startWaitMs ?? START_WAIT_MS,
  });
  const node: NodeContext = {
    writer,
    reads: createReadPool(databaseUrl),
    logEnd,
    authenticate: createAuthenticate(users),
    openCalls: new Set(),
    maxAppendSizeBytes: options.maxAppendSizeBytes ?? DEFAULT_MAX_APPEND_SIZE_BYTES,
  };

  const server = createServer(node);
  let port: number;
  try {
    port = await listen(server, `${host.includes(':') ? `[${host}]` : host}:${options.port ?? 0}`, tls);
  } catch (error) {
    await Promise.all([writer.stop(STOP_WAIT_MS), node.reads.end()]);
    throw new Error(
      `The event-store node cannot listen on ${host}:${options.port}: ${error instanceof Error ? error.message : error}. ` +
        'Stop what is using that port, or choose another port.',
    );
  }
  let stopped: Promise<void> | undefined;
  return {
    port,
    connectionString: connectionString(advertisedHost(host), port, options),
    figures: () => ({
      logPosition: logEnd.committed(),
      appendsQueued: writer.queued(),
      callsOpen: node.openCalls.size,
      isWriting: writer.isConnected(),
    }),
    pool: node.reads,
    stop() {
      stopped ??= stop(server, node);
      return stopped;
    },
  };
}

function createServer(node: NodeContext): Server {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': MAX_CONCURRENT_CALLS_PER_CONNECTION,
    'grpc.keepalive_time_ms': KEEP_ALIVE_INTERVAL_MS,
    'grpc.keepalive_timeout_ms': KEEP_ALIVE_TIMEOUT_MS,
  });
  server.addService(STREAM_CALLS, { read: createReadHandler(node), batchAppend: createBatchAppendHandler(node) });
  server.addService(ServerFeaturesService, { getSupportedMethods: createFeaturesHandler() });
  return server;
}

/** Credentials that take gRPC's calls over TLS, or in the open. */
async function loadKeys(tls: EventStoreNodeOptions['tls']): Promise<ServerCredentials> {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const [private_key, cert_chain] = await Promise.all([readFile(tls.key), readFile(tls.cert)]);
  return ServerCredentials.createSsl(null, [{ private_key, cert_chain }]);
}

const listen = (server: Server, address: string, credentials: ServerCredentials) =>
  new Promise<number>((resolve, reject) =>
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port))),
  );

/**
 * The name of the node for clients on this machine. It is a name, because a certificate's server name cannot be an
 * address.
 */
function advertisedHost(host: string): string {
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
}

function connectionString(host: string, port: number, { tls, users }: EventStoreNodeOptions): string {
  const [first] = users ?? [];
  const login = first ? `${encodeURIComponent(first.username)}:${encodeURIComponent(first.password)}@` : '';
  const query = tls ? `tls=true&tlsCAFile=${encodeURIComponent(tls.ca ?? tls.cert)}` : 'tls=false';
  return `esdb://${login}${host}:${port}?${query}`;
}

async function stop(server: Server, node: NodeContext): Promise<void> {
  // Accepted appends are finished and answered first; reads and subscriptions end with a reason.
  await node.writer.stop(STOP_WAIT_MS);
  for (const fail of [...node.openCalls]) fail(unavailable('The event store is stopping.'));
  await atMost(STOP_WAIT_MS, new Promise<void>((resolve) => server.tryShutdown(() => resolve())));
  server.forceShutdown();
  await atMost(STOP_WAIT_MS, node.reads.end());
}
