import type { EventStoreDBClient } from '@eventstore/db-client';
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '#infra/eventstore/append-request.ts';
import { readDecoded } from '#infra/eventstore/read-call.ts';
import { readAllRequest, readStreamRequest } from '#infra/eventstore/read-request.ts';

/** An event of a log, byte by byte as it lies there. */
export type RawEvent = ProposedEvent & {
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
};

const READ = { maxItems: 2_048, stallMs: 30_000 };
/** `$streamDeleted` stands at this revision. */
export const TOMBSTONE_REVISION = 2n ** 63n - 1n;

/** What belongs to a store: its streams and their metadata, none of the server's own. */
const isOurs = ({ streamId }: RawEvent): boolean => !streamId.replace(/^\$\$/, '').startsWith('$');

/** The events of the store, after a position, oldest first; those of the server itself are left out. */
export async function* readLog(client: EventStoreDBClient, after: bigint | undefined): AsyncGenerator<RawEvent> {
  for await (const chunk of readDecoded(client, readAllRequest(after, 'forwards'), READ, decode)) {
    for (const event of chunk) if (event && isOurs(event) && event.position !== after) yield event;
  }
}

/** The newest event of the store. */
export async function lastOfLog(client: EventStoreDBClient): Promise<RawEvent | undefined> {
  for await (const chunk of readDecoded(client, readAllRequest(undefined, 'backwards'), READ, decode)) {
    for (const event of chunk) if (event && isOurs(event)) return event;
  }
  return undefined;
}

/** The event at that place of a stream, if its readers see one. */
export async function eventAt(client: EventStoreDBClient, streamId: string, revision: bigint) {
  const request = readStreamRequest(streamId, revision, 'forwards', 1);
  for await (const chunk of readDecoded(client, request, { ...READ, isShort: true }, decode)) {
    for (const event of chunk) if (event?.revision === revision) return event;
  }
  return undefined;
}

/** Undefined for a message that is no event. */
function decode(message: Uint8Array): RawEvent | undefined {
  const read = streams.ReadResp.deserializeBinary(message).getEvent();
  const record = read?.getLink() ?? read?.getEvent();
  if (!read || !record) return undefined;
  const properties = record.getMetadataMap();
  return {
    id: parseUUID(record.getId()) ?? '',
    type: properties.get('type') ?? '',
    isJson: properties.get('content-type') === 'application/json',
    data: record.getData_asU8(),
    metadata: record.getCustomMetadata_asU8(),
    streamId: Buffer.from(record.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: BigInt(record.getStreamRevision()),
    position: BigInt(record.getCommitPosition() || read.getCommitPosition()),
  };
}
