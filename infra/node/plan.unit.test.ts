import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ANY, type NewEvent, NO_EVENTS, type StoredEvent } from './event.ts';
import { type Append, type Place, placeKey, planGroup, rangesToCompare } from './plan.ts';

const event = (id: string): NewEvent => ({
  id,
  type: 'Tested',
  isJson: true,
  data: Buffer.from('{}'),
  metadata: Buffer.alloc(0),
});

const append = (stream: string, expected: number, ...ids: string[]): Append => ({
  stream,
  expected,
  events: ids.map(event),
});

const plan = (appends: Append[], heads: Record<string, number>, stored: readonly Place[] = []) =>
  planGroup(
    appends,
    {
      heads: new Map(Object.entries(heads)),
      stored: new Map(stored.map((place) => [placeKey(place.stream, place.revision), place])),
      lastPosition: 500,
    },
    1,
  );

describe('a group of appends', () => {
  it('decides each on what the ones before it leave', () => {
    const { outcomes, events, heads } = plan(
      [append('s', NO_EVENTS, 'a'), append('s', 0, 'b', 'c'), append('s', 0, 'd'), append('s', 2, 'e')],
      { s: NO_EVENTS },
    );
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.kind === 'written' ? outcome.revision : outcome.kind)),
      [0, 2, 'conflict', 3],
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
    assert.deepEqual([...heads], [['s', 3]]);
  });

  it('recognises a retry of an append in the same group', () => {
    const { outcomes, events } = plan([append('s', NO_EVENTS, 'a', 'b'), append('s', NO_EVENTS, 'a', 'b')], {
      s: NO_EVENTS,
    });
    assert.equal(events.length, 2);
    assert.deepEqual(outcomes[1], outcomes[0]);
  });

  it('recognises a retry that is partly stored already, partly in the same group', () => {
    const stored = [{ id: 'a', stream: 's', revision: 0, position: 77 }];
    const { outcomes } = plan([append('s', 0, 'b'), append('s', NO_EVENTS, 'a', 'b')], { s: 0 }, stored);
    assert.deepEqual(outcomes[1], outcomes[0]);
  });

  it('whatever it holds, numbers each stream without gaps and gives growing, sparse positions', () => {
    const appends = fc.array(
      fc.record({
        stream: fc.constantFrom('s', 't'),
        expected: fc.constantFrom(ANY, NO_EVENTS, 0, 1, 2),
        ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(appends, (made) => {
        const { events, outcomes } = plan(
          made.map(({ stream, expected, ids }) => append(stream, expected, ...ids)),
          { s: NO_EVENTS, t: NO_EVENTS },
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
  const heads = new Map([['s', 5]]);

  it('are those a repeated append would have written, as far as they exist', () => {
    assert.deepEqual(
      rangesToCompare([append('s', 2, 'a', 'b'), append('s', 4, 'a', 'b', 'c'), append('s', NO_EVENTS, 'a')], heads),
      [
        { stream: 's', first: 3, last: 4 },
        { stream: 's', first: 5, last: 5 },
        { stream: 's', first: 0, last: 0 },
      ],
    );
  });

  it('are none for an append at the head, beyond it, or at any', () => {
    assert.deepEqual(rangesToCompare([append('s', 5, 'a'), append('s', 9, 'a'), append('s', ANY, 'a')], heads), []);
  });
});

describe('a repeated append that is stored', () => {
  const stored = [{ id: 'a', stream: 's', revision: 0, position: 77 }];

  it('gets the first answer', () => {
    const { outcomes, events } = plan([append('s', NO_EVENTS, 'a')], { s: 4 }, stored);
    assert.deepEqual(outcomes, [{ kind: 'written', revision: 0, position: 77 }]);
    assert.deepEqual(events, []);
  });

  for (const [what, ids] of [
    ['with another event at its end', ['a', 'b']],
    ['with another id', ['b']],
  ] as const) {
    it(`${what} is a conflict`, () => {
      const { outcomes } = plan([append('s', NO_EVENTS, ...ids)], { s: 4 }, stored);
      assert.deepEqual(outcomes, [{ kind: 'conflict', current: 4 }]);
    });
  }
});
