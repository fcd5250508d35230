/**
 * The message types that ship in the client, under names of our own. The generated `*_pb.js` files are CommonJS whose
 * names an ES module cannot see, hence the default imports.
 */
import type { UUID as UuidMessage } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { invalidArgument, requiredMetadataMissing } from './errors.ts';
import { ANY, type NewEvent, NO_STREAM, STREAM_EXISTS } from './event.ts';
import { MAX_EVENT_TYPE_BYTES, MAX_STREAM_NAME_BYTES } from './limits.ts';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type ProposedMessage = {
  getId(): UuidMessage | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

/** An event as the client proposed it, checked so that Postgres cannot refuse it. Throws INVALID_ARGUMENT. */
export function parseProposedEvent(message: ProposedMessage | undefined): NewEvent {
  if (message === undefined) throw invalidArgument('A proposed message is missing.');
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  const contentType = properties.get('content-type');
  if (type === undefined || contentType === undefined) throw requiredMetadataMissing();
  return {
    id: parseUuid(message.getId()),
    type: parseText(type.toWellFormed(), 'event type', MAX_EVENT_TYPE_BYTES),
    isJson: contentType === 'application/json',
    data: asBuffer(message.getData_asU8()),
    metadata: asBuffer(message.getCustomMetadata_asU8()),
  };
}

/** What an event counts towards the maximum append size: as EventStoreDB computes it, with types in UTF-16. */
export function appendSize(event: NewEvent): number {
  return event.data.length + event.metadata.length + event.type.length * 2;
}

/** Throws INVALID_ARGUMENT for a name that is missing, too long, or cannot be stored. */
export function parseStreamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  const name = identifier ? asBuffer(identifier.getStreamName_asU8()).toString('utf8') : '';
  if (name.startsWith('$$$$')) throw invalidArgument('A metadata stream has no metadata stream of its own.');
  return parseText(name, 'stream name', MAX_STREAM_NAME_BYTES);
}

function parseText(text: string, what: string, maxBytes: number): string {
  if (text === '') throw invalidArgument(`The ${what} is empty.`);
  if (Buffer.byteLength(text) > maxBytes) throw invalidArgument(`The ${what} is longer than ${maxBytes} bytes.`);
  if (text.includes('\0')) throw invalidArgument(`The ${what} contains a NUL character.`);
  return text;
}

/** Both forms of a UUID message, in lower case. Throws INVALID_ARGUMENT for anything else. */
export function parseUuid(message: UuidMessage | undefined): string {
  const uuid = message?.hasStructured() ? structuredUuid(message) : (message?.getString().toLowerCase() ?? '');
  if (!UUID_PATTERN.test(uuid)) throw invalidArgument(`'${uuid}' is not a UUID.`);
  return uuid;
}

function structuredUuid(message: UuidMessage): string {
  const structured = message.getStructured();
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured?.getMostSignificantBits() ?? 0)), 0);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured?.getLeastSignificantBits() ?? 0)), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A view, not a copy: the message it belongs to lives no longer than the append. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function streamIdentifier(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
}

/** An expected revision, both as a number to decide with and as the text to repeat in an error. */
export type ExpectedRevision = { value: number; text: string };

/** Reads the one of the four that is set. Throws INVALID_ARGUMENT when none is. */
export function parseExpectedRevision(options: {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  revision: string | undefined;
}): ExpectedRevision {
  if (options.hasAny()) return named(ANY);
  if (options.hasNoStream()) return named(NO_STREAM);
  if (options.hasStreamExists()) return named(STREAM_EXISTS);
  if (options.revision === undefined) throw invalidArgument('An expected revision is required.');
  return { value: Number(options.revision), text: options.revision };
}

function named(value: number): ExpectedRevision {
  return { value, text: String(value) };
}
