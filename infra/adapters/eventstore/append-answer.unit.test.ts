import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '#eventstore-client/generated/shared_pb.js';
import status from '#eventstore-client/generated/status_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import { readAppendAnswer } from './append-messages.ts';

const ID = '0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01';
const LARGE = '9007199254740993';

type Response = InstanceType<typeof streams.BatchAppendResp>;

function answer(fill: (response: Response) => void, isStructured = false) {
  const response = new streams.BatchAppendResp();
  const uuid = new shared.UUID();
  if (isStructured) {
    const structured = new shared.UUID.Structured();
    structured.setMostSignificantBits(BigInt.asIntN(64, 0x0f7c1c5e6a494d0an).toString());
    structured.setLeastSignificantBits(BigInt.asIntN(64, 0x9c531d2f6f6f9a01n).toString());
    uuid.setStructured(structured);
  } else uuid.setString(ID);
  response.setCorrelationId(uuid);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from('wallet-1'));
  response.setStreamIdentifier(stream);
  fill(response);
  return readAppendAnswer(response);
}

function succeed(response: Response, revision: string | null, at: string | null) {
  const success = new streams.BatchAppendResp.Success();
  if (revision === null) success.setNoStream(new empty.Empty());
  else success.setCurrentRevision(revision);
  if (at === null) success.setNoPosition(new empty.Empty());
  else {
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(at);
    position.setPreparePosition(at);
    success.setPosition(position);
  }
  response.setSuccess(success);
}

describe('the answer to an append', () => {
  it('tells where the events stand, beyond 53 bits too, and at revision 0', () => {
    assert.deepEqual(
      answer((response) => succeed(response, '7', LARGE)),
      { correlationId: ID, revision: 7n, position: BigInt(LARGE) },
    );
    assert.deepEqual(
      answer((response) => succeed(response, '0', '64')),
      { correlationId: ID, revision: 0n, position: 64n },
    );
  });

  it('may come with its id in numbers, as EventStoreDB writes it', () => {
    assert.deepEqual(
      answer((response) => succeed(response, '7', '64'), true),
      { correlationId: ID, revision: 7n, position: 64n },
    );
  });

  it('may know no position, or no stream', () => {
    assert.deepEqual(
      answer((response) => succeed(response, '7', null)),
      { correlationId: ID, revision: 7n, position: undefined },
    );
    assert.deepEqual(
      answer((response) => succeed(response, null, null)),
      { correlationId: ID, revision: -1n, position: undefined },
    );
  });

  it('may be a refusal', () => {
    const refused = answer((response) => {
      const error = new status.Status();
      const detail = new any.Any();
      detail.pack(new Uint8Array(), 'event_store.client.WrongExpectedVersion');
      error.setMessage('no');
      error.setDetails(detail);
      response.setError(error);
    });
    assert.deepEqual(refused, {
      correlationId: ID,
      error: { type: 'event_store.client.WrongExpectedVersion', message: 'no' },
    });
  });
});
