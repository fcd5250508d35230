import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * Added to the connection string where it says nothing of its own. Keepalives find a dead connection behind a quiet
 * subscription; the deadline bounds single calls (appends and reads), not subscriptions.
 */
const DEFAULT_OPTIONS = {
  keepAliveInterval: '10000',
  keepAliveTimeout: '10000',
  defaultDeadline: '10000',
  // An append at a stale revision must be an error: as a result it is too easily overlooked.
  throwOnAppendFailure: 'true',
} as const;

/** A client for `esdb://…`; it connects at its first call. Dispose it with `client.dispose()`. */
export function createEventStoreClient(eventstoreUrl: string): EventStoreDBClient {
  return EventStoreDBClient.connectionString(withDefaults(eventstoreUrl));
}

/** Not with the URL class: a cluster's connection string lists several hosts. */
export function withDefaults(eventstoreUrl: string): string {
  const [address = '', query = ''] = eventstoreUrl.split(/\?(.*)/s);
  const options = new URLSearchParams(query);
  const present = new Set([...options.keys()].map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(DEFAULT_OPTIONS)) {
    if (!present.has(name.toLowerCase())) options.set(name, value);
  }
  return `${address}?${options}`;
}
