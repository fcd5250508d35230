import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, type WriteRequest, type WrittenEvent } from './decide.ts';
import { ANY, type NewEvent, NO_EVENTS, NO_STREAM, STREAM_EXISTS, TOMBSTONE_REVISION } from './event.ts';
import { NO_METADATA, parseStreamMetadata, type StreamState } from './stream-metadata.ts';

const MISSING: StreamState = { head: NO_EVENTS, metadataHead: NO_EVENTS, metadata: NO_METADATA };
const THREE_EVENTS: StreamState = { ...MISSING, head: 2 };
const ONLY_METADATA: StreamState = { ...MISSING, metadataHead: 0 };
const SOFT_DELETED: StreamState = {
  head: 2,
  metadataHead: 0,
  metadata: parseStreamMetadata(Buffer.from('{"$tb":9223372036854775807,"owner":"finance"}')),
};
const TOMBSTONED: StreamState = { ...MISSING, head: TOMBSTONE_REVISION };

const event = (id: string): NewEvent => ({
  id,
  type: 'Tested',
  isJson: true,
  data: Buffer.from('{}'),
  metadata: Buffer.alloc(0),
});

function request(kind: WriteRequest['kind'], expected: number, ids: string[] = ['a', 'b']): WriteRequest {
  return { kind, stream: 's', expected, events: kind === 'append' ? ids.map(event) : [] };
}

function given(state: StreamState, stored: WrittenEvent[] = []) {
  const lookup = {
    byId: (id: string) => stored.find((one) => one.id === id),
    at: (stream: string, revision: number) => stored.find((one) => one.stream === stream && one.revision === revision),
  };
  return {
    when: (write: WriteRequest) => {
      const decision = decide(write, state, lookup);
      if (decision.kind !== 'write') return decision;
      return {
        kind: 'write',
        events: decision.events.map(({ stream, revision, event: { type } }) => [stream, revision, type]),
      };
    },
  };
}

const stored = (...entries: [id: string, revision: number][]): WrittenEvent[] =>
  entries.map(([id, revision]) => ({ id, revision, stream: 's', position: 1000 + revision }));

describe('an append', () => {
  const wrong = (current: number) => ({ kind: 'wrong-expected-revision', current });
  const written = (...revisions: number[]) => ({ kind: 'write', events: revisions.map((one) => ['s', one, 'Tested']) });

  for (const [state, name, expected, mode, outcome] of [
    [MISSING, 'a missing stream', ANY, 'any', written(0, 1)],
    [MISSING, 'a missing stream', NO_STREAM, 'no stream', written(0, 1)],
    [MISSING, 'a missing stream', STREAM_EXISTS, 'stream exists', wrong(NO_EVENTS)],
    [MISSING, 'a missing stream', 0, '0', wrong(NO_EVENTS)],
    [ONLY_METADATA, 'a stream with only metadata', STREAM_EXISTS, 'stream exists', written(0, 1)],
    [THREE_EVENTS, 'a stream at 2', ANY, 'any', written(3, 4)],
    [THREE_EVENTS, 'a stream at 2', STREAM_EXISTS, 'stream exists', written(3, 4)],
    [THREE_EVENTS, 'a stream at 2', 2, '2', written(3, 4)],
    [THREE_EVENTS, 'a stream at 2', 1, '1', wrong(2)],
    [THREE_EVENTS, 'a stream at 2', 3, '3', wrong(2)],
    [THREE_EVENTS, 'a stream at 2', NO_STREAM, 'no stream', wrong(2)],
    [TOMBSTONED, 'a tombstoned stream', ANY, 'any', { kind: 'deleted' }],
    [TOMBSTONED, 'a tombstoned stream', NO_STREAM, 'no stream', { kind: 'deleted' }],
    [SOFT_DELETED, 'a soft-deleted stream', STREAM_EXISTS, 'stream exists', { kind: 'deleted' }],
    [SOFT_DELETED, 'a soft-deleted stream', 1, '1', wrong(2)],
  ] as const) {
    it(`to ${name} at ${mode}: ${JSON.stringify(outcome)}`, () => {
      assert.deepEqual(given(state).when(request('append', expected)), outcome);
    });
  }

  it('revives a soft-deleted stream and keeps its other metadata', () => {
    const decision = decide(request('append', NO_STREAM), SOFT_DELETED, { byId: () => undefined, at: () => undefined });
    assert.equal(decision.kind, 'write');
    if (decision.kind !== 'write') return;
    assert.deepEqual(
      decision.events.map(({ stream, revision }) => [stream, revision]),
      [
        ['s', 3],
        ['s', 4],
        ['$$s', 1],
      ],
    );
    assert.equal(decision.events[2]?.event.data.toString(), '{"$tb":3,"owner":"finance"}');
    assert.equal(decision.answer.revision, 4);
  });

  for (const [mode, expected] of [
    ['an exact revision', 0],
    ['any', ANY],
    ['stream exists', STREAM_EXISTS],
  ] as const) {
    const there = stored(['x', 0], ['a', 1], ['b', 2]);
    it(`at ${mode}, made before, gets the first answer`, () => {
      assert.deepEqual(given(THREE_EVENTS, there).when(request('append', expected)), {
        kind: 'written',
        revision: 2,
        position: 1002,
      });
    });
    it(`at ${mode}, of which only the beginning was made before, is refused`, () => {
      assert.deepEqual(given(THREE_EVENTS, there).when(request('append', expected, ['a', 'c'])), wrong(2));
    });
  }

  it('at any, whose first event is in another stream, is written', () => {
    const elsewhere = [{ id: 'a', revision: 0, stream: 'other', position: 5 }];
    assert.deepEqual(given(MISSING, elsewhere).when(request('append', ANY)), written(0, 1));
  });

  it('without events says where the stream is', () => {
    assert.deepEqual(given(THREE_EVENTS).when(request('append', ANY, [])), { kind: 'written', revision: 2 });
    assert.deepEqual(given(THREE_EVENTS).when(request('append', 1, [])), wrong(2));
  });
});

describe('a removal', () => {
  it('soft: replaces the metadata', () => {
    assert.deepEqual(given(THREE_EVENTS).when(request('delete', 2)), {
      kind: 'write',
      events: [['$$s', 0, '$metadata']],
    });
  });

  it('hard: writes the last event there will be', () => {
    assert.deepEqual(given(THREE_EVENTS).when(request('tombstone', ANY)), {
      kind: 'write',
      events: [['s', TOMBSTONE_REVISION, '$streamDeleted']],
    });
  });

  for (const kind of ['delete', 'tombstone'] as const) {
    it(`${kind}: of a tombstoned stream is refused`, () => {
      assert.deepEqual(given(TOMBSTONED).when(request(kind, ANY)), { kind: 'deleted' });
    });
    it(`${kind}: at another revision is refused`, () => {
      assert.deepEqual(given(THREE_EVENTS).when(request(kind, 1)).kind, 'wrong-expected-revision');
    });
  }
});
