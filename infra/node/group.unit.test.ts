import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { WriteRequest, WrittenEvent } from './decide.ts';
import { ANY, type NewEvent, NO_EVENTS, NO_STREAM, type StoredEvent } from './event.ts';
import { planGroup, rangesToCompare } from './group.ts';
import { NO_METADATA, type StreamState } from './stream-metadata.ts';

const MISSING: StreamState = { head: NO_EVENTS, metadataHead: NO_EVENTS, metadata: NO_METADATA };
const NOTHING = { byId: () => undefined, at: () => undefined };

const event = (id: string, type = 'Tested', data = '{}'): NewEvent => ({
  id,
  type,
  isJson: true,
  data: Buffer.from(data),
  metadata: Buffer.alloc(0),
});

const append = (stream: string, expected: number, ...ids: string[]): WriteRequest => ({
  kind: 'append',
  stream,
  expected,
  events: ids.map((id) => event(id)),
});

function plan(requests: WriteRequest[], states: Record<string, StreamState>) {
  return planGroup({
    requests,
    states: new Map(Object.entries(states)),
    lastPosition: 500,
    nowMs: 1,
    committed: NOTHING,
  });
}

describe('a group of writes', () => {
  it('decides each on what the ones before it leave', () => {
    const { outcomes, events } = plan(
      [append('s', NO_STREAM, 'a'), append('s', 0, 'b', 'c'), append('s', 0, 'd'), append('s', 2, 'e')],
      { s: MISSING },
    );
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.kind === 'written' ? outcome.revision : outcome.kind)),
      [0, 2, 'wrong-expected-revision', 3],
    );
    assert.deepEqual(
      events.map(({ id, revision }) => [id, revision]),
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
        ['e', 3],
      ],
    );
  });

  it('recognises a retry of an append in the same group', () => {
    const { outcomes, events } = plan(
      [append('s', NO_STREAM, 'a', 'b'), append('s', NO_STREAM, 'a', 'b'), append('s', ANY, 'a', 'b')],
      { s: MISSING },
    );
    assert.equal(events.length, 2);
    assert.deepEqual(outcomes[1], outcomes[0]);
    assert.deepEqual(outcomes[2], outcomes[0]);
  });

  it('heeds metadata and deletions that came just before', () => {
    const soft: WriteRequest = { kind: 'delete', stream: 's', expected: ANY, events: [] };
    const hard: WriteRequest = { kind: 'tombstone', stream: 's', expected: ANY, events: [] };
    const { outcomes, states } = plan(
      [append('s', ANY, 'a'), soft, append('s', NO_STREAM, 'b'), hard, append('s', ANY, 'c')],
      {
        s: MISSING,
      },
    );
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['written', 'written', 'written', 'written', 'deleted'],
    );
    assert.equal(states.get('s')?.metadata.truncateBefore, 1);
    assert.equal(states.get('s')?.metadataHead, 1);
  });

  it('leaves the states it was given alone, so that a failed commit leaves no trace', () => {
    const given = { s: { ...MISSING } };
    plan([append('s', ANY, 'a')], given);
    assert.deepEqual(given.s, MISSING);
  });

  it('whatever it holds, numbers each stream without gaps and gives growing, sparse positions', () => {
    const requests = fc.array(
      fc.record({
        stream: fc.constantFrom('s', 't', '$$s'),
        expected: fc.constantFrom(ANY, NO_STREAM, 0, 1, 2),
        ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(requests, (made) => {
        const { events, outcomes } = plan(
          made.map(({ stream, expected, ids }) => append(stream, expected, ...ids)),
          { s: MISSING, t: MISSING },
        );
        const heads = new Map<string, number>();
        let position = 500;
        for (const one of events) {
          assert.equal(one.revision, (heads.get(one.stream) ?? -1) + 1);
          assert.ok(one.position > position + 1);
          heads.set(one.stream, one.revision);
          position = one.position;
        }
        assert.equal(outcomes.length, made.length);
        assertAnswersPointAtEvents(events, outcomes);
      }),
      { seed: 20_260 },
    );
  });
});

function assertAnswersPointAtEvents(events: StoredEvent[], outcomes: ReturnType<typeof plan>['outcomes']): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'written') continue;
    assert.ok(events.some((one) => one.position === outcome.position && one.revision === outcome.revision));
  }
}

describe('the revisions to compare', () => {
  const states = new Map([['s', { ...MISSING, head: 5 }]]);

  it('are those a repeated append would have written, as far as they exist', () => {
    const ranges = rangesToCompare(
      [append('s', 2, 'a', 'b'), append('s', 4, 'a', 'b', 'c'), append('s', NO_STREAM, 'a')],
      states,
    );
    assert.deepEqual(ranges, [
      { stream: 's', first: 3, last: 4 },
      { stream: 's', first: 5, last: 5 },
      { stream: 's', first: 0, last: 0 },
    ]);
  });

  it('are none for an append at the head, beyond it, at any, or without events', () => {
    assert.deepEqual(
      rangesToCompare([append('s', 5, 'a'), append('s', 9, 'a'), append('s', ANY, 'a'), append('s', 1)], states),
      [],
    );
  });
});

describe('a repeated append that is stored', () => {
  it('is answered from what was found at those revisions', () => {
    const found: WrittenEvent = { id: 'a', stream: 's', revision: 0, position: 77 };
    const { outcomes } = planGroup({
      requests: [append('s', NO_STREAM, 'a')],
      states: new Map([['s', { ...MISSING, head: 4 }]]),
      lastPosition: 500,
      nowMs: 1,
      committed: { byId: () => undefined, at: (_stream, revision) => (revision === 0 ? found : undefined) },
    });
    assert.deepEqual(outcomes, [{ kind: 'written', revision: 0, position: 77 }]);
  });
});
