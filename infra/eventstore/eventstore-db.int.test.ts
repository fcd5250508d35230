import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore, StoredEvent } from '#core/kernel/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { runSubscription } from '#core/kernel/subscription-runner.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { startTestStack, type TestStack } from '#infra/proof/testing/stack.ts';
import { createEventStoreDb } from './eventstore-db.ts';

let stack: TestStack;
let client: EventStoreDBClient;
let store: EventStore;

before(async () => {
  stack = await startTestStack();
  client = createEventStoreClient(stack.eventstoreUrl);
  store = createEventStoreDb(client);
});
after(async () => {
  await client.dispose();
  await stack.stop();
});

const newEvents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'Happened',
    data: { index, text: 'Łódź 🎁' },
    metadata: { hash: `${index}` },
  }));
async function all(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const list: StoredEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}
const rejects = (promise: Promise<unknown>, code: Parameters<typeof isDomainError>[1]) =>
  assert.rejects(promise, (error) => isDomainError(error, code));

describe('a stream', () => {
  it('that does not exist has no events', async () => {
    assert.deepEqual(await all(store.readStream(`nobody-${randomUUID()}`)), []);
  });

  it('can be looked at thousands of times, each read left at its first event, on one connection', async () => {
    const stream = `test-${randomUUID()}`;
    await store.append(stream, -1n, newEvents(500));
    const look = async () => {
      for await (const event of store.readStream(stream, { maxCount: 100 })) return event.revision;
      return undefined;
    };
    // Node's servers close a connection on which a thousand calls were cancelled at once.
    for (let round = 0; round < 22; round += 1) {
      const revisions = await Promise.all(Array.from({ length: 60 }, look));
      assert.ok(revisions.every((revision) => revision === 0n));
    }
  });

  it('returns what was appended, forwards, backwards and in part', async () => {
    const stream = `test-${randomUUID()}`;
    const events = newEvents(1_200);
    const result = await store.append(stream, -1n, events);
    assert.equal(result.revision, 1_199n);
    const read = await all(store.readStream(stream));
    assert.deepEqual(
      read.map(({ id, data, metadata, revision }) => ({ id, data, metadata, revision })),
      events.map(({ id, data, metadata }, index) => ({ id, data, metadata, revision: BigInt(index) })),
    );
    assert.equal(read.at(-1)?.position, result.position);
    const tail = await all(store.readStream(stream, { direction: 'backwards', maxCount: 2 }));
    assert.deepEqual(
      tail.map((event) => event.revision),
      [1_199n, 1_198n],
    );
    assert.equal((await all(store.readStream(stream, { from: 1_190n }))).length, 10);
    assert.deepEqual(await all(store.readStream(stream, { from: 5_000n })), []);
  });

  it('can be left in the middle', async () => {
    const stream = `test-${randomUUID()}`;
    await store.append(stream, -1n, newEvents(1_000));
    for await (const event of store.readStream(stream)) {
      if (event.revision === 3n) break;
    }
    assert.equal((await all(store.readStream(stream, { maxCount: 1 }))).length, 1);
  });
});

describe('an append', () => {
  it('at another revision than the stream has is a conflict and writes nothing', async () => {
    const stream = `test-${randomUUID()}`;
    await store.append(stream, -1n, newEvents(2));
    await rejects(store.append(stream, -1n, newEvents(1)), 'conflict');
    await rejects(store.append(stream, 0n, newEvents(1)), 'conflict');
    await rejects(store.append(stream, 7n, newEvents(1)), 'conflict');
    assert.equal((await all(store.readStream(stream))).length, 2);
  });

  it('repeated with the same ids at the same revision returns the first result', async () => {
    const stream = `test-${randomUUID()}`;
    const events = newEvents(3);
    const first = await store.append(stream, -1n, events);
    assert.deepEqual(await store.append(stream, -1n, events), first);
    assert.equal((await all(store.readStream(stream))).length, 3);
  });

  it('that is too large is refused', async () => {
    const data = { text: 'x'.repeat(2 * 1024 * 1024) };
    await rejects(
      store.append(`test-${randomUUID()}`, -1n, [{ id: randomUUID(), type: 'T', data, metadata: {} }]),
      'invalid_value',
    );
  });

  it('without a store is unavailable', async () => {
    const nowhere = createEventStoreClient('esdb://127.0.0.1:1?tls=false');
    await rejects(createEventStoreDb(nowhere).append('test-1', -1n, newEvents(1)), 'unavailable');
    await rejects(all(createEventStoreDb(nowhere).readStream('test-1')), 'unavailable');
    await nowhere.dispose();
  });
});

describe('the log', () => {
  it('is read after a position, filtered, and backwards', async () => {
    const prefix = `log${randomUUID().slice(0, 8)}-`;
    const first = await store.append(`${prefix}1`, -1n, newEvents(2));
    await store.append(`other-${randomUUID()}`, -1n, newEvents(2));
    await store.append(`${prefix}2`, -1n, newEvents(3));
    const mine = await all(store.readAll({ prefixes: [prefix] }));
    assert.equal(mine.length, 5);
    assert.equal((await all(store.readAll({ prefixes: [prefix], after: first.position }))).length, 3);
    assert.equal((await all(store.readAll({ prefixes: [prefix], maxCount: 4 }))).length, 4);
    const newest = await all(store.readAll({ direction: 'backwards', maxCount: 1 }));
    assert.equal(newest[0]?.position, mine.at(-1)?.position);
  });

  it('is followed: history, then live, in order, and its checkpoint passes what is filtered out', async () => {
    const prefix = `sub${randomUUID().slice(0, 8)}-`;
    const stream = `${prefix}1`;
    const start = await store.append(stream, -1n, newEvents(700));
    const stop = new AbortController();
    const seen: string[] = [];
    let position = 0n;
    let caughtUp = false;
    const running = runSubscription({
      store,
      prefixes: [prefix],
      from: null,
      decode: (event) => event,
      onBatch: async (events, at) => {
        seen.push(...events.map((event) => event.id));
        assert.ok(at > position);
        position = at;
      },
      onStatus: (status) => {
        caughtUp = status.caughtUp;
      },
      signal: stop.signal,
      logger: silentLogger,
    });
    await eventually(() => assert.ok(caughtUp && seen.length === 700));
    await store.append(stream, start.revision, newEvents(5));
    await eventually(() => assert.equal(seen.length, 705));
    for (let round = 0; round < 3; round += 1) await store.append(`other-${randomUUID()}`, -1n, newEvents(600));
    const mine = await all(store.readStream(stream));
    await eventually(() => assert.ok(position > (mine.at(-1)?.position ?? 0n)));
    stop.abort();
    assert.equal((await running).error, null);
    assert.deepEqual(
      seen,
      mine.map((event) => event.id),
    );
  });
});
