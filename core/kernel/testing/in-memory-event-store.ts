import { DomainError } from '#core/kernel/errors.ts';
import {
  type AppendResult,
  type EventStore,
  isWanted,
  jsonTextOf,
  type NewEvent,
  NO_REVISION,
  readEnded,
  type StoredEvent,
  type SubscriptionItem,
} from '#core/kernel/log/event-store.ts';

/** What happens to the next append, to test the effects of crashes and lost connections. */
export type AppendFault =
  /** Refused before anything was stored. */
  | 'unavailable'
  /** Stored, but the answer is lost. */
  | 'answer-lost'
  /** Another writer comes first. */
  | 'conflict';

export type InMemoryEventStore = EventStore & {
  readonly events: readonly StoredEvent[];
  /** Queues faults, one for each append. */
  failNextAppends(...faults: AppendFault[]): void;
  /** Deletes the streams with this prefix as EventStoreDB does: a later append to one continues at its revision. */
  deleteStreams(prefix: string): void;
  /** Deletes a stream permanently. */
  tombstoneStream(streamId: string): void;
  /** From now on every call is unavailable. */
  goAway(): void;
  /** Drops every live subscription, as a restarted server does. */
  dropSubscriptions(): void;
  /** Mutes subscriptions: they stay open and deliver nothing more. */
  muteSubscriptions(): void;
  readonly appends: number;
  readonly openSubscriptions: number;
};

/** Positions have gaps on purpose, so that no code relies on position + 1. */
const POSITION_STEP = 64n;
const CHECKPOINT_EVERY_FILTERED_EVENTS = 32;
const MAX_APPEND_BYTES = 1024 * 1024;

type Stream = { events: StoredEvent[]; revision: bigint; isTombstoned: boolean };

/** The log in memory, for unit and model tests: it keeps the real one's contract, and fails on demand. */
export function createInMemoryEventStore(clock: () => Date = () => new Date()): InMemoryEventStore {
  const log: StoredEvent[] = [];
  const streams = new Map<string, Stream>();
  const listeners = new Set<() => void>();
  const faults: AppendFault[] = [];
  let isAway = false;
  let generation = 0;
  let muted = -1;
  let appends = 0;
  let openSubscriptions = 0;

  const wakeAll = () => {
    for (const listener of [...listeners]) listener();
  };
  const requireHere = () => {
    if (isAway) throw new DomainError('unavailable', 'The store is away.');
  };

  function write(streamId: string, stream: Stream, events: readonly NewEvent[]): AppendResult {
    for (const event of events) {
      // Through JSON, as over the network: a value that JSON changes fails here too.
      const json = jsonTextOf(event.data);
      stream.revision += 1n;
      const stored: StoredEvent = {
        id: event.id,
        type: event.type,
        streamId,
        revision: stream.revision,
        position: (log.at(-1)?.position ?? 0n) + POSITION_STEP,
        created: clock(),
        data: JSON.parse(json),
        json,
        metadata: JSON.parse(jsonTextOf(event.metadata)),
      };
      stream.events.push(stored);
      log.push(stored);
    }
    streams.set(streamId, stream);
    wakeAll();
    return { revision: stream.revision, position: log.at(-1)?.position ?? 0n };
  }

  return {
    events: log,
    get appends() {
      return appends;
    },
    get openSubscriptions() {
      return openSubscriptions;
    },
    failNextAppends: (...next) => {
      faults.push(...next);
    },
    deleteStreams: (prefix) => {
      for (const [streamId, stream] of streams) if (streamId.startsWith(prefix)) stream.events = [];
    },
    tombstoneStream: (streamId) => {
      streams.set(streamId, { events: [], revision: NO_REVISION, isTombstoned: true });
    },
    goAway: () => {
      isAway = true;
    },
    dropSubscriptions: () => {
      generation += 1;
      wakeAll();
    },
    muteSubscriptions: () => {
      muted = generation;
    },

    async *readStream(streamId, { from, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY, signal } = {}) {
      requireHere();
      const all = [...(streams.get(streamId)?.events ?? [])];
      const chosen =
        direction === 'forwards'
          ? all.filter((event) => from === undefined || event.revision >= from)
          : all.filter((event) => from === undefined || event.revision <= from).reverse();
      for (const event of chosen.slice(0, maxCount)) {
        if (signal?.aborted) throw readEnded();
        yield event;
      }
    },

    async *readAll(options = {}) {
      requireHere();
      const { after, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY, prefixes, only } = options;
      const matching = log.filter(
        (event) => (!prefixes || hasPrefix(event, prefixes)) && (!only || isWanted(event, only)),
      );
      const chosen =
        direction === 'forwards'
          ? matching.filter((event) => after === undefined || event.position > after)
          : matching.filter((event) => after === undefined || event.position < after).reverse();
      yield* chosen.slice(0, maxCount);
    },

    async append(streamId, expectedRevision, events) {
      appends += 1;
      const fault = faults.shift();
      requireHere();
      if (fault === 'unavailable') throw new DomainError('unavailable', 'The store is away.');
      if (fault === 'conflict') throw new DomainError('conflict', 'Another writer came first.');
      const stream = streams.get(streamId) ?? { events: [], revision: NO_REVISION, isTombstoned: false };
      if (stream.isTombstoned) throw new DomainError('invalid_state', 'This stream was deleted.');
      if (bytesOf(events) > MAX_APPEND_BYTES)
        throw new DomainError('invalid_value', 'This is too much for one append.');
      const isDeleted = stream.events.length === 0 && expectedRevision === NO_REVISION;
      if (stream.revision !== expectedRevision && !isDeleted) return repeated(stream, expectedRevision, events);
      const appended = write(streamId, stream, events);
      if (fault === 'answer-lost') throw new DomainError('unavailable', 'The answer was lost.');
      return appended;
    },

    async *subscribe({ after, prefixes, signal, maxItems = 512 }) {
      requireHere();
      const mine = generation;
      let index = after === null ? 0 : log.findIndex((event) => event.position > after);
      if (index < 0) index = log.length;
      let isCaughtUp = false;
      openSubscriptions += 1;
      try {
        while (!signal.aborted) {
          if (mine !== generation) throw new DomainError('unavailable', 'The subscription was dropped.');
          const items: SubscriptionItem[] = [];
          let filtered = 0;
          while (muted !== mine && items.length < maxItems && index < log.length) {
            const event = log[index];
            index += 1;
            if (!event) break;
            if (hasPrefix(event, prefixes)) items.push({ kind: 'event', event });
            else filtered += 1;
            if (filtered >= CHECKPOINT_EVERY_FILTERED_EVENTS) {
              items.push({ kind: 'checkpoint', position: event.position });
              filtered = 0;
            }
          }
          if (!isCaughtUp && index >= log.length && muted !== mine) {
            isCaughtUp = true;
            items.push({ kind: 'caught-up' });
          }
          if (items.length > 0) {
            yield items;
            continue;
          }
          await new Promise<void>((resolve) => {
            const wake = () => {
              listeners.delete(wake);
              signal.removeEventListener('abort', wake);
              resolve();
            };
            listeners.add(wake);
            signal.addEventListener('abort', wake);
          });
        }
      } finally {
        openSubscriptions -= 1;
      }
    },
  };
}

/** The result of the append that these events repeat. @throws DomainError conflict */
function repeated(stream: Stream, expectedRevision: bigint, events: readonly NewEvent[]): AppendResult {
  const there = stream.events.filter(({ revision }) => revision > expectedRevision).slice(0, events.length);
  const last = there.at(-1);
  const isRepeated = there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
  if (!isRepeated || !last) {
    throw new DomainError('conflict', `Expected ${expectedRevision}, found ${stream.revision}.`);
  }
  return { revision: last.revision, position: last.position };
}

const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce((bytes, { data, metadata }) => bytes + jsonTextOf(data).length + jsonTextOf(metadata).length, 0);

function hasPrefix(event: StoredEvent, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => event.streamId.startsWith(prefix));
}
