import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { runSubscription } from '#core/kernel/following/subscription-runner.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { createEventStoreClient, readAddress } from './client.ts';
import { createEventStoreDb } from './eventstore-db.ts';
import { nameOnServer } from './namespace.ts';
import { type ContractSubject, describeEventStore, describeRemovedStreams } from './testing/event-store.contract.ts';

/** Nothing listens there. */
const NOWHERE = 'esdb://127.0.0.1:1?tls=false';

function subjectAt(eventstoreUrl: string, stop: () => Promise<unknown>): ContractSubject {
  const client = createEventStoreClient(eventstoreUrl);
  const nowhere = createEventStoreClient(NOWHERE);
  return {
    store: createEventStoreDb(client),
    away: createEventStoreDb(nowhere),
    openDoor() {
      const own = createEventStoreClient(eventstoreUrl);
      return { store: createEventStoreDb(own), cut: () => own.dispose() };
    },
    async close() {
      await client.dispose();
      await nowhere.dispose();
      await stop();
    },
  };
}

describeEventStore('the server of the tests', async () => {
  const { eventstoreUrl, stop } = await startTestStack();
  return subjectAt(eventstoreUrl, stop);
});

describeEventStore('a share of a server', async () => {
  const { eventstoreUrl, stop } = await startTestStack();
  const others = createEventStoreClient(eventstoreUrl);
  const { position } = await createEventStoreDb(others).append(`theirs-${randomUUID()}`, -1n, testEvents(600));
  await others.dispose();
  const { address } = readAddress(eventstoreUrl);
  return subjectAt(`${address}&streamPrefix=mine-${randomUUID()}-&logAfter=${position}`, stop);
});

// The embedded node removes no streams.
if (process.env.EVENTSTORE_TEST_URL) {
  describeRemovedStreams('the server of EVENTSTORE_TEST_URL', async () => {
    const { eventstoreUrl, stop } = await startTestStack();
    const client = createEventStoreClient(eventstoreUrl);
    return {
      store: createEventStoreDb(client),
      deleteStream: (streamId) => client.deleteStream(nameOnServer(client, streamId)),
      tombstoneStream: (streamId) => client.tombstoneStream(nameOnServer(client, streamId)),
      close: () => client.dispose().then(stop),
    };
  });
}

describe('the event store through one connection', async () => {
  const stack = await startTestStack();
  const client = createEventStoreClient(stack.eventstoreUrl);
  const store = createEventStoreDb(client);
  after(async () => {
    await client.dispose();
    await stack.stop();
  });

  it('can be looked at thousands of times, each read left at its first event, on one connection', async () => {
    const stream = `test-${randomUUID()}`;
    await store.append(stream, -1n, testEvents(500));
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

  it('is followed: history, then live, in order', async () => {
    const prefix = `sub${randomUUID().slice(0, 8)}-`;
    const stream = `${prefix}1`;
    const start = await store.append(stream, -1n, testEvents(700));
    const stop = new AbortController();
    const seen: string[] = [];
    let position = 0n;
    let caughtUp = false;
    const running = runSubscription({
      store,
      prefixes: [prefix],
      from: null,
      decode: (event) => event,
      onBatch: async (events, { position: at }) => {
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
    await store.append(stream, start.revision, testEvents(5));
    await eventually(() => assert.equal(seen.length, 705));
    const mine: StoredEvent[] = [];
    for await (const event of store.readStream(stream)) mine.push(event);
    assert.equal(position, mine.at(-1)?.position);
    stop.abort();
    assert.equal((await running).error, null);
    assert.deepEqual(
      seen,
      mine.map((event) => event.id),
    );
  });
});

const testEvents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: randomUUID(), type: 'Happened', data: { index }, metadata: {} }));
