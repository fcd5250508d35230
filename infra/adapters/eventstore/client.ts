import { EventStoreDBClient } from '#eventstore-client';
import { surviveFailedDiscovery } from './client-internals.ts';
import { setNamespace, takeNamespace } from './namespace.ts';

/**
 * Defaults for options that the connection string leaves out. Keepalives find a dead connection behind a quiet
 * subscription; the deadline limits single calls (appends and reads), not subscriptions.
 */
const DEFAULT_OPTIONS = {
  keepAliveInterval: '10000',
  keepAliveTimeout: '10000',
  defaultDeadline: '10000',
  // An append at a stale revision must be an error: as a result it is too easily missed.
  throwOnAppendFailure: 'true',
} as const;

/** A cluster has another node to try, so a frozen node is given up sooner (`gossipTimeout` is in seconds). */
const CLUSTER_OPTIONS = {
  ...DEFAULT_OPTIONS,
  keepAliveInterval: '1000',
  keepAliveTimeout: '1500',
  gossipTimeout: '1',
} as const;
const isCluster = (hosts: string): boolean => hosts.includes(',') || hosts.startsWith('esdb+discover:');

/**
 * A client for `esdb://…`; it connects at its first call. Dispose of it with `client.dispose()`. With
 * `streamPrefix=…&logAfter=…` in the address, a store on this client sees only that share of the server.
 */
export function createEventStoreClient(eventstoreUrl: string): EventStoreDBClient {
  const { address, namespace } = readAddress(eventstoreUrl);
  const client = EventStoreDBClient.connectionString(address);
  surviveFailedDiscovery(client);
  setNamespace(client, namespace);
  return client;
}

/** A client for as long as `work` takes. */
export async function withEventStoreClient<Result>(
  eventstoreUrl: string,
  work: (client: EventStoreDBClient) => Promise<Result>,
): Promise<Result> {
  const client = createEventStoreClient(eventstoreUrl);
  try {
    return await work(client);
  } finally {
    await client.dispose();
  }
}

/** Not with the URL class: a cluster's connection string lists several hosts. */
export function readAddress(eventstoreUrl: string) {
  const [hosts = '', query = ''] = eventstoreUrl.split(/\?(.*)/s);
  const options = new URLSearchParams(query);
  const namespace = takeNamespace(options);
  const present = new Set([...options.keys()].map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(isCluster(hosts) ? CLUSTER_OPTIONS : DEFAULT_OPTIONS)) {
    if (!present.has(name.toLowerCase())) options.set(name, value);
  }
  // The client reads a `+` as a plus, where these options mean a space.
  return { address: `${hosts}?${String(options).replaceAll('+', '%20')}`, namespace };
}
