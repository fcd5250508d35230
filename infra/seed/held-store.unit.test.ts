import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { isDomainError } from '#core/kernel/errors.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { createHeldStore } from './held-store.ts';

const event = (type: string, time: string) => ({ id: randomUUID(), type, data: {}, metadata: { time } });
const typesOf = async (store: Pick<ReturnType<typeof createInMemoryEventStore>, 'readStream'>, streamId: string) => {
  const types: string[] = [];
  for await (const { type } of store.readStream(streamId)) types.push(type);
  return types;
};

describe('a store that holds back its events', () => {
  it('is read as if they were written, and writes them in the order of their moments', async () => {
    const base = createInMemoryEventStore();
    const { store, flush } = createHeldStore(base);
    await store.append('a', -1n, [event('late', '2026-03-02')]);
    await store.append('b', -1n, [event('early', '2026-03-01'), event('early too', '2026-03-01')]);
    await store.append('b', 1n, [event('late too', '2026-03-02')]);
    assert.deepEqual([base.events.length, await typesOf(store, 'b')], [0, ['early', 'early too', 'late too']]);
    await flush();
    assert.deepEqual(
      base.events.map(({ type }) => type),
      ['early', 'early too', 'late', 'late too'],
    );
  });

  it('goes on after what is written, and refuses another place', async () => {
    const base = createInMemoryEventStore();
    await base.append('a', -1n, [event('first', '2026-03-01')]);
    const { store, flush } = createHeldStore(base);
    const isConflict = (error: unknown) => isDomainError(error, 'conflict');
    await assert.rejects(store.append('a', -1n, [event('again', '2026-03-02')]), isConflict);
    await store.append('a', 0n, [event('second', '2026-03-02')]);
    assert.deepEqual(await typesOf(store, 'a'), ['first', 'second']);
    // Somebody else writes meanwhile.
    await base.append('a', 0n, [event('theirs', '2026-03-02')]);
    await assert.rejects(flush(), isConflict);
    assert.deepEqual(await typesOf(store, 'a'), ['first', 'theirs']);
  });
});
