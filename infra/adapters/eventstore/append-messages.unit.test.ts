import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import jspb from 'google-protobuf';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { JsonText } from '#core/kernel/log/event-store.ts';
import { appendRequest } from './append-messages.ts';

const CORRELATION_ID = '0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01';
const EVENT_ID = '5b0c6c5a-93c6-4c6e-8f43-3b3a1f6a2b02';
/** `deadline_21_10_0` in EventStoreDB's streams.proto. */
const DEADLINE_FIELD_OF_SERVERS = 6;
const text = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString();

const requestAt = (expectedRevision: bigint, count = 1) =>
  appendRequest(
    {
      correlationId: CORRELATION_ID,
      streamId: 'wallet-Łódź',
      expectedRevision,
      deadlineMs: Date.parse('2030-01-02T03:04:05.678Z'),
    },
    Array.from({ length: count }, (_, index) => ({
      id: EVENT_ID,
      type: 'Happened',
      data: new JsonText(JSON.stringify({ index, filler: 'Łódź 🎁' })),
      metadata: { hash: 'x' },
    })),
  );

describe('the request of an append', () => {
  it('holds the stream, the deadline and every event', () => {
    const request = requestAt(7n, 3);
    assert.equal(request.getCorrelationId()?.getString(), CORRELATION_ID);
    assert.equal(request.getIsFinal(), true);
    const options = request.getOptions();
    assert.ok(options);
    assert.equal(text(options.getStreamIdentifier()?.getStreamName_asU8() ?? ''), 'wallet-Łódź');
    const deadline = jspb.Message.getWrapperField(options, timestamp.Timestamp, DEADLINE_FIELD_OF_SERVERS);
    assert.equal(deadline?.toDate().toISOString(), '2030-01-02T03:04:05.678Z');
    assert.equal(options.getStreamPosition(), '7');
    assert.equal(options.hasNoStream(), false);
    const events = request.getProposedMessagesList();
    assert.deepEqual(
      events.map((event) => JSON.parse(text(event.getData_asU8()))),
      [0, 1, 2].map((index) => ({ index, filler: 'Łódź 🎁' })),
    );
    for (const event of events) {
      assert.equal(event.getId()?.getString(), EVENT_ID);
      assert.deepEqual(JSON.parse(text(event.getCustomMetadata_asU8())), { hash: 'x' });
      assert.deepEqual(Object.fromEntries(event.getMetadataMap().getEntryList()), {
        type: 'Happened',
        'content-type': 'application/json',
      });
    }
  });

  it('tells a stream without events from revision 0, and knows large revisions', () => {
    assert.equal(requestAt(-1n).getOptions()?.hasNoStream(), true);
    assert.equal(requestAt(0n).getOptions()?.hasStreamPosition(), true);
    assert.equal(requestAt(0n).getOptions()?.getStreamPosition(), '0');
    assert.equal(
      requestAt(2n ** 53n - 1n)
        .getOptions()
        ?.getStreamPosition(),
      String(2n ** 53n - 1n),
    );
  });
});
