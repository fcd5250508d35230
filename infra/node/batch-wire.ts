import protobuf from 'protobufjs/minimal.js';
import type { ProposedEvent, WireExpectedRevision } from './protocol.ts';

/**
 * The two messages of the call that carries all appends, read and written field by field: the generated classes take
 * several times as long. Field numbers are those of streams.proto and shared.proto; a test compares with the generated
 * code.
 */

/** A BatchAppendReq: a whole append or a part of it. */
export type BatchAppendRequest = {
  correlationId: WireUuid;
  options: BatchAppendOptions | undefined;
  proposed: ProposedEvent[];
  isFinal: boolean;
};

export type BatchAppendOptions = {
  streamName: string;
  expected: WireExpectedRevision;
  /** Unix time in milliseconds. */
  deadline: number | undefined;
};

/** A UUID message as text ('' without one), and its bytes, because it is sent back in the same form. */
export type WireUuid = { text: string; encoded: Uint8Array };

export function decodeBatchAppendRequest(bytes: Buffer): BatchAppendRequest {
  const request: BatchAppendRequest = {
    correlationId: { text: '', encoded: new Uint8Array() },
    options: undefined,
    proposed: [],
    isFinal: false,
  };
  readFields(protobuf.Reader.create(bytes), bytes.length, (field, reader) => {
    if (field === 1) request.correlationId = readUuid(reader);
    else if (field === 2) request.options = readOptions(reader);
    else if (field === 3) request.proposed.push(readProposed(reader));
    else if (field === 4) request.isFinal = reader.bool();
    else return false;
    return true;
  });
  return request;
}

/** Encodes a BatchAppendResp; `error` is an encoded google.rpc.Status. */
export function encodeBatchAppendResponse(response: {
  correlationId: WireUuid;
  stream: string;
  outcome: { error: Uint8Array } | { revision: string | undefined; position: number | undefined };
}): Buffer {
  const { correlationId, stream, outcome } = response;
  const out = protobuf.Writer.create();
  out.uint32(0x0a).bytes(correlationId.encoded);
  if ('error' in outcome) {
    out.uint32(0x12).bytes(outcome.error);
  } else {
    out.uint32(0x1a).fork(); // success
    if (outcome.revision === undefined)
      out.uint32(0x12).fork().ldelim(); // no_stream
    else out.uint32(0x08).uint64(outcome.revision); // current_revision
    if (outcome.position === undefined)
      out.uint32(0x22).fork().ldelim(); // no_position
    else out.uint32(0x1a).fork().uint32(0x08).uint64(outcome.position).uint32(0x10).uint64(outcome.position).ldelim();
    out.ldelim();
  }
  out.uint32(0x22).fork().uint32(0x1a).string(stream).ldelim(); // stream_identifier
  const encoded = out.finish();
  return Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
}

/** Passes each field up to `end` to `read`, and skips those that `read` does not handle. */
function readFields(
  reader: protobuf.Reader,
  end: number,
  read: (field: number, reader: protobuf.Reader) => boolean,
): void {
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (!read(tag >>> 3, reader)) reader.skipType(tag & 7);
  }
}

const endOfMessage = (reader: protobuf.Reader): number => reader.uint32() + reader.pos;

function readUuid(reader: protobuf.Reader): WireUuid {
  const end = endOfMessage(reader);
  const encoded = reader.buf.subarray(reader.pos, end);
  let text = '';
  readFields(reader, end, (field) => {
    if (field === 1) text = readStructuredUuid(reader);
    else if (field === 2) text = reader.string().toLowerCase();
    else return false;
    return true;
  });
  return { text, encoded };
}

function readStructuredUuid(reader: protobuf.Reader): string {
  const bytes = Buffer.alloc(16);
  readFields(reader, endOfMessage(reader), (field) => {
    if (field !== 1 && field !== 2) return false;
    bytes.writeBigInt64BE(BigInt(reader.int64().toString()), (field - 1) * 8);
    return true;
  });
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function readOptions(reader: protobuf.Reader): BatchAppendOptions {
  const expected: WireExpectedRevision = { any: false, noStream: false, streamExists: false, revision: undefined };
  const options: BatchAppendOptions = { streamName: '', expected, deadline: undefined };
  readFields(reader, endOfMessage(reader), (field) => {
    if (field === 1) options.streamName = readStreamName(reader);
    else if (field === 2) expected.revision = reader.uint64().toString();
    else if (field === 6) options.deadline = readTimestamp(reader);
    else if (field === 3) expected.noStream = true;
    else if (field === 4) expected.any = true;
    else if (field === 5) expected.streamExists = true;
    // The three flags are empty messages, which must still be skipped.
    return field === 1 || field === 2 || field === 6;
  });
  return options;
}

function readStreamName(reader: protobuf.Reader): string {
  let name = '';
  readFields(reader, endOfMessage(reader), (field) => {
    if (field !== 3) return false;
    name = reader.string();
    return true;
  });
  return name;
}

function readTimestamp(reader: protobuf.Reader): number {
  let milliseconds = 0;
  readFields(reader, endOfMessage(reader), (field) => {
    if (field === 1) milliseconds += Number(reader.int64().toString()) * 1_000;
    else if (field === 2) milliseconds += reader.int32() / 1e6;
    else return false;
    return true;
  });
  return milliseconds;
}

function readProposed(reader: protobuf.Reader): ProposedEvent {
  const proposed: ProposedEvent = { id: '', type: undefined, contentType: undefined, data: EMPTY, metadata: EMPTY };
  readFields(reader, endOfMessage(reader), (field) => {
    if (field === 1) proposed.id = readUuid(reader).text;
    else if (field === 2) readProperty(reader, proposed);
    else if (field === 3) proposed.metadata = asBuffer(reader.bytes());
    else if (field === 4) proposed.data = asBuffer(reader.bytes());
    else return false;
    return true;
  });
  return proposed;
}

function readProperty(reader: protobuf.Reader, proposed: ProposedEvent): void {
  let key = '';
  let value = '';
  readFields(reader, endOfMessage(reader), (field) => {
    if (field === 1) key = reader.string();
    else if (field === 2) value = reader.string();
    else return false;
    return true;
  });
  if (key === 'type') proposed.type = value;
  else if (key === 'content-type') proposed.contentType = value;
}

const EMPTY = Buffer.alloc(0);

/** A view, not a copy: the message it belongs to exists no longer than the append. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
