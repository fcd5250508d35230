/** Refusals of a batch append travel inside a normal response, as a `google.rpc.Status` with a packed detail. */

import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { ANY, NO_EVENTS, NO_STREAM, STREAM_EXISTS, wireRevision } from './event.ts';
import { type ExpectedRevision, streamIdentifier } from './protocol.ts';

/** Values of `google.rpc.Code` that EventStoreDB uses. */
const CODE = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
};

export function batchWrongExpectedVersion(expected: ExpectedRevision, current: number): Status {
  const detail = new shared.WrongExpectedVersion();
  if (current === NO_EVENTS) detail.setCurrentNoStream(new empty.Empty());
  else detail.setCurrentStreamRevision(wireRevision(current));
  if (expected.value === ANY) detail.setExpectedAny(new empty.Empty());
  else if (expected.value === NO_STREAM) detail.setExpectedNoStream(new empty.Empty());
  else if (expected.value === STREAM_EXISTS) detail.setExpectedStreamExists(new empty.Empty());
  else detail.setExpectedStreamPosition(expected.text);
  return packed(CODE.alreadyExists, 'WrongExpectedVersion', 'WrongExpectedVersion', detail);
}

export function batchStreamDeleted(stream: string): Status {
  const detail = new shared.StreamDeleted();
  detail.setStreamIdentifier(streamIdentifier(stream));
  return packed(CODE.notFound, 'StreamDeleted', 'StreamDeleted', detail);
}

export function batchMaximumSizeExceeded(maxBytes: number): Status {
  const detail = new shared.MaximumAppendSizeExceeded();
  detail.setMaxappendsize(maxBytes);
  return packed(CODE.invalidArgument, 'MaximumAppendSizeExceeded', 'MaximumAppendSizeExceeded', detail);
}

export function batchAccessDenied(): Status {
  return packed(CODE.permissionDenied, 'AccessDenied', 'AccessDenied', new shared.AccessDenied());
}

export function batchTimeout(): Status {
  return packed(CODE.deadlineExceeded, 'Timeout', 'Timeout', new shared.Timeout());
}

/** Any other refusal, explained in its detail. */
export function batchBadRequest(message: string): Status {
  const detail = new shared.BadRequest();
  detail.setMessage(message);
  return packed(CODE.invalidArgument, 'BadRequest', 'BadRequest', detail);
}

function packed(code: number, message: string, type: string, detail: { serializeBinary(): Uint8Array }): Status {
  const details = new any.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${type}`);
  const status = new rpc.Status();
  status.setCode(code as Parameters<Status['setCode']>[0]);
  status.setMessage(message);
  status.setDetails(details);
  return status;
}
