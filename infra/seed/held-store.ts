import { z } from 'zod';
import { DomainError } from '#core/kernel/errors.ts';
import {
  type EventStore,
  jsonTextOf,
  type NewEvent,
  NO_REVISION,
  type StoredEvent,
} from '#core/kernel/log/event-store.ts';

type Held = {
  readonly streamId: string;
  readonly expectedRevision: bigint;
  readonly events: readonly NewEvent[];
  /** The moment that its events say. */
  readonly time: string;
};

/** Appends that wait for their answers. */
const MAX_IN_FLIGHT = 512;

/**
 * A store that keeps what is appended to itself, until it writes all of it to the other store in the order of the moments that the events say.
 * A year is played customer by customer, and its log is that of one shop. Reads see both. One writer, no subscriptions.
 */
export function createHeldStore(base: EventStore) {
  const streams = createStreams(base);
  let held: Held[] = [];
  const store: EventStore = {
    async *readStream(streamId, { from, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY } = {}) {
      const events = await streams.read(streamId);
      const isForwards = direction === 'forwards';
      const wanted = events.filter(
        ({ revision }) => from === undefined || (isForwards ? revision >= from : revision <= from),
      );
      yield* (isForwards ? wanted : wanted.reverse()).slice(0, maxCount);
    },
    readAll: (options) => base.readAll(options),
    async append(streamId, expectedRevision, events) {
      const last = await streams.add(streamId, expectedRevision, events);
      held.push({ streamId, expectedRevision, events, time: Moment.parse(last.metadata).time });
      return { revision: last.revision, position: last.position };
    },
    subscribe() {
      throw new Error('Nobody follows a store that holds back its events.');
    },
  };
  return {
    store,
    /**
     * Writes what it holds, the oldest moment first. What was appended first is first among equal moments, so causes stand before their effects.
     * @throws what the other store refuses; then a part of it is written
     */
    async flush(): Promise<void> {
      const appends = held.toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
      held = [];
      streams.forget();
      await writeInOrder(base, appends);
    },
  };
}

/** The streams of the other store, with what was added to them here. */
function createStreams(base: EventStore) {
  const streams = new Map<string, StoredEvent[]>();
  let position = 0n;
  let head: Promise<bigint> | undefined;
  /** After everything in the other store, so that queues by position keep their order. */
  const start = () => {
    head ??= headOf(base).then((found) => {
      position = found;
      return found;
    });
    return head;
  };
  /** Read from the other store once. */
  async function read(streamId: string): Promise<StoredEvent[]> {
    const known = streams.get(streamId);
    if (known) return known;
    const events: StoredEvent[] = [];
    // An empty log has no streams.
    if ((await start()) > 0n) for await (const event of base.readStream(streamId)) events.push(event);
    const meanwhile = streams.get(streamId) ?? events;
    streams.set(streamId, meanwhile);
    return meanwhile;
  }
  return {
    read,
    /** Returns the last of the events. @throws DomainError conflict */
    async add(streamId: string, expectedRevision: bigint, events: readonly NewEvent[]): Promise<StoredEvent> {
      const stream = await read(streamId);
      const revision = stream.at(-1)?.revision ?? NO_REVISION;
      if (revision !== expectedRevision) {
        throw new DomainError('conflict', `${streamId} is at ${revision}, not at ${expectedRevision}.`);
      }
      for (const [index, { id, type, data, metadata }] of events.entries()) {
        position += 1n;
        const json = jsonTextOf(data);
        const place = { streamId, revision: expectedRevision + BigInt(index + 1), position, created: new Date() };
        stream.push({ id, type, ...place, data: JSON.parse(json), json, metadata: JSON.parse(jsonTextOf(metadata)) });
      }
      const last = stream.at(-1);
      if (!last) throw new DomainError('invalid_value', 'An append has no events.');
      return last;
    },
    /** The next read is of the other store again. */
    forget(): void {
      streams.clear();
      head = undefined;
    },
  };
}

/** Sends appends one after the other on one call, without waiting for each: there the order of sending is kept. */
async function writeInOrder(store: EventStore, appends: readonly Held[]): Promise<void> {
  const open = new Set<Promise<unknown>>();
  for (const [index, { streamId, expectedRevision, events }] of appends.entries()) {
    const append: Promise<unknown> = store
      .append(streamId, expectedRevision, events)
      .finally(() => open.delete(append));
    append.catch(() => undefined);
    open.add(append);
    // The first one alone, because it opens the call.
    if (index === 0 || open.size >= MAX_IN_FLIGHT) await open.values().next().value;
  }
  await Promise.all(open);
}

async function headOf(store: EventStore): Promise<bigint> {
  for await (const { position } of store.readAll({ direction: 'backwards', maxCount: 1 })) return position;
  return 0n;
}

const Moment = z.object({ time: z.string() });
