import { type EventStoreDBClient, START } from '#eventstore-client';
import { namespaceOf } from '#infra/adapters/eventstore/namespace.ts';

/** Where the bench's share of a server begins, which others use too. */
export function beginningOf(client: EventStoreDBClient) {
  const logAfter = namespaceOf(client)?.logAfter;
  return logAfter === undefined ? START : { commit: logAfter, prepare: logAfter };
}

/** Reads the whole log with the published client. */
export async function readBare(client: EventStoreDBClient): Promise<void> {
  for await (const _event of client.readAll({ fromPosition: beginningOf(client) })) {
    // Only reading is measured.
  }
}
