// The client's `*_pb.js` files are CommonJS whose names an ES module cannot see, hence the default imports.

import jspb from 'google-protobuf';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { jsonTextOf, type NewEvent, NO_REVISION } from '#core/kernel/log/event-store.ts';
import { parseUUID } from '#eventstore-client/dist/utils/grpcUUID.js';
import shared from '#eventstore-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '#eventstore-client/generated/streams_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';

export type AppendHead = {
  readonly correlationId: string;
  readonly streamId: string;
  readonly expectedRevision: bigint;
  /** Unix time. */
  readonly deadlineMs: number;
};

/** An event with its data and metadata as they are stored. */
export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** By its number: under this name the client's successor has another field, a duration, and would send the time as 56 years. */
const DEADLINE_FIELD = 6;

/** @throws TypeError for data that are no JSON */
export const appendRequest = (head: AppendHead, events: readonly NewEvent[]): BatchAppendReq =>
  proposalOf(
    head,
    events.map(({ id, type, data, metadata }) => ({
      id,
      type,
      isJson: true,
      data: Buffer.from(jsonTextOf(data)),
      metadata: Buffer.from(jsonTextOf(metadata)),
    })),
  );

export function proposalOf(head: AppendHead, events: readonly ProposedEvent[]): BatchAppendReq {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(head.streamId));
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  if (head.expectedRevision === NO_REVISION) options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(head.expectedRevision));
  jspb.Message.setWrapperField(options, DEADLINE_FIELD, timestamp.Timestamp.fromDate(new Date(head.deadlineMs)));
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuidOf(head.correlationId));
  request.setOptions(options);
  request.setProposedMessagesList(events.map(messageOf));
  request.setIsFinal(true);
  return request;
}

function messageOf({ id, type, isJson, data, metadata }: ProposedEvent): BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuidOf(id));
  message.getMetadataMap().set('type', type);
  message.getMetadataMap().set('content-type', isJson ? 'application/json' : 'application/octet-stream');
  message.setData(data);
  message.setCustomMetadata(metadata);
  return message;
}

function uuidOf(text: string) {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}

/** The only refusal with more details than its kind. */
const BAD_REQUEST = 'event_store.client.BadRequest';

export type AppendAnswer =
  | { readonly correlationId: string; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly correlationId: string; readonly error: { readonly type: string; readonly message: string } };

export function readAppendAnswer(response: BatchAppendResp): AppendAnswer {
  const correlationId = parseUUID(response.getCorrelationId()) ?? '';
  const error = response.getError();
  if (error) {
    const details = error.getDetails();
    const said = details?.unpack(shared.BadRequest.deserializeBinary, BAD_REQUEST)?.getMessage();
    return { correlationId, error: { type: details?.getTypeName() ?? '', message: said ?? error.getMessage() } };
  }
  const success = response.getSuccess();
  const position = success?.getPosition();
  return {
    correlationId,
    revision: success?.hasCurrentRevision() ? BigInt(success.getCurrentRevision()) : -1n,
    position: position ? BigInt(position.getCommitPosition()) : undefined,
  };
}
