/**
 * The message types that ship in the client, under names of our own. The generated `*_pb.js` files are CommonJS whose
 * names an ES module cannot see, hence the default imports.
 */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { invalidArgument, requiredMetadataMissing } from './errors.ts';
import { ANY, type NewEvent, NO_STREAM, STREAM_EXISTS } from './event.ts';
import { MAX_EVENT_TYPE_BYTES, MAX_STREAM_NAME_BYTES } from './limits.ts';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An event as received, not checked yet; '' and undefined for missing fields. */
export type ProposedEvent = {
  id: string;
  type: string | undefined;
  contentType: string | undefined;
  data: Buffer;
  metadata: Buffer;
};

/** Checks an event so that Postgres cannot refuse it. Throws INVALID_ARGUMENT. */
export function parseProposedEvent({ id, type, contentType, data, metadata }: ProposedEvent): NewEvent {
  if (type === undefined || contentType === undefined) throw requiredMetadataMissing();
  return {
    id: parseUuid(id),
    type: parseText(type.toWellFormed(), 'event type', MAX_EVENT_TYPE_BYTES),
    isJson: contentType === 'application/json',
    data,
    metadata,
  };
}

/** An event's share of the maximum append size: as EventStoreDB computes it, with types in UTF-16. */
export function appendSize(event: NewEvent): number {
  return event.data.length + event.metadata.length + event.type.length * 2;
}

/** Throws INVALID_ARGUMENT for a name that is missing, too long, or cannot be stored. */
export function parseStreamName(name: string): string {
  if (name.startsWith('$$$$')) throw invalidArgument('A metadata stream has no metadata stream of its own.');
  return parseText(name, 'stream name', MAX_STREAM_NAME_BYTES);
}

/** The name in the message; '' when there is none. */
export function streamNameIn(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return identifier ? asBuffer(identifier.getStreamName_asU8()).toString('utf8') : '';
}

function parseText(text: string, what: string, maxBytes: number): string {
  if (text === '') throw invalidArgument(`The ${what} is empty.`);
  if (Buffer.byteLength(text) > maxBytes) throw invalidArgument(`The ${what} is longer than ${maxBytes} bytes.`);
  if (text.includes('\0')) throw invalidArgument(`The ${what} contains a NUL character.`);
  return text;
}

/** Throws INVALID_ARGUMENT for anything but a UUID in lower case. */
export function parseUuid(text: string): string {
  if (!UUID_PATTERN.test(text)) throw invalidArgument(`'${text}' is not a UUID.`);
  return text;
}

/** A view, not a copy: the message it belongs to exists no longer than the append. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function streamIdentifier(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
}

/** An expected revision, as a number for the decision and as the text for an error. */
export type ExpectedRevision = { value: number; text: string };

/** The one of the four that a client has set. */
export type WireExpectedRevision = {
  any: boolean;
  noStream: boolean;
  streamExists: boolean;
  revision: string | undefined;
};

/** Throws INVALID_ARGUMENT when none is set. */
export function parseExpectedRevision({
  any,
  noStream,
  streamExists,
  revision,
}: WireExpectedRevision): ExpectedRevision {
  if (any) return named(ANY);
  if (noStream) return named(NO_STREAM);
  if (streamExists) return named(STREAM_EXISTS);
  if (revision === undefined) throw invalidArgument('An expected revision is required.');
  return { value: Number(revision), text: revision };
}

function named(value: number): ExpectedRevision {
  return { value, text: String(value) };
}
