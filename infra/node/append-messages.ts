/**
 * The messages of batch appends, which the client generated from EventStoreDB's definitions. Its `*_pb.js` files are
 * CommonJS whose names an ES module cannot see, hence the default imports.
 */

import jspb from 'google-protobuf';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import type { UUID } from '#eventstore-client/generated/shared_pb.js';
import shared from '#eventstore-client/generated/shared_pb.js';
import type { Status } from '#eventstore-client/generated/status_pb.js';
import rpc from '#eventstore-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '#eventstore-client/generated/streams_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import { invalidArgument } from './errors.ts';
import { ANY, type NewEvent, NO_EVENTS } from './event.ts';
import { MAX_EVENT_TYPE_BYTES } from './limits.ts';
import { parseStreamName, parseText } from './names.ts';
import type { Append } from './plan.ts';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws INVALID_ARGUMENT for anything but a UUID as text */
export function parseUuid(message: UUID | undefined): string {
  const text = message?.getString().toLowerCase() ?? '';
  if (!UUID_PATTERN.test(text)) throw invalidArgument(`'${text}' is not a UUID.`);
  return text;
}

/** @throws INVALID_ARGUMENT */
export const parseAppend = (request: BatchAppendReq): Append => ({
  stream: parseStreamName(request.getOptions()?.getStreamIdentifier()),
  expected: parseExpected(request.getOptions()),
  events: request.getProposedMessagesList().map(parseEvent),
});

/** The time at which an append ends. By its number, because clients name it differently. */
const DEADLINE_FIELD = 6;

/** Unix time; undefined for an append that may wait. */
export function deadlineOf(request: BatchAppendReq): number | undefined {
  const options = request.getOptions();
  if (!options) return undefined;
  return jspb.Message.getWrapperField(options, timestamp.Timestamp, DEADLINE_FIELD)?.toDate().getTime();
}

function parseExpected(options: BatchAppendReq.Options | undefined): number {
  if (options?.hasAny()) return ANY;
  if (options?.hasNoStream()) return NO_EVENTS;
  if (options?.hasStreamPosition()) return Number(options.getStreamPosition());
  throw invalidArgument('An append expects a revision, no stream, or anything.');
}

/** An event that Postgres cannot refuse. @throws INVALID_ARGUMENT */
function parseEvent(message: BatchAppendReq.ProposedMessage): NewEvent {
  const properties = message.getMetadataMap();
  const [type, contentType] = [properties.get('type'), properties.get('content-type')];
  if (type === undefined || contentType === undefined) throw invalidArgument('An event has a type and a content-type.');
  return {
    id: parseUuid(message.getId()),
    type: parseText(type.toWellFormed(), 'event type', MAX_EVENT_TYPE_BYTES),
    isJson: contentType === 'application/json',
    data: asBuffer(message.getData_asU8()),
    metadata: asBuffer(message.getCustomMetadata_asU8()),
  };
}

/** A view, not a copy: the message it belongs to exists no longer than the append. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** An event's share of the maximum append size: as EventStoreDB computes it, with types in UTF-16. */
export const appendSize = ({ data, metadata, type }: NewEvent): number =>
  data.length + metadata.length + type.length * 2;

/** Where the last event of an append is, or why it is refused. */
export type Result = Status | { readonly revision: number; readonly position: number };

export function answerTo(request: BatchAppendReq, result: Result): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (result instanceof rpc.Status) return response.setError(result);
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(result.position));
  position.setPreparePosition(String(result.position));
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(result.revision));
  success.setPosition(position);
  return response.setSuccess(success);
}

/** Values of `google.rpc.Code` that EventStoreDB uses. */
const [INVALID, LATE, EXISTS, DENIED] = [3, 4, 6, 7];

export function wrongExpectedVersion(expected: number, current: number): Status {
  const detail = new shared.WrongExpectedVersion();
  if (current === NO_EVENTS) detail.setCurrentNoStream(new empty.Empty());
  else detail.setCurrentStreamRevision(String(current));
  if (expected === NO_EVENTS) detail.setExpectedNoStream(new empty.Empty());
  else detail.setExpectedStreamPosition(String(expected));
  return packed(EXISTS, 'WrongExpectedVersion', detail);
}

export function maximumSizeExceeded(maxBytes: number): Status {
  const detail = new shared.MaximumAppendSizeExceeded();
  detail.setMaxappendsize(maxBytes);
  return packed(INVALID, 'MaximumAppendSizeExceeded', detail);
}

export const appendDenied = (): Status => packed(DENIED, 'AccessDenied', new shared.AccessDenied());

export const timedOut = (): Status => packed(LATE, 'Timeout', new shared.Timeout());

/** Any other refusal, explained in its detail. */
export function badRequest(message: string): Status {
  const detail = new shared.BadRequest();
  detail.setMessage(message);
  return packed(INVALID, 'BadRequest', detail);
}

function packed(code: number, type: string, detail: { serializeBinary(): Uint8Array }): Status {
  const details = new any.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${type}`);
  const status = new rpc.Status();
  status.setCode(code as Parameters<Status['setCode']>[0]);
  status.setMessage(type);
  status.setDetails(details);
  return status;
}
