import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';

/** One message of a read or a subscription; `other` is one that the product does not use. */
export type ReadResponse =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'other' };

export type EventRecord = Pick<StoredEvent, 'id' | 'type' | 'streamId' | 'revision' | 'position'> & {
  readonly createdMs: number;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

export function responseOf(message: ReadResp): ReadResponse {
  const record = recordOf(message);
  if (record) return { kind: 'event', event: storedOf(record) };
  const checkpoint = message.getCheckpoint();
  if (checkpoint) {
    const position = BigInt(checkpoint.getCommitPosition());
    // Of an empty log EventStoreDB reports −1, as an unsigned number.
    return position > LAST_POSITION ? OTHER : { kind: 'checkpoint', position };
  }
  return message.hasCaughtUp() ? { kind: 'caught-up' } : OTHER;
}

/** The event in a message; undefined when it has none, as a link to an event that does not exist any more. */
export function recordOf(message: ReadResp): EventRecord | undefined {
  const read = message.getEvent();
  const record = read?.getEvent();
  if (!read || !record) return undefined;
  const properties = record.getMetadataMap();
  return {
    id: parseUUID(record.getId()) ?? '',
    type: properties.get('type') ?? '',
    streamId: bufferOf(record.getStreamIdentifier()?.getStreamName_asU8()).toString(),
    revision: BigInt(record.getStreamRevision()),
    position: BigInt(record.getCommitPosition() || read.getCommitPosition()),
    // Ticks of 100 ns since 1970 exceed 53 bits slightly: at most one tick is lost.
    createdMs: Math.floor(Number(properties.get('created') ?? 0) / TICKS_PER_MS),
    isJson: properties.get('content-type') === 'application/json',
    data: bufferOf(record.getData_asU8()),
    metadata: bufferOf(record.getCustomMetadata_asU8()),
  };
}

const LAST_POSITION = 2n ** 63n - 1n;
const OTHER: ReadResponse = { kind: 'other' };
const TICKS_PER_MS = 10_000;

export function storedOf({ data, metadata, isJson, createdMs, ...event }: EventRecord): StoredEvent {
  const json = isJson ? data.toString() : '';
  return {
    ...event,
    created: new Date(createdMs),
    data: isJson ? parseJson(json, json) : data,
    json,
    metadata: metadata.length === 0 ? undefined : parseJson(metadata.toString(), metadata),
  };
}

/** Other writers' data may be no JSON: then it is passed on unparsed, and the codec refuses it. */
function parseJson(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

const bufferOf = (bytes: Uint8Array = new Uint8Array()): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
