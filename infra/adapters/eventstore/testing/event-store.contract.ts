import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isDomainError } from '#core/kernel/errors.ts';
import {
  type EventStore,
  JsonText,
  type NewEvent,
  NO_REVISION,
  type StoredEvent,
  type SubscribeOptions,
  type SubscriptionItem,
} from '#core/kernel/log/event-store.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';

/**
 * A store under the contract, with operations that the port does not offer. Others may write to it at the same time.
 */
export type ContractSubject = {
  readonly store: EventStore;
  /** A store that cannot be reached. */
  readonly away: EventStore;
  /** A second connection to the same store, which can be cut. */
  openDoor(): { readonly store: EventStore; cut(): unknown };
  close(): Promise<unknown>;
};

const TEST_TIMEOUT_MS = 600_000;
/** A subscription without a match reports a position after this many events at the latest. */
const FILTERED_EVENTS = 1_800;
const MOST_IN_AN_APPEND = 600;

/**
 * The behaviour of every implementation of the port `core/kernel/log/event-store.ts`. If two differ, EventStoreDB itself is
 * right.
 */
export function describeEventStore(name: string, make: () => Promise<ContractSubject>): void {
  describe(`${name} as an event store`, { timeout: TEST_TIMEOUT_MS }, () => {
    let subject: ContractSubject;
    let store: EventStore;
    /** The log position at which these tests begin: older events belong to others. */
    let began: bigint;
    before(async () => {
      subject = await make();
      store = subject.store;
      began = (await store.append(newStream(), NO_REVISION, newEvents(1))).position;
    });
    after(() => subject.close());
    describeStreams(() => ({ subject, store }));
    describeAppends(() => ({ subject, store }));
    describeLog(() => ({ store, began }));
    describeSubscriptions(() => ({ subject, store, began }));
  });
}

/** How a store answers about streams that an administrator of its server removed. */
export function describeRemovedStreams(
  name: string,
  make: () => Promise<
    Pick<ContractSubject, 'store' | 'close'> & {
      /** Removes the stream's events; it may be written again. */
      deleteStream(streamId: string): Promise<unknown>;
      tombstoneStream(streamId: string): Promise<unknown>;
    }
  >,
): void {
  describe(`a removed stream in ${name}`, { timeout: TEST_TIMEOUT_MS }, () => {
    let subject: Awaited<ReturnType<typeof make>>;
    before(async () => {
      subject = await make();
    });
    after(() => subject.close());

    it('that was deleted has no events, and goes on where it ended', async () => {
      const { store } = subject;
      const streamId = newStream();
      await store.append(streamId, NO_REVISION, newEvents(3));
      await subject.deleteStream(streamId);
      assert.deepEqual(await all(store.readStream(streamId)), []);
      assert.deepEqual(await all(store.readStream(streamId, { direction: 'backwards', maxCount: 1 })), []);
      assert.equal((await store.append(streamId, NO_REVISION, newEvents(2))).revision, 4n);
      assert.deepEqual(
        (await all(store.readStream(streamId))).map(({ revision }) => revision),
        [3n, 4n],
      );
      assert.deepEqual(
        (await all(store.readStream(streamId, { from: 0n, maxCount: 1 }))).map(({ revision }) => revision),
        [3n],
      );
    });

    it('to a stream that was removed for good is refused', async () => {
      const { store } = subject;
      const streamId = newStream();
      await store.append(streamId, NO_REVISION, newEvents(1));
      await subject.tombstoneStream(streamId);
      await rejects(store.append(streamId, 0n, newEvents(1)), 'invalid_state');
      await rejects(store.append(streamId, NO_REVISION, newEvents(1)), 'invalid_state');
    });
  });
}

function describeStreams(given: () => { store: EventStore }): void {
  describe('a stream', () => {
    it('that does not exist has no events', async () => {
      const { store } = given();
      assert.deepEqual(await all(store.readStream(newStream())), []);
      assert.deepEqual(await all(store.readStream(newStream(), { direction: 'backwards', from: 3n })), []);
    });

    it('returns what was appended, with its place and its time', async () => {
      const { store } = given();
      const streamId = newStream();
      const events = newEvents(1_200);
      const { revision, position } = await store.append(streamId, NO_REVISION, events);
      assert.equal(revision, 1_199n);
      const read = await all(store.readStream(streamId));
      assert.deepEqual(
        read.map(({ id, type, data, metadata, revision: at }) => ({ id, type, data, metadata, at })),
        events.map((event, index) => ({ ...event, at: BigInt(index) })),
      );
      for (const event of read) {
        assert.equal(event.streamId, streamId);
        assert.deepEqual(JSON.parse(event.json), event.data);
        assert.ok(Math.abs(event.created.getTime() - Date.now()) < TEST_TIMEOUT_MS);
      }
      assert.equal(read.at(-1)?.position, position);
    });

    it('is read no further once nobody waits, and the reader does not take that for its end', async () => {
      const { store } = given();
      const streamId = newStream();
      await store.append(streamId, NO_REVISION, newEvents(1_200));
      const stop = new AbortController();
      let read = 0;
      const reading = async () => {
        for await (const _event of store.readStream(streamId, { signal: stop.signal })) {
          read += 1;
          if (read === 10) stop.abort();
        }
      };
      await rejects(reading(), 'unavailable');
      assert.ok(read < 1_200, `${read} events were read`);
    });

    it('keeps the text of what was written as JSON already', async () => {
      const { store } = given();
      const streamId = newStream();
      const text = '{"b":1.0,"a":"Łódź 🎁 \\u00e9","list":[null,12345678901234567890]}';
      await store.append(streamId, NO_REVISION, [
        { id: randomUUID(), type: 'Gespräch', data: new JsonText(text), metadata: new JsonText('{"by":"ß"}') },
      ]);
      const [event] = await all(store.readStream(streamId));
      assert.equal(event?.json, text);
      assert.deepEqual(event?.data, JSON.parse(text));
      assert.deepEqual([event?.type, event?.metadata], ['Gespräch', { by: 'ß' }]);
    });

    it('is read from a revision on, in both directions, as far as is asked', async () => {
      const { store } = given();
      const streamId = newStream();
      await store.append(streamId, NO_REVISION, newEvents(10));
      const revisions = async (options: Parameters<EventStore['readStream']>[1]) =>
        (await all(store.readStream(streamId, options))).map(({ revision }) => Number(revision));
      assert.deepEqual(await revisions({ from: 7n }), [7, 8, 9]);
      assert.deepEqual(await revisions({ from: 2n, maxCount: 3 }), [2, 3, 4]);
      assert.deepEqual(await revisions({ from: 10n }), []);
      assert.deepEqual(await revisions({ from: 5_000n }), []);
      assert.deepEqual(await revisions({ direction: 'backwards', maxCount: 2 }), [9, 8]);
      assert.deepEqual(await revisions({ direction: 'backwards', from: 2n }), [2, 1, 0]);
      assert.deepEqual(await revisions({ direction: 'backwards', from: 5_000n, maxCount: 1 }), [9]);
      assert.deepEqual(await revisions({ maxCount: 100 }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it('may be left before its end', async () => {
      const { store } = given();
      const streamId = newStream();
      await store.append(streamId, NO_REVISION, newEvents(1_000));
      for await (const event of store.readStream(streamId)) if (event.revision === 3n) break;
      assert.equal((await all(store.readStream(streamId, { maxCount: 1 }))).length, 1);
    });
  });
}

function describeAppends(given: () => { subject: ContractSubject; store: EventStore }): void {
  describe('an append', () => {
    it('goes on at the revision that the stream has', async () => {
      const { store } = given();
      const streamId = newStream();
      const first = await store.append(streamId, NO_REVISION, newEvents(2));
      const second = await store.append(streamId, first.revision, newEvents(1));
      assert.equal(second.revision, 2n);
      assert.ok(second.position > first.position);
    });

    it('at another revision is a conflict and writes nothing', async () => {
      const { store } = given();
      const streamId = newStream();
      await rejects(store.append(streamId, 0n, newEvents(1)), 'conflict');
      await store.append(streamId, NO_REVISION, newEvents(2));
      for (const revision of [NO_REVISION, 0n, 7n]) {
        await rejects(store.append(streamId, revision, newEvents(1)), 'conflict');
      }
      assert.equal((await all(store.readStream(streamId))).length, 2);
    });

    it('lets one of many writers through', async () => {
      const { store } = given();
      const streamId = newStream();
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.append(streamId, NO_REVISION, newEvents(1))),
      );
      assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await all(store.readStream(streamId))).length, 1);
    });

    it('repeated with the same ids at the same revision returns the first result', async () => {
      const { store } = given();
      const streamId = newStream();
      const events = newEvents(3);
      const first = await store.append(streamId, NO_REVISION, events);
      assert.deepEqual(await store.append(streamId, NO_REVISION, events), first);
      const more = newEvents(2);
      const second = await store.append(streamId, first.revision, more);
      assert.deepEqual(await store.append(streamId, NO_REVISION, events), first);
      assert.deepEqual(await store.append(streamId, first.revision, more), second);
      assert.equal((await all(store.readStream(streamId))).length, 5);
    });

    it('of some new events among repeated ones is a conflict', async () => {
      const { store } = given();
      const streamId = newStream();
      const events = newEvents(2);
      await store.append(streamId, NO_REVISION, events);
      await rejects(store.append(streamId, NO_REVISION, [...events, ...newEvents(1)]), 'conflict');
      await rejects(store.append(streamId, NO_REVISION, events.toReversed()), 'conflict');
      assert.equal((await all(store.readStream(streamId))).length, 2);
    });

    it('that is too large is refused and writes nothing', async () => {
      const { store } = given();
      const streamId = newStream();
      const data = { text: 'x'.repeat(700 * 1024) };
      const large = () => ({ id: randomUUID(), type: 'Happened', data, metadata: {} });
      await rejects(store.append(streamId, NO_REVISION, [large(), large()]), 'invalid_value');
      assert.equal((await store.append(streamId, NO_REVISION, [large()])).revision, 0n);
    });

    it('is unavailable where the store is, as every call', async () => {
      const { away } = given().subject;
      await rejects(away.append(newStream(), NO_REVISION, newEvents(1)), 'unavailable');
      await rejects(all(away.readStream(newStream())), 'unavailable');
      await rejects(all(away.readAll()), 'unavailable');
      const { signal } = new AbortController();
      await rejects(all(away.subscribe({ after: null, prefixes: [newStream()], signal })), 'unavailable');
    });
  });
}

function describeLog(given: () => { store: EventStore; began: bigint }): void {
  describe('the log', () => {
    it('brings what was appended, in that order, between what others append', async () => {
      const { store, began } = given();
      const streams = [newStream(), newStream()] as const;
      const ids: string[] = [];
      for (let round = 0; round < 5; round += 1) {
        for (const streamId of streams) {
          const [event] = newEvents(1);
          assert.ok(event);
          await store.append(streamId, BigInt(round) - 1n, [event]);
          ids.push(event.id);
        }
      }
      const read = await all(store.readAll({ after: began }));
      assert.deepEqual(idsOf(read.filter(({ streamId }) => streams.some((own) => own === streamId))), ids);
      assert.ok(read.every(({ position }, index) => position > (read[index - 1]?.position ?? began)));
    });

    it('is filtered by prefixes and counted after that', async () => {
      const { store, began } = given();
      const [one, other] = [newPrefix(), newPrefix()];
      const first = await store.append(`${one}1`, NO_REVISION, newEvents(2));
      await store.append(newStream(), NO_REVISION, newEvents(2));
      await store.append(`${other}1`, NO_REVISION, newEvents(3));
      const prefixes = [one, other];
      const mine = await all(store.readAll({ after: began, prefixes }));
      assert.equal(mine.length, 5);
      assert.deepEqual(idsOf(await all(store.readAll({ after: first.position, prefixes }))), idsOf(mine.slice(2)));
      assert.equal((await all(store.readAll({ after: began, prefixes, maxCount: 4 }))).length, 4);
      assert.equal((await all(store.readAll({ after: began, prefixes: [one] }))).length, 2);
    });

    it('brings the few that somebody looks for, by the beginning of their streams or types', async () => {
      const { store, began } = given();
      const prefix = newPrefix();
      const type = `Few${randomUUID()}`;
      const named = newEvents(3).map((event) => ({ ...event, type }));
      await store.append(`${prefix}1`, NO_REVISION, newEvents(2));
      await store.append(newStream(), NO_REVISION, named);
      await store.append(`${prefix}2`, NO_REVISION, newEvents(1));
      const ofStreams = await all(store.readAll({ after: began, only: { streams: [prefix] } }));
      assert.deepEqual(
        ofStreams.map(({ streamId }) => streamId),
        [`${prefix}1`, `${prefix}1`, `${prefix}2`],
      );
      const only = { types: [type.slice(0, -1), 'Neither'] };
      assert.deepEqual(idsOf(await all(store.readAll({ after: began, only }))), idsOf(named));
      assert.deepEqual(idsOf(await all(store.readAll({ after: began, only, maxCount: 2 }))), idsOf(named.slice(0, 2)));
      const backwards = await all(store.readAll({ direction: 'backwards', only }));
      assert.deepEqual(idsOf(backwards), idsOf(named).reverse());
      assert.deepEqual(await all(store.readAll({ after: began, only: { streams: [newPrefix()] } })), []);
    });

    it('is read backwards, from its end or before a position', async () => {
      const { store } = given();
      const prefix = newPrefix();
      await store.append(`${prefix}1`, NO_REVISION, newEvents(2));
      await store.append(`${prefix}2`, NO_REVISION, newEvents(2));
      const mine = [
        ...(await all(store.readStream(`${prefix}1`))),
        ...(await all(store.readStream(`${prefix}2`))),
      ].toReversed();
      const read = await all(store.readAll({ direction: 'backwards', prefixes: [prefix], maxCount: 4 }));
      assert.deepEqual(idsOf(read), idsOf(mine));
      const [newest] = mine;
      assert.ok(newest);
      const before = await all(
        store.readAll({ direction: 'backwards', after: newest.position, prefixes: [prefix], maxCount: 3 }),
      );
      assert.deepEqual(idsOf(before), idsOf(mine.filter(({ position }) => position < newest.position).slice(0, 3)));
      assert.equal((await all(store.readAll({ direction: 'backwards', maxCount: 1 }))).length, 1);
    });
  });
}

function describeSubscriptions(given: () => { subject: ContractSubject; store: EventStore; began: bigint }): void {
  describe('a subscription', () => {
    it('brings history, says that it has caught up, and goes on live', async () => {
      const { store, began } = given();
      const prefix = newPrefix();
      const { revision } = await store.append(`${prefix}1`, NO_REVISION, newEvents(700));
      const following = follow(store, { after: began, prefixes: [prefix] });
      await eventually(() => assert.ok(following.isCaughtUp()));
      assert.equal(following.events().length, 700);
      const live = newEvents(5);
      await store.append(`${prefix}1`, revision, live);
      await store.append(`${prefix}2`, NO_REVISION, newEvents(1));
      await eventually(() => assert.equal(following.events().length, 706));
      await following.stop();
      assert.deepEqual(idsOf(following.events().slice(700, 705)), idsOf(live));
      assert.ok(following.events().every(({ streamId }) => streamId.startsWith(prefix)));
      assert.equal(following.items.filter(({ kind }) => kind === 'caught-up').length, 1);
    });

    it('begins after a position', async () => {
      const { store } = given();
      const prefix = newPrefix();
      const first = await store.append(`${prefix}1`, NO_REVISION, newEvents(3));
      const second = newEvents(2);
      await store.append(`${prefix}1`, first.revision, second);
      const following = follow(store, { after: first.position, prefixes: [prefix] });
      await eventually(() => assert.ok(following.isCaughtUp()));
      await following.stop();
      assert.deepEqual(idsOf(following.events()), idsOf(second));
    });

    it('says that it has caught up where nothing matches', async () => {
      const { store, began } = given();
      const following = follow(store, { after: began, prefixes: [newPrefix()] });
      await eventually(() => assert.ok(following.isCaughtUp()));
      await following.stop();
      assert.deepEqual(following.events(), []);
    });

    it('reports positions beyond what it filters out', async () => {
      const { store, began } = given();
      const prefix = newPrefix();
      const following = follow(store, { after: began, prefixes: [prefix] });
      await eventually(() => assert.ok(following.isCaughtUp()));
      const { position } = await store.append(`${prefix}1`, NO_REVISION, newEvents(1));
      for (let count = 0; count < FILTERED_EVENTS; count += MOST_IN_AN_APPEND) {
        await store.append(newStream(), NO_REVISION, newEvents(MOST_IN_AN_APPEND));
      }
      await eventually(() => assert.ok((following.checkpoints().at(-1) ?? 0n) > position));
      await following.stop();
      const positions = following.items.flatMap((item) =>
        item.kind === 'event' ? [item.event.position] : item.kind === 'checkpoint' ? [item.position] : [],
      );
      assert.ok(positions.every((at, index) => at >= (positions[index - 1] ?? began)));
    });

    it('brings no more at once than was asked for, and waits for a slow consumer', async () => {
      const { store, began } = given();
      const prefix = newPrefix();
      await store.append(`${prefix}1`, NO_REVISION, newEvents(50));
      const stop = new AbortController();
      const sizes: number[] = [];
      for await (const chunk of store.subscribe({
        after: began,
        prefixes: [prefix],
        signal: stop.signal,
        maxItems: 7,
      })) {
        sizes.push(chunk.filter(({ kind }) => kind === 'event').length);
        assert.ok(chunk.length <= 7);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (chunk.some(({ kind }) => kind === 'caught-up')) break;
      }
      assert.equal(
        sizes.reduce((sum, size) => sum + size, 0),
        50,
      );
    });

    it('ends without an error when it is aborted: before it began, and while it waits', async () => {
      const { store, began } = given();
      const prefixes = [newPrefix()];
      assert.deepEqual(await all(store.subscribe({ after: began, prefixes, signal: AbortSignal.abort() })), []);
      const following = follow(store, { after: began, prefixes });
      await eventually(() => assert.ok(following.isCaughtUp()));
      await following.stop();
    });

    it('fails when its connection is cut', async () => {
      const { subject, began } = given();
      const door = subject.openDoor();
      const following = follow(door.store, { after: began, prefixes: [newPrefix()] });
      const failing = rejects(following.done, 'unavailable');
      await eventually(() => assert.ok(following.isCaughtUp()));
      await door.cut();
      await failing;
    });
  });
}

const newStream = (): string => `test-${randomUUID()}`;
const newPrefix = (): string => `contract${randomUUID().slice(0, 8)}-`;

const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'Happened',
    data: { index, text: 'Łódź 🎁' },
    metadata: { hash: `${index}` },
  }));

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const rejects = (promise: Promise<unknown>, code: Parameters<typeof isDomainError>[1]): Promise<void> =>
  assert.rejects(promise, (error) => isDomainError(error, code));

/** A subscription that runs until it is stopped. */
function follow(store: EventStore, options: Pick<SubscribeOptions, 'after' | 'prefixes'>) {
  const abort = new AbortController();
  const items: SubscriptionItem[] = [];
  const done = (async () => {
    for await (const chunk of store.subscribe({ ...options, signal: abort.signal })) items.push(...chunk);
  })();
  // `stop` and `done` report a failure.
  done.catch(() => undefined);
  return {
    items,
    done,
    isCaughtUp: () => items.some(({ kind }) => kind === 'caught-up'),
    events: (): StoredEvent[] => items.flatMap((item) => (item.kind === 'event' ? [item.event] : [])),
    checkpoints: (): bigint[] => items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : [])),
    stop: () => {
      abort.abort();
      return done;
    },
  };
}
