import type { EventStoreDBClient } from '#eventstore-client';
import { readAs } from '#infra/adapters/eventstore/read-call.ts';
import {
  type EventRecord,
  readAllRequest,
  readStreamRequest,
  recordOf,
} from '#infra/adapters/eventstore/read-messages.ts';

const READ = { maxItems: 2_048, stallMs: 30_000 };

/** Events of a store: its streams and their metadata, none of the server's own. */
const isOurs = ({ streamId }: EventRecord): boolean => !streamId.replace(/^\$\$/, '').startsWith('$');

/** The events of the store, after a position, oldest first; those of the server itself are left out. */
export async function* readLog(client: EventStoreDBClient, after: bigint | undefined): AsyncGenerator<EventRecord> {
  for await (const chunk of readAs(client, readAllRequest(after, 'forwards'), READ, recordOf)) {
    for (const event of chunk) if (event && isOurs(event) && event.position !== after) yield event;
  }
}

export async function lastOfLog(client: EventStoreDBClient): Promise<EventRecord | undefined> {
  for await (const chunk of readAs(client, readAllRequest(undefined, 'backwards'), READ, recordOf)) {
    for (const event of chunk) if (event && isOurs(event)) return event;
  }
  return undefined;
}

/** The event at that place of a stream, if readers can see one. */
export async function eventAt(client: EventStoreDBClient, streamId: string, revision: bigint) {
  const request = readStreamRequest(streamId, revision, 'forwards', 1);
  for await (const chunk of readAs(client, request, { ...READ, isShort: true }, recordOf)) {
    for (const event of chunk) if (event?.revision === revision) return event;
  }
  return undefined;
}
