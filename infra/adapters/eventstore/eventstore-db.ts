import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import { type EventMacKeys, withMacs } from '#core/kernel/log/event-macs.ts';
import { type EventStore, readEnded, type SubscriptionItem } from '#core/kernel/log/event-store.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { createBatchAppender } from './batch-append.ts';
import { namespaceOf, withinNamespace } from './namespace.ts';
import { readChunks } from './read-call.ts';
import { type ReadResponse, readAllRequest, readStreamRequest, subscribeRequest } from './read-messages.ts';

/** Without it, an append to a frozen server would wait forever. */
const APPEND_TIMEOUT_MS = 10_000;
/** A read that waits longer than this for its next event is abandoned (the client gives reads no deadline either). */
const READ_STALL_MS = 15_000;
const READ_BUFFER_EVENTS = 512;
/** A read that searches for few events sends nothing until it finds one. */
const LOOKING_STALL_MS = 120_000;
const READ = { maxItems: READ_BUFFER_EVENTS, stallMs: READ_STALL_MS };
const SUBSCRIPTION_BUFFER_EVENTS = 2_048;

/**
 * The event store over the EventStoreDB client; a given function makes the client at the first call. With keys, its
 * events carry MACs.
 */
export function createEventStoreDb(
  source: EventStoreDBClient | (() => EventStoreDBClient),
  macKeys?: EventMacKeys,
): EventStore {
  const connect = typeof source === 'function' ? source : () => source;
  let current: EventStoreDBClient | undefined;
  const client = () => {
    current ??= connect();
    return current;
  };
  const store = withinNamespace(createUnproven(client), () => namespaceOf(client()));
  return macKeys ? withMacs(store, macKeys) : store;
}

function createUnproven(client: () => EventStoreDBClient): EventStore {
  const append = createBatchAppender(APPEND_TIMEOUT_MS);
  return {
    async *readStream(streamId, { from, direction = 'forwards', maxCount, signal } = {}) {
      const request = readStreamRequest(streamId, from, direction, maxCount);
      try {
        for await (const chunk of readChunks(client(), request, {
          ...READ,
          isShort: isShort(maxCount),
          ...(signal && { signal }),
        })) {
          for (const response of chunk) {
            if (response.kind === 'event') yield response.event;
          }
        }
        if (signal?.aborted) throw readEnded();
      } catch (error) {
        throw toDomainError(error);
      }
    },

    async *readAll({ after, direction = 'forwards', maxCount, prefixes, only } = {}) {
      // With prefixes, texts, or an event to leave out, this code counts.
      const count = prefixes || after !== undefined ? undefined : maxCount;
      const request = readAllRequest(after, direction, count, only);
      const options = { ...READ, stallMs: only ? LOOKING_STALL_MS : READ_STALL_MS, isShort: isShort(count) };
      let left = maxCount ?? Number.POSITIVE_INFINITY;
      try {
        for await (const chunk of readChunks(client(), request, options)) {
          for (const response of chunk) {
            if (response.kind !== 'event') continue;
            const { event } = response;
            // A read from a position includes the event at that position.
            if (after !== undefined && direction === 'forwards' && event.position <= after) continue;
            if (prefixes && !prefixes.some((prefix) => event.streamId.startsWith(prefix))) continue;
            if (left <= 0) return;
            left -= 1;
            yield event;
          }
          if (left <= 0) return;
        }
      } catch (error) {
        throw toDomainError(error);
      }
    },

    async append(streamId, expectedRevision, events) {
      try {
        const { revision, position } = await append(client(), streamId, expectedRevision, events);
        return { revision, position: position ?? (await positionOf(this, streamId, revision)) };
      } catch (error) {
        throw toDomainError(error);
      }
    },

    async *subscribe({ after, prefixes, signal, maxItems = SUBSCRIPTION_BUFFER_EVENTS }) {
      if (signal.aborted) return;
      try {
        for await (const chunk of readChunks(client(), subscribeRequest(after, prefixes), { maxItems, signal })) {
          const items = chunk.filter(isSubscriptionItem);
          if (items.length > 0) yield items;
        }
        if (!signal.aborted) throw new DomainError('unavailable', 'The event store ended the subscription.');
      } catch (error) {
        throw toDomainError(error);
      }
    },
  };
}

const isShort = (maxCount: number | undefined): boolean => maxCount !== undefined && maxCount <= READ_BUFFER_EVENTS;

const isSubscriptionItem = (response: ReadResponse): response is SubscriptionItem =>
  response.kind === 'event' || response.kind === 'checkpoint' || response.kind === 'caught-up';

async function positionOf(store: EventStore, streamId: string, revision: bigint): Promise<bigint> {
  for await (const event of store.readStream(streamId, { from: revision, maxCount: 1 })) return event.position;
  throw new DomainError('unavailable', 'The event store did not say where it stored the events.');
}

function toDomainError(error: unknown): DomainError {
  if (isDomainError(error)) return error;
  const cause = error instanceof Error ? error.message : String(error);
  const unavailable = new DomainError(
    'unavailable',
    'The ledger cannot be reached just now. Nothing is known to have been booked: try again in a moment.',
    { cause: cause.slice(0, 300) },
  );
  unavailable.cause = error;
  return unavailable;
}
