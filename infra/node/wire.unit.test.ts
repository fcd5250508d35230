import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { type StoredEvent, TOMBSTONE_REVISION } from './event.ts';
import { encodeEvent } from './wire.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

const anEvent: fc.Arbitrary<StoredEvent> = fc.record({
  id: fc.uuid(),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  type: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  isJson: fc.boolean(),
  revision: fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constant(TOMBSTONE_REVISION)),
  position: fc.oneof(fc.nat(), fc.maxSafeNat()),
  createdMs: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
  data: fc.oneof(bytes(300), fc.constant(Buffer.alloc(70_000, 7))),
  metadata: bytes(300),
});

function decode(encoded: Buffer) {
  const event = streams.ReadResp.deserializeBinary(encoded).getEvent();
  assert.ok(event);
  return event;
}

function assertSame(record: ReturnType<ReturnType<typeof decode>['getEvent']>, event: StoredEvent): void {
  assert.ok(record);
  assert.equal(record.getId()?.getString(), event.id);
  assert.equal(Buffer.from(record.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(), event.stream);
  const revision = event.revision === TOMBSTONE_REVISION ? 2n ** 63n - 1n : BigInt(event.revision);
  assert.equal(BigInt(record.getStreamRevision()), revision);
  assert.equal(BigInt(record.getCommitPosition()), BigInt(event.position));
  assert.equal(BigInt(record.getPreparePosition()), BigInt(event.position));
  const properties = record.getMetadataMap();
  assert.equal(properties.get('type'), event.type);
  assert.equal(BigInt(properties.get('created') ?? 0), BigInt(event.createdMs) * 10_000n);
  assert.equal(properties.get('content-type'), event.isJson ? 'application/json' : 'application/octet-stream');
  assert.ok(Buffer.from(record.getData_asU8()).equals(event.data));
  assert.ok(Buffer.from(record.getCustomMetadata_asU8()).equals(event.metadata));
}

describe('the encoder of read events', () => {
  it('writes what the generated code reads', () => {
    fc.assert(
      fc.property(anEvent, (event) => {
        const decoded = decode(encodeEvent(event));
        assertSame(decoded.getEvent(), event);
        assert.equal(BigInt(decoded.getCommitPosition()), BigInt(event.position));
      }),
      { seed: 20_260 },
    );
  });
});
