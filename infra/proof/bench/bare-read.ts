import { type EventStoreDBClient, START } from '@eventstore/db-client';
import { namespaceOf } from '#infra/eventstore/namespace.ts';

/** Where the bench's share of a server begins, which others use too. */
export function beginningOf(client: EventStoreDBClient) {
  const logAfter = namespaceOf(client)?.logAfter;
  return logAfter === undefined ? START : { commit: logAfter, prepare: logAfter };
}

/** The whole log, by the client as it is published. */
export async function readBare(client: EventStoreDBClient): Promise<void> {
  for await (const _event of client.readAll({ fromPosition: beginningOf(client) })) {
    // Reading is all.
  }
}
