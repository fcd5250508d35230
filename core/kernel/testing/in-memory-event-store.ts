import { DomainError } from '../errors.ts';
import { type EventStore, NO_REVISION, type StoredEvent, type SubscriptionItem } from '../event-store.ts';

/** What happens to the next append, to test what crashes and cut connections leave behind. */
export type AppendFault =
  /** Refused before anything was stored. */
  | 'unavailable'
  /** Stored, but the answer is lost. */
  | 'answer-lost'
  /** Another writer comes first. */
  | 'conflict';

export type InMemoryEventStore = EventStore & {
  readonly events: readonly StoredEvent[];
  /** Queued faults, one an append. */
  failNextAppends(...faults: AppendFault[]): void;
  /** Deletes the streams whose name begins so; what followed the log has seen their events. */
  deleteStreams(prefix: string): void;
  /** Drops every live subscription, as a restarted server does. */
  dropSubscriptions(): void;
  /** Lets subscriptions go deaf: they stay open and say nothing more. */
  muteSubscriptions(): void;
  readonly appends: number;
  readonly openSubscriptions: number;
};

/** Positions have gaps on purpose, so that nobody leans on position + 1. */
const POSITION_STEP = 64n;
const CHECKPOINT_EVERY_FILTERED_EVENTS = 32;

/** The log in memory, for unit and model tests: the same rules as the real one, and faults on demand. */
export function createInMemoryEventStore(clock: () => Date = () => new Date()): InMemoryEventStore {
  const log: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const listeners = new Set<() => void>();
  const faults: AppendFault[] = [];
  let generation = 0;
  let muted = -1;
  let appends = 0;
  let openSubscriptions = 0;

  const wakeAll = () => {
    for (const listener of [...listeners]) listener();
  };

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
      for (const streamId of [...streams.keys()]) if (streamId.startsWith(prefix)) streams.delete(streamId);
    },
    dropSubscriptions: () => {
      generation += 1;
      wakeAll();
    },
    muteSubscriptions: () => {
      muted = generation;
    },

    async *readStream(streamId, { from, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY } = {}) {
      const all = [...(streams.get(streamId) ?? [])];
      const chosen =
        direction === 'forwards'
          ? all.filter((event) => from === undefined || event.revision >= from)
          : all.filter((event) => from === undefined || event.revision <= from).reverse();
      yield* chosen.slice(0, maxCount);
    },

    async *readAll({ after, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY, prefixes } = {}) {
      const matching = log.filter((event) => !prefixes || hasPrefix(event, prefixes));
      const chosen =
        direction === 'forwards'
          ? matching.filter((event) => after === undefined || event.position > after)
          : matching.filter((event) => after === undefined || event.position < after).reverse();
      yield* chosen.slice(0, maxCount);
    },

    async append(streamId, expectedRevision, events) {
      appends += 1;
      const fault = faults.shift();
      if (fault === 'unavailable') throw new DomainError('unavailable', 'The store is away.');
      if (fault === 'conflict') throw new DomainError('conflict', 'Another writer came first.');
      const stream = streams.get(streamId) ?? [];
      const head = stream.at(-1)?.revision ?? NO_REVISION;
      if (head !== expectedRevision) {
        const before = stream.slice(Number(expectedRevision + 1n), Number(expectedRevision + 1n) + events.length);
        const last = before.at(-1);
        const isRepeat = before.length === events.length && before.every((event, i) => event.id === events[i]?.id);
        if (!isRepeat || !last) throw new DomainError('conflict', `Expected ${expectedRevision}, found ${head}.`);
        return { revision: last.revision, position: last.position };
      }
      for (const event of events) {
        // Through JSON, as over the wire: whatever does not survive it must not pass here either.
        const json = JSON.stringify(event.data);
        const stored: StoredEvent = {
          id: event.id,
          type: event.type,
          streamId,
          revision: (stream.at(-1)?.revision ?? NO_REVISION) + 1n,
          position: (log.at(-1)?.position ?? 0n) + POSITION_STEP,
          created: clock(),
          data: JSON.parse(json),
          json,
          metadata: JSON.parse(JSON.stringify(event.metadata)),
        };
        stream.push(stored);
        log.push(stored);
      }
      streams.set(streamId, stream);
      wakeAll();
      const last = log.at(-1);
      if (!last) throw new Error('An append needs at least one event.');
      if (fault === 'answer-lost') throw new DomainError('unavailable', 'The answer was lost.');
      return { revision: last.revision, position: last.position };
    },

    async *subscribe({ after, prefixes, signal, maxItems = 512 }) {
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

function hasPrefix(event: StoredEvent, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => event.streamId.startsWith(prefix));
}
