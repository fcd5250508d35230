import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createInMemoryEventStore, type InMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { OtherLogError, placeOf } from './log-place.ts';
import { runSubscription, type SubscriptionOptions, type SubscriptionStatus } from './subscription-runner.ts';

const FAST = { retryBaseMs: 1, retryMaxMs: 5, silenceMs: 30 };

const until = (condition: () => boolean) => eventually(() => assert.ok(condition()));

const append = async (store: InMemoryEventStore, stream: string, count: number, type = 'Happened') => {
  for (let index = 0; index < count; index += 1) {
    const head = store.events.filter((event) => event.streamId === stream).length - 1;
    await store.append(stream, BigInt(head), [{ id: randomUUID(), type, data: { index }, metadata: {} }]);
  }
};

function follow(store: InMemoryEventStore, options: Partial<SubscriptionOptions<StoredEvent>> = {}) {
  const stop = new AbortController();
  const batches: { ids: string[]; position: bigint }[] = [];
  const statuses: SubscriptionStatus[] = [];
  const done = runSubscription<StoredEvent>({
    store,
    prefixes: ['a-'],
    from: null,
    decode: (event) => {
      if (event.type === 'Poison') throw new Error(`cannot read ${event.id}`);
      return event;
    },
    onBatch: async (events, { position }) => {
      batches.push({ ids: events.map((event) => event.id), position });
    },
    onStatus: (status) => statuses.push(status),
    signal: stop.signal,
    logger: silentLogger,
    limits: FAST,
    ...options,
  });
  return {
    batches,
    statuses,
    done,
    ids: () => batches.flatMap((batch) => batch.ids),
    async stop() {
      stop.abort();
      return done;
    },
  };
}

const idsOf = (store: InMemoryEventStore, prefix = 'a-') =>
  store.events.filter((event) => event.streamId.startsWith(prefix)).map((event) => event.id);

describe('a subscription', () => {
  it('delivers history, then what is live, in order and once', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 30);
    const run = follow(store);
    await until(() => run.ids().length === 30);
    await append(store, 'a-2', 5);
    // A machine that stands still for longer than the silence subscribes again, and has caught up a little later.
    await until(() => run.ids().length === 35 && run.statuses.at(-1)?.caughtUp === true);
    assert.deepEqual(run.ids(), idsOf(store));
    assert.deepEqual(await run.stop(), {
      state: 'stopped',
      position: store.events.at(-1)?.position,
      caughtUp: true,
      lagSeconds: 0,
      error: null,
    });
    assert.equal(store.openSubscriptions, 0);
  });

  it('goes on after its checkpoint', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 10);
    const run = follow(store, { from: { position: store.events[3]?.position ?? 0n, event: null } });
    await until(() => run.ids().length === 6);
    assert.deepEqual(run.ids(), idsOf(store).slice(4));
    await run.stop();
  });

  it('bounds its batches by count and bytes', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 50);
    const counted = follow(store, { limits: { ...FAST, batchEvents: 7 } });
    const weighed = follow(store, { limits: { ...FAST, batchBytes: 30 } });
    await until(() => counted.ids().length === 50 && weighed.ids().length === 50);
    assert.ok(counted.batches.every((batch) => batch.ids.length <= 7));
    assert.ok(weighed.batches.every((batch) => batch.ids.length <= 3));
    await Promise.all([counted.stop(), weighed.stop()]);
  });

  it('lets the log wait while a batch is handled', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 5);
    let running = 0;
    const run = follow(store, {
      limits: { ...FAST, batchEvents: 1 },
      onBatch: async () => {
        running += 1;
        assert.equal(running, 1);
        await delay(1);
        running -= 1;
      },
    });
    await until(() => run.statuses.filter((status) => status.state === 'running').length >= 5);
    assert.equal((await run.stop()).error, null);
  });

  it('hands over nothing for what is filtered out', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'b-1', 100);
    const run = follow(store);
    await until(() => run.statuses.some(({ caughtUp }) => caughtUp));
    assert.deepEqual(run.batches, []);
    assert.equal((await run.stop()).position, null);
  });

  describe('whose checkpoint is of another log', () => {
    /** A log of three events, and the place of the last one. */
    async function followed() {
      const store = createInMemoryEventStore();
      await append(store, 'a-1', 3);
      const [, , last] = store.events;
      assert.ok(last);
      return { store, place: placeOf(last) };
    }
    /** The log as a backup had it: the first events, and what was written after the restore. */
    async function restored(from: InMemoryEventStore, kept: number, later: number): Promise<InMemoryEventStore> {
      const store = createInMemoryEventStore();
      for (const { streamId, revision, id, type, data, metadata } of from.events.slice(0, kept)) {
        await store.append(streamId, revision - 1n, [{ id, type, data, metadata }]);
      }
      await append(store, 'a-1', later);
      return store;
    }

    for (const [what, kept, later, message] of [
      ['that is empty', 0, 0, /does not have the event that was followed last, revision 2 of a-1/],
      ['that ends before it', 2, 0, /set back to an earlier state/],
      ['that was set back and has grown past it', 2, 3, /it has another event there/],
    ] as const) {
      it(`stops at one ${what}, and hands over nothing`, async () => {
        const { store, place } = await followed();
        const run = follow(await restored(store, kept, later), { from: place });
        const status = await run.done;
        assert.ok(status.cause instanceof OtherLogError);
        assert.match(status.error ?? '', message);
        assert.deepEqual([status.state, run.batches], ['stopped', []]);
      });
    }

    it('stops at one that has the same events at other positions', async () => {
      const { store, place } = await followed();
      const run = follow(store, { from: { ...place, position: place.position + 1n } });
      assert.match((await run.done).error ?? '', /it has the same event at position/);
    });

    it('stops where it is restored while it is followed', async () => {
      const { store } = await followed();
      const earlier = await restored(store, 2, 0);
      const run = follow(store);
      await until(() => run.ids().length === 3);
      store.readStream = earlier.readStream;
      store.dropSubscriptions();
      assert.ok((await run.done).cause instanceof OtherLogError);
    });

    it('goes on where an event comes late to the node that is read, or an older version kept the position alone', async () => {
      const { store, place } = await followed();
      const { readStream } = store;
      const none = createInMemoryEventStore();
      let looks = 0;
      store.readStream = (...args) => {
        looks += 1;
        return looks < 3 ? none.readStream(...args) : readStream(...args);
      };
      const [lagging, older] = [follow(store, { from: place }), follow(store, { from: { ...place, event: null } })];
      await append(store, 'a-1', 1);
      await until(() => lagging.ids().length === 1 && older.ids().length === 1);
      await Promise.all([lagging.stop(), older.stop()]);
    });
  });

  it('resubscribes after a drop, without a gap or a repetition', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 5);
    const run = follow(store);
    await until(() => run.ids().length === 5);
    store.dropSubscriptions();
    await until(() => run.statuses.some((status) => status.state === 'reconnecting'));
    await append(store, 'a-1', 5);
    await until(() => run.ids().length === 10);
    assert.deepEqual(run.ids(), idsOf(store));
    await run.stop();
  });

  it('asks again within a second, however long the log was away', async () => {
    const store = createInMemoryEventStore();
    store.subscribe = () => {
      throw new Error('away');
    };
    const waits: number[] = [];
    const logger = { ...silentLogger, warn: ({ waitMs }: { waitMs?: number }) => waits.push(waitMs ?? 0) };
    const run = follow(store, { logger, limits: { retryBaseMs: 1 } });
    await until(() => waits.length === 13);
    assert.ok(Math.max(...waits) <= 1_000, `${waits}`);
    await run.stop();
  });

  it('notices that it went deaf and subscribes again', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 1);
    const run = follow(store);
    await until(() => run.ids().length === 1);
    store.muteSubscriptions();
    await append(store, 'a-1', 3);
    // The muted subscription stays silent: only a new one delivers events.
    const unmute = setInterval(() => {
      if (run.statuses.some((status) => /silent/.test(status.error ?? ''))) store.dropSubscriptions();
    }, 5);
    await until(() => run.ids().length === 4);
    clearInterval(unmute);
    await run.stop();
  });

  it('reads one event a look while the log stands still, however many of others came after its own', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 1);
    await append(store, 'b-1', 50);
    const looks: (number | undefined)[] = [];
    const { readAll } = store;
    store.readAll = (options) => {
      looks.push(options?.maxCount);
      return readAll(options);
    };
    const run = follow(store);
    await until(() => looks.length >= 6);
    assert.deepEqual(looks.slice(0, 6), [1, 200, 1, 1, 1, 1]);
    await run.stop();
  });

  it('stops at an event that cannot be read, after handing over those before it', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 3);
    await append(store, 'a-1', 1, 'Poison');
    await append(store, 'a-1', 3);
    const run = follow(store);
    const status = await run.done;
    assert.deepEqual(run.ids(), idsOf(store).slice(0, 3));
    assert.equal(status.state, 'stopped');
    assert.equal(status.position, store.events[2]?.position);
    assert.match(status.error ?? '', /cannot read/);
    assert.equal(store.openSubscriptions, 0);
  });

  it('repeats a batch that failed', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 4);
    let failures = 2;
    const seen: string[] = [];
    const run = follow(store, {
      onBatch: async (events) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('the database is away');
        }
        seen.push(...events.map((event) => event.id));
      },
    });
    await until(() => seen.length === 4);
    assert.ok(run.statuses.some((status) => status.error === 'the database is away'));
    assert.equal(run.statuses.at(-1)?.error, null);
    await run.stop();
  });

  it('stops at an error that no repetition heals', async () => {
    const store = createInMemoryEventStore();
    await append(store, 'a-1', 1);
    const run = follow(store, {
      onBatch: () => Promise.reject(new Error('a bug')),
      isFatal: () => true,
    });
    assert.equal((await run.done).error, 'a bug');
  });
});
