import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import canonicalize from 'canonicalize';
import { type ChainedEvent, chain, chainHash, createChainVerifier, FIRST_PREVIOUS_HASH } from './hash-chain.ts';

function chainOf(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  let previous = FIRST_PREVIOUS_HASH;
  for (let index = 0; index < length; index += 1) {
    const event = {
      streamId: 'wallet-1',
      revision: BigInt(index),
      id: `id-${index}`,
      type: 'Happened',
      data: { amount: `${index}`, note: 'Łódź' },
      metadata: { actor: { kind: 'system', id: 'x' }, time: 't' },
    };
    previous = chainHash(event, previous);
    events.push({ ...event, metadata: { ...event.metadata, hash: previous } });
  }
  return events;
}

const firstBreak = (events: readonly ChainedEvent[]) => {
  const verifier = createChainVerifier();
  return events.map((event) => verifier.check(event)).find((problem) => problem !== null);
};
const at = (events: ChainedEvent[], index: number): ChainedEvent => {
  const event = events[index];
  assert.ok(event);
  return event;
};

describe('the hash chain of a stream', () => {
  it('verifies what was written', () => assert.equal(firstBreak(chainOf(5)), undefined));

  it('is the SHA-256 of the canonical JSON of the whole event', () => {
    const [event] = chainOf(1);
    assert.ok(event);
    const { actor, time } = event.metadata as { actor: unknown; time: string };
    const whole = canonicalize({
      stream: event.streamId,
      revision: '0',
      id: event.id,
      type: event.type,
      data: event.data,
      metadata: { actor, time },
      previous: FIRST_PREVIOUS_HASH,
    });
    assert.equal(chainHash(event, FIRST_PREVIOUS_HASH), createHash('sha256').update(`${whole}`).digest('hex'));
  });

  it('verifies an event that was chained for the store', () => {
    const [event] = chainOf(1);
    assert.ok(event);
    const metadata = {
      commandId: 'c',
      correlationId: 'c',
      causationId: 'c',
      actor: { kind: 'system', id: 'x' },
      schemaVersion: 1,
      time: 't',
    } as const;
    const chained = chain({ ...event, metadata }, FIRST_PREVIOUS_HASH);
    const stored = { ...event, data: JSON.parse(chained.data.text), metadata: JSON.parse(chained.metadata.text) };
    assert.deepEqual(stored.metadata, { ...metadata, hash: chained.hash });
    assert.equal(firstBreak([stored]), undefined);
    assert.notEqual(firstBreak([{ ...stored, data: { ...(event.data as object), amount: '1' } }]), undefined);
  });

  it('does not depend on the order of keys', () => {
    const event = at(chainOf(1), 0);
    const reordered = { ...event, data: { note: 'Łódź', amount: '0' } };
    assert.equal(chainHash(reordered, FIRST_PREVIOUS_HASH), chainHash(event, FIRST_PREVIOUS_HASH));
  });

  it('is refused for what canonical JSON forbids', () => {
    for (const data of ['\ud800', { a: Number.NaN }, [Number.POSITIVE_INFINITY]]) {
      assert.throws(() => chainHash({ ...at(chainOf(1), 0), data }, FIRST_PREVIOUS_HASH));
    }
  });

  for (const [what, tamper] of Object.entries({
    'changed data': (events: ChainedEvent[]) =>
      events.with(2, { ...at(events, 2), data: { amount: '999', note: 'Łódź' } }),
    'a changed type': (events: ChainedEvent[]) => events.with(2, { ...at(events, 2), type: 'Other' }),
    'a changed id': (events: ChainedEvent[]) => events.with(2, { ...at(events, 2), id: 'other' }),
    'a changed actor': (events: ChainedEvent[]) =>
      events.with(2, { ...at(events, 2), metadata: { ...(at(events, 2).metadata as object), actor: 'me' } }),
    'changed data under a hash computed again': (events: ChainedEvent[]) => {
      const forged = { ...at(events, 2), data: { amount: '999' } };
      const previous = (at(events, 1).metadata as { hash: string }).hash;
      const metadata = { ...(forged.metadata as object), hash: chainHash(forged, previous) };
      return events.with(2, { ...forged, metadata });
    },
    'a removed hash': (events: ChainedEvent[]) => events.with(2, { ...at(events, 2), metadata: {} }),
    'a removed event': (events: ChainedEvent[]) => events.toSpliced(2, 1),
    'a removed event with revisions closed up': (events: ChainedEvent[]) =>
      events.toSpliced(2, 1).map((event, index) => ({ ...event, revision: BigInt(index) })),
    'a reordering': (events: ChainedEvent[]) => events.with(2, at(events, 3)).with(3, at(events, 2)),
  })) {
    it(`finds ${what}`, () => assert.equal(firstBreak(tamper(chainOf(5)))?.streamId, 'wallet-1'));
  }

  it('is proven by the stored text alone, or by what the text says where it was written in another way', () => {
    const [event] = chainOf(1);
    assert.ok(event);
    const json = JSON.stringify(event.data);
    assert.equal(firstBreak([{ ...event, json }]), undefined);
    assert.equal(firstBreak([{ ...event, json: JSON.stringify(event.data, null, 1) }]), undefined);
    const data = { amount: '1', note: 'Łódź' };
    assert.match(firstBreak([{ ...event, data, json: JSON.stringify(data) }])?.problem ?? '', /changed/);
    // Text that follows the data in the hashed text cannot be moved into them.
    const moved = { ...event, id: 'other', data: `${json},"id":"id-0"`, json: `${json},"id":"id-0"` };
    assert.match(firstBreak([moved])?.problem ?? '', /changed/);
  });

  it('names the event where it breaks', () => {
    const events = chainOf(5);
    const problem = firstBreak(events.with(3, { ...at(events, 3), data: {} }));
    assert.equal(problem?.revision, 3n);
    assert.match(problem?.problem ?? '', /changed/);
  });
});
