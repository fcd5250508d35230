import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { decodeBatchAppendRequest, encodeBatchAppendResponse } from './batch-wire.ts';

function uuidMessage(text: string, isStructured: boolean) {
  const uuid = new shared.UUID();
  if (!isStructured) {
    uuid.setString(text.toUpperCase());
    return uuid;
  }
  const bits = Buffer.from(text.replaceAll('-', ''), 'hex');
  const structured = new shared.UUID.Structured();
  structured.setMostSignificantBits(bits.readBigInt64BE(0).toString());
  structured.setLeastSignificantBits(bits.readBigInt64BE(8).toString());
  uuid.setStructured(structured);
  return uuid;
}

const aRequest = fc.record({
  id: fc.uuid(),
  isStructured: fc.boolean(),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
  expected: fc.oneof(fc.constantFrom('any', 'noStream', 'streamExists'), fc.maxSafeNat()),
  deadlineMs: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }), { nil: undefined }),
  events: fc.array(
    fc.record({
      id: fc.uuid(),
      type: fc.string({ unit: 'grapheme', maxLength: 50 }),
      data: fc.uint8Array({ maxLength: 300 }),
      metadata: fc.uint8Array({ maxLength: 300 }),
    }),
    { maxLength: 4 },
  ),
  hasOptions: fc.boolean(),
  isFinal: fc.boolean(),
});

function generated(request: typeof aRequest extends fc.Arbitrary<infer Value> ? Value : never): Buffer {
  const message = new streams.BatchAppendReq();
  message.setCorrelationId(uuidMessage(request.id, request.isStructured));
  if (request.hasOptions) {
    const options = new streams.BatchAppendReq.Options();
    const identifier = new shared.StreamIdentifier();
    identifier.setStreamName(Buffer.from(request.stream));
    options.setStreamIdentifier(identifier);
    if (request.expected === 'any') options.setAny(new empty.Empty());
    else if (request.expected === 'noStream') options.setNoStream(new empty.Empty());
    else if (request.expected === 'streamExists') options.setStreamExists(new empty.Empty());
    else options.setStreamPosition(String(request.expected));
    if (request.deadlineMs !== undefined) {
      options.setDeadline(timestamp.Timestamp.fromDate(new Date(request.deadlineMs)));
    }
    message.setOptions(options);
  }
  for (const event of request.events) {
    const proposed = new streams.BatchAppendReq.ProposedMessage();
    proposed.setId(uuidMessage(event.id, request.isStructured));
    proposed.getMetadataMap().set('type', event.type).set('content-type', 'application/json').set('other', 'x');
    proposed.setData(event.data);
    proposed.setCustomMetadata(event.metadata);
    message.addProposedMessages(proposed);
  }
  message.setIsFinal(request.isFinal);
  return Buffer.from(message.serializeBinary());
}

describe('the request of a batch append', () => {
  it('is read as the generated code wrote it', () => {
    fc.assert(
      fc.property(aRequest, (request) => {
        const read = decodeBatchAppendRequest(generated(request));
        assert.equal(read.correlationId.text, request.id);
        assert.deepEqual(
          Buffer.from(read.correlationId.encoded),
          Buffer.from(uuidMessage(request.id, request.isStructured).serializeBinary()),
        );
        assert.equal(read.isFinal, request.isFinal);
        assert.deepEqual(
          read.options,
          request.hasOptions
            ? {
                streamName: request.stream,
                expected: {
                  any: request.expected === 'any',
                  noStream: request.expected === 'noStream',
                  streamExists: request.expected === 'streamExists',
                  revision: typeof request.expected === 'number' ? String(request.expected) : undefined,
                },
                deadline: request.deadlineMs,
              }
            : undefined,
        );
        assert.deepEqual(
          read.proposed,
          request.events.map(({ id, type, data, metadata }) => ({
            id,
            type,
            contentType: 'application/json',
            data: Buffer.from(data),
            metadata: Buffer.from(metadata),
          })),
        );
      }),
      { seed: 20_260 },
    );
  });

  it('that holds nothing is nothing', () => {
    const read = decodeBatchAppendRequest(Buffer.alloc(0));
    assert.equal(read.correlationId.text, '');
    assert.equal(read.correlationId.encoded.length, 0);
    assert.equal(read.options, undefined);
  });

  it('that was cut off is no request', () => {
    const whole = generated({
      id: '0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01',
      isStructured: false,
      stream: 'wallet-1',
      expected: 3,
      deadlineMs: 5,
      events: [],
      hasOptions: true,
      isFinal: true,
    });
    assert.throws(() => decodeBatchAppendRequest(whole.subarray(0, 20)), RangeError);
  });
});

describe('the answer to a batch append', () => {
  const uuid = uuidMessage('0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01', true);
  const correlationId = { text: '0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01', encoded: uuid.serializeBinary() };
  const read = (outcome: Parameters<typeof encodeBatchAppendResponse>[0]['outcome']) =>
    streams.BatchAppendResp.deserializeBinary(encodeBatchAppendResponse({ correlationId, stream: 'Łódź', outcome }));

  it('is understood by the generated code', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.constant(undefined)),
        fc.oneof(fc.maxSafeNat(), fc.constant(undefined)),
        (revision, position) => {
          const answer = read({ revision: revision?.toString(), position });
          const success = answer.getSuccess();
          assert.deepEqual(answer.getCorrelationId()?.serializeBinary(), uuid.serializeBinary());
          assert.equal(Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(), 'Łódź');
          assert.equal(success?.hasNoStream(), revision === undefined);
          if (revision !== undefined) assert.equal(success?.getCurrentRevision(), revision.toString());
          assert.equal(success?.hasNoPosition(), position === undefined);
          if (position !== undefined) {
            assert.equal(success?.getPosition()?.getCommitPosition(), String(position));
            assert.equal(success?.getPosition()?.getPreparePosition(), String(position));
          }
        },
      ),
      { seed: 20_260 },
    );
  });
});
