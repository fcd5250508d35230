import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import protobuf from 'protobufjs/minimal.js';
import { mentionOf, type StoredEvent } from '#core/kernel/log/event-store.ts';
import { bigintOf } from './uint64.ts';

/** One message of a read or a subscription; `other` is one that the product does not use. */
export type ReadResponse =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'other' };

/** An event as it is stored in the log. */
export type EventRecord = Pick<StoredEvent, 'id' | 'type' | 'streamId' | 'revision' | 'position'> & {
  readonly createdMs: number;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

export function decodeReadResponse(encoded: Uint8Array): ReadResponse {
  const field = fieldOf(encoded);
  if (field === EVENT) {
    const record = decodeEvent(encoded);
    return record ? { kind: 'event', event: storedOf(record) } : OTHER;
  }
  if (field === CHECKPOINT) return readCheckpoint(encoded);
  return field === CAUGHT_UP ? { kind: 'caught-up' } : OTHER;
}

/** Of this many skipped messages, one is reported with its position. */
const PASSED_MESSAGES = 512;

/**
 * Decodes the messages that contain one of these texts; of the others, one in {@link PASSED_MESSAGES} gives the
 * position reached.
 */
export function onlyMentioning(texts: readonly string[]): (encoded: Buffer) => ReadResponse {
  const mentions = texts.map((text) => Buffer.from(mentionOf(text)));
  let passed = 0;
  return (encoded) => {
    if (mentions.some((mention) => encoded.includes(mention))) return decodeReadResponse(encoded);
    passed += 1;
    const position = passed % PASSED_MESSAGES === 0 ? decodeEvent(encoded)?.position : undefined;
    return position === undefined ? OTHER : { kind: 'checkpoint', position };
  };
}

/**
 * The event in a ReadResp; undefined when it has none. Every event of a subscription comes in one, so events are read
 * by hand; anything unusual is read by the generated code, which takes four times as long. Field numbers are those of
 * streams.proto and shared.proto.
 */
export const decodeEvent = (encoded: Uint8Array): EventRecord | undefined =>
  fieldOf(encoded) === EVENT ? (readEvent(encoded) ?? readUnusualEvent(encoded)) : undefined;

/** A ReadResp has one of these; field numbers are below 16. */
const [EVENT, CHECKPOINT, CAUGHT_UP] = [1, 3, 8];
const fieldOf = (encoded: Uint8Array): number => (encoded[0] ?? 0) >>> 3;

const OTHER: ReadResponse = { kind: 'other' };
/** Positions are signed numbers of 64 bits to the server, and to Postgres. */
const LAST_POSITION = 2n ** 63n - 1n;
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

/** ReadEvent: the event itself comes first. Undefined for anything that is not an event and its position. */
function readEvent(encoded: Uint8Array): EventRecord | undefined {
  const reader = protobuf.Reader.create(encoded);
  reader.uint32();
  reader.uint32();
  if (reader.uint32() !== 0x0a) return undefined;
  const end = reader.uint32() + reader.pos;
  let id = '';
  let streamId = '';
  let revision = 0n;
  let position: bigint | undefined;
  const properties = { type: '', createdMs: 0, isJson: false };
  let metadata: Buffer = NOTHING;
  let data: Buffer = NOTHING;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x0a) {
      reader.uint32();
      if (reader.uint32() !== 0x12) return undefined; // UUID.string
      id = reader.string();
    } else if (tag === 0x12) {
      reader.uint32();
      if (reader.uint32() !== 0x1a) return undefined; // StreamIdentifier.stream_name
      streamId = reader.string();
    } else if (tag === 0x18) revision = bigintOf(reader.uint64());
    else if (tag === 0x28) position = bigintOf(reader.uint64());
    else if (tag === 0x32) readProperty(reader, properties);
    else if (tag === 0x3a) metadata = bufferOf(reader.bytes());
    else if (tag === 0x42) data = bufferOf(reader.bytes());
    else reader.skipType(tag & 7);
  }
  if (id === '' || streamId === '' || position === undefined || properties.type === '') return undefined;
  const { type, createdMs, isJson } = properties;
  return { id, type, streamId, revision, position, createdMs, isJson, data, metadata };
}

function readProperty(reader: protobuf.Reader, properties: { type: string; createdMs: number; isJson: boolean }): void {
  const end = reader.uint32() + reader.pos;
  let key = '';
  let value = '';
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x0a) key = reader.string();
    else if (tag === 0x12) value = reader.string();
    else reader.skipType(tag & 7);
  }
  if (key === 'type') properties.type = value;
  else if (key === 'content-type') properties.isJson = value === 'application/json';
  // Ticks of 100 ns since 1970 exceed 53 bits slightly: at most one tick is lost.
  else if (key === 'created') properties.createdMs = Math.floor(Number(value) / TICKS_PER_MS);
}

function readCheckpoint(encoded: Uint8Array): ReadResponse {
  const reader = protobuf.Reader.create(encoded);
  reader.uint32();
  const end = reader.uint32() + reader.pos;
  let position = 0n;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x08) position = bigintOf(reader.uint64());
    else reader.skipType(tag & 7);
  }
  // Of an empty log EventStoreDB reports −1, as an unsigned number.
  if (position > LAST_POSITION) return OTHER;
  return { kind: 'checkpoint', position };
}

function readUnusualEvent(encoded: Uint8Array): EventRecord | undefined {
  const read = streams.ReadResp.deserializeBinary(encoded).getEvent();
  const record = read?.getEvent();
  // A link to an event that does not exist any more.
  if (!read || !record) return undefined;
  const properties = record.getMetadataMap();
  return {
    id: parseUUID(record.getId()) ?? '',
    type: properties.get('type') ?? '',
    streamId: bufferOf(record.getStreamIdentifier()?.getStreamName_asU8() ?? NOTHING).toString(),
    revision: BigInt(record.getStreamRevision()),
    position: BigInt(record.getCommitPosition() || read.getCommitPosition()),
    createdMs: Math.floor(Number(properties.get('created') ?? 0) / TICKS_PER_MS),
    isJson: properties.get('content-type') === 'application/json',
    data: bufferOf(record.getData_asU8()),
    metadata: bufferOf(record.getCustomMetadata_asU8()),
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

const NOTHING = Buffer.alloc(0);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
