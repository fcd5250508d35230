import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import shared from '#eventstore-client/generated/shared_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import { responseOf } from './read-messages.ts';

const ID = '0f7c1c5e-6a49-4d0a-9c53-1d2f6f6f9a01';

type Written = {
  id: string;
  stream: string;
  type: string;
  revision: bigint;
  position: bigint;
  createdMs: number;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  isStructured?: boolean;
};

const anEvent: Written = {
  id: ID,
  stream: 'wallet-Łódź',
  type: 'Happened',
  revision: 7n,
  position: 64n,
  createdMs: 1_700_000_000_123,
  contentType: 'application/json',
  data: Buffer.from('{"text":"🎁"}'),
  metadata: Buffer.from('{"hash":"x"}'),
};

function recorded(event: Written) {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  const uuid = new shared.UUID();
  if (event.isStructured) {
    const bits = Buffer.from(event.id.replaceAll('-', ''), 'hex');
    const structured = new shared.UUID.Structured();
    structured.setMostSignificantBits(bits.readBigInt64BE(0).toString());
    structured.setLeastSignificantBits(bits.readBigInt64BE(8).toString());
    uuid.setStructured(structured);
  } else uuid.setString(event.id);
  record.setId(uuid);
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(event.stream));
  record.setStreamIdentifier(identifier);
  record.setStreamRevision(event.revision.toString());
  record.setPreparePosition(event.position.toString());
  record.setCommitPosition(event.position.toString());
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('created', String(BigInt(event.createdMs) * 10_000n))
    .set('content-type', event.contentType);
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  return record;
}

type Response = InstanceType<typeof streams.ReadResp>;

function messageOf(fill: (response: Response) => void): Response {
  const response = new streams.ReadResp();
  fill(response);
  return response;
}

const eventMessage = (event: Written | undefined, link?: Written) =>
  messageOf((response) => {
    const message = new streams.ReadResp.ReadEvent();
    if (event) message.setEvent(recorded(event));
    if (link) message.setLink(recorded(link));
    message.setCommitPosition((link ?? event)?.position.toString() ?? '0');
    response.setEvent(message);
  });

const read = (fill: (response: Response) => void) => responseOf(messageOf(fill));
const readEvent = (event: Written | undefined, link?: Written) => responseOf(eventMessage(event, link));

function eventOf(response: ReturnType<typeof responseOf>) {
  assert.equal(response.kind, 'event');
  return response.kind === 'event' ? response.event : undefined;
}

describe('an event of a read', () => {
  it('is what the message holds', () => {
    fc.assert(
      fc.property(
        fc.record({
          id: fc.uuid({ version: 4 }),
          stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
          type: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
          revision: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
          position: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
          createdMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
          json: fc.jsonValue(),
          metadata: fc.jsonValue(),
          isStructured: fc.boolean(),
        }),
        ({ json, metadata, ...rest }) => {
          const event = eventOf(
            readEvent({
              ...anEvent,
              ...rest,
              data: Buffer.from(JSON.stringify(json)),
              metadata: Buffer.from(JSON.stringify(metadata)),
            }),
          );
          assert.deepEqual(event, {
            id: rest.id,
            type: rest.type,
            streamId: rest.stream,
            revision: rest.revision,
            position: rest.position,
            created: new Date(rest.createdMs),
            data: JSON.parse(JSON.stringify(json)),
            json: JSON.stringify(json),
            metadata: JSON.parse(JSON.stringify(metadata)),
          });
        },
      ),
      { seed: 20_260 },
    );
  });

  it('without metadata has none, and bytes stay bytes', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const event = eventOf(
      readEvent({ ...anEvent, contentType: 'application/octet-stream', data: bytes, metadata: new Uint8Array() }),
    );
    assert.deepEqual(Buffer.from(event?.data as Buffer), Buffer.from(bytes));
    assert.equal(event?.json, '');
    assert.equal(event?.metadata, undefined);
  });

  it('whose JSON is none is handed on as text', () => {
    const event = eventOf(readEvent({ ...anEvent, data: Buffer.from('{broken'), metadata: Buffer.from('{broken') }));
    assert.equal(event?.data, '{broken');
    assert.deepEqual(Buffer.from(event?.metadata as Buffer).toString(), '{broken');
  });

  it('that a link points to is the event itself, and nothing where that is gone', () => {
    const link = { ...anEvent, stream: 'links', type: '$>', position: 128n };
    assert.equal(eventOf(readEvent(anEvent, link))?.streamId, anEvent.stream);
    assert.deepEqual(readEvent(undefined, link), { kind: 'other' });
  });
});

describe('what else a read says', () => {
  it('is known by its field', () => {
    const checkpoint = new streams.ReadResp.Checkpoint();
    checkpoint.setCommitPosition('9007199254740993');
    checkpoint.setPreparePosition('9007199254740993');
    assert.deepEqual(
      read((response) => response.setCheckpoint(checkpoint)),
      { kind: 'checkpoint', position: 9_007_199_254_740_993n },
    );
    assert.deepEqual(
      read((response) => response.setStreamNotFound(new streams.ReadResp.StreamNotFound())),
      { kind: 'other' },
    );
    assert.deepEqual(
      read((response) => response.setCaughtUp(new streams.ReadResp.CaughtUp())),
      { kind: 'caught-up' },
    );
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId('x');
    assert.deepEqual(
      read((response) => response.setConfirmation(confirmation)),
      { kind: 'other' },
    );
    assert.deepEqual(responseOf(new streams.ReadResp()), { kind: 'other' });
  });
});

describe('the checkpoint of an empty log', () => {
  it('is no position', () => {
    const checkpoint = new streams.ReadResp.Checkpoint();
    checkpoint.setCommitPosition('18446744073709551615');
    checkpoint.setPreparePosition('18446744073709551615');
    assert.deepEqual(
      read((response) => response.setCheckpoint(checkpoint)),
      { kind: 'other' },
    );
  });
});
