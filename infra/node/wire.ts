import { type StoredEvent, TOMBSTONE_REVISION } from './event.ts';

/**
 * A hand-written encoder of the most frequent message, ReadResp with an event: the generated code takes three times as
 * long. Field numbers are those of streams.proto and shared.proto; a test decodes its output with the generated code.
 */

const KEY_TYPE = Buffer.from('type');
const KEY_CREATED = Buffer.from('created');
const KEY_CONTENT_TYPE = Buffer.from('content-type');
const JSON_CONTENT = Buffer.from('application/json');
const BINARY_CONTENT = Buffer.from('application/octet-stream');
const TICKS_PER_MS = 10_000n;
const UUID_LENGTH = 36;
/** 2^63 − 1, the revision of a tombstone, as a varint. */
const TOMBSTONE_VARINT = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);

type EncodedParts = {
  event: StoredEvent;
  stream: Buffer;
  properties: [key: Buffer, value: Buffer][];
  length: number;
};

/** A ReadResp with an event. */
export function encodeEvent(event: StoredEvent): Buffer {
  const parts = partsOf(event);
  const length = delimitedLength(parts.length) + 1 + varintLength(event.position);
  const out = new Output(delimitedLength(length));
  out.header(0x0a, length); // ReadResp.event
  writeRecord(out, parts); // ReadEvent.event
  out.number(0x18, event.position); // ReadEvent.commit_position
  return out.bytes;
}

function partsOf(event: StoredEvent): EncodedParts {
  const stream = Buffer.from(event.stream);
  const properties: EncodedParts['properties'] = [
    [KEY_TYPE, Buffer.from(event.type)],
    [KEY_CREATED, Buffer.from(String(BigInt(event.createdMs) * TICKS_PER_MS), 'latin1')],
    [KEY_CONTENT_TYPE, event.isJson ? JSON_CONTENT : BINARY_CONTENT],
  ];
  let length =
    delimitedLength(delimitedLength(UUID_LENGTH)) +
    delimitedLength(delimitedLength(stream.length)) +
    (1 + revisionLength(event.revision)) +
    2 * (1 + varintLength(event.position));
  for (const [key, value] of properties) length += delimitedLength(propertyLength(key, value));
  if (event.metadata.length > 0) length += delimitedLength(event.metadata.length);
  if (event.data.length > 0) length += delimitedLength(event.data.length);
  return { event, stream, properties, length };
}

function writeRecord(out: Output, { event, stream, properties, length }: EncodedParts): void {
  out.header(0x0a, length);
  out.header(0x0a, delimitedLength(UUID_LENGTH)); // id
  out.header(0x12, UUID_LENGTH); // UUID.string
  out.ascii(event.id);
  out.header(0x12, delimitedLength(stream.length)); // stream_identifier
  out.delimited(0x1a, stream); // StreamIdentifier.stream_name
  if (event.revision === TOMBSTONE_REVISION) out.raw(0x18, TOMBSTONE_VARINT);
  else out.number(0x18, event.revision); // stream_revision
  out.number(0x20, event.position); // prepare_position
  out.number(0x28, event.position); // commit_position
  for (const [key, value] of properties) {
    out.header(0x32, propertyLength(key, value)); // metadata
    out.delimited(0x0a, key);
    out.delimited(0x12, value);
  }
  if (event.metadata.length > 0) out.delimited(0x3a, event.metadata); // custom_metadata
  if (event.data.length > 0) out.delimited(0x42, event.data); // data
}

function propertyLength(key: Buffer, value: Buffer): number {
  return delimitedLength(key.length) + delimitedLength(value.length);
}

function revisionLength(revision: number): number {
  return revision === TOMBSTONE_REVISION ? TOMBSTONE_VARINT.length : varintLength(revision);
}

/** The length of a field of `length` bytes, with its one-byte tag and its length prefix. */
function delimitedLength(length: number): number {
  return 1 + varintLength(length) + length;
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
}

/** A buffer of the exact size, filled front to back. Numbers may exceed 32 bits, so there are no bitwise shifts. */
class Output {
  readonly bytes: Buffer;
  #at = 0;

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafe(length);
  }

  number(tag: number, value: number): void {
    this.bytes[this.#at++] = tag;
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.#at++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.#at++] = rest;
  }

  /** The tag and length of a field whose content follows. */
  header(tag: number, length: number): void {
    this.number(tag, length);
  }

  delimited(tag: number, content: Buffer): void {
    this.header(tag, content.length);
    this.#at += content.copy(this.bytes, this.#at);
  }

  raw(tag: number, content: Buffer): void {
    this.bytes[this.#at++] = tag;
    this.#at += content.copy(this.bytes, this.#at);
  }

  ascii(text: string): void {
    this.#at += this.bytes.write(text, this.#at, 'latin1');
  }
}
