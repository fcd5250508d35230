import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  streamNameFilter,
} from '@eventstore/db-client';
import { createBatchAppender } from './batch-append.ts';
import { DomainError, isDomainError } from './errors.ts';
import type { EventStore, StoredEvent, SubscriptionItem } from './event-store.ts';

/** Without it a frozen server would hold an append for ever. */
const APPEND_TIMEOUT_MS = 10_000;
/** A read that waits longer than this for its next event is given up (reads have no deadline in the client either). */
const READ_STALL_MS = 15_000;
const READ_BUFFER_EVENTS = 512;
const SUBSCRIPTION_BUFFER_EVENTS = 2_048;
/** How often a filtered subscription reports a position though nothing matched, in multiples of the search window. */
const CHECKPOINT_INTERVAL = 1;
const MAX_SEARCH_WINDOW = 512;

/** The part of a Node stream that is used here (the client narrows the event names in its own types). */
type Pullable = { read(): unknown; on(event: string, listener: (...args: unknown[]) => void): unknown };
type Marker = { readonly marker: SubscriptionItem };

/** The event store over the EventStoreDB client; given a function, the client is made at the first call. */
export function createEventStoreDb(source: EventStoreDBClient | (() => EventStoreDBClient)): EventStore {
  const connect = typeof source === 'function' ? source : () => source;
  const append = createBatchAppender(APPEND_TIMEOUT_MS);
  let current: EventStoreDBClient | undefined;
  const client = () => {
    current ??= connect();
    return current;
  };
  return {
    async *readStream(streamId, { from, direction = 'forwards', maxCount } = {}) {
      const stream = client().readStream(
        streamId,
        {
          fromRevision: from ?? (direction === 'forwards' ? START : END),
          direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
          ...(maxCount === undefined ? {} : { maxCount }),
        },
        { readableHighWaterMark: READ_BUFFER_EVENTS } as object,
      );
      try {
        for await (const chunk of chunksOf<ResolvedEvent>(stream, READ_BUFFER_EVENTS, READ_STALL_MS)) {
          for (const resolved of chunk) {
            const event = toStored(resolved);
            if (event) yield event;
          }
        }
      } catch (error) {
        if (error instanceof StreamNotFoundError) return;
        throw toDomainError(error);
      } finally {
        await quietly(stream.cancel());
      }
    },

    async *readAll({ after, direction = 'forwards', maxCount, prefixes } = {}) {
      const stream = client().readAll(
        {
          fromPosition:
            after === undefined ? (direction === 'forwards' ? START : END) : { commit: after, prepare: after },
          direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
          // The read has no filter of its own: with prefixes the count is kept here.
          ...(maxCount === undefined || prefixes || after !== undefined ? {} : { maxCount }),
        },
        { readableHighWaterMark: READ_BUFFER_EVENTS } as object,
      );
      let left = maxCount ?? Number.POSITIVE_INFINITY;
      try {
        for await (const chunk of chunksOf<AllStreamResolvedEvent>(stream, READ_BUFFER_EVENTS, READ_STALL_MS)) {
          for (const resolved of chunk) {
            const event = toStored(resolved);
            // A read from a position begins with the event at that position.
            if (!event || (after !== undefined && direction === 'forwards' && event.position <= after)) continue;
            if (prefixes && !prefixes.some((prefix) => event.streamId.startsWith(prefix))) continue;
            if (left <= 0) return;
            left -= 1;
            yield event;
          }
          if (left <= 0) return;
        }
      } catch (error) {
        throw toDomainError(error);
      } finally {
        await quietly(stream.cancel());
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
      const subscription: AllStreamSubscription = client().subscribeToAll(
        {
          fromPosition: after === null ? START : { commit: after, prepare: after },
          filter: streamNameFilter({
            prefixes: [...prefixes],
            checkpointInterval: CHECKPOINT_INTERVAL,
            maxSearchWindow: MAX_SEARCH_WINDOW,
            // Pushed into the same queue as the events: the callback itself runs ahead of events that still wait there.
            checkpointReached: (self, position) => {
              pushMarker(self, { kind: 'checkpoint', position: position.commit });
            },
          }),
        },
        { readableHighWaterMark: maxItems } as object,
      );
      subscription.on('caughtUp', () => pushMarker(subscription, { kind: 'caught-up' }));
      try {
        for await (const chunk of chunksOf<AllStreamResolvedEvent | Marker>(subscription, maxItems, null, signal)) {
          const items: SubscriptionItem[] = [];
          for (const entry of chunk) {
            if ('marker' in entry) {
              items.push(entry.marker);
              continue;
            }
            const event = toStored(entry);
            if (event) items.push({ kind: 'event', event });
          }
          if (items.length > 0) yield items;
        }
        if (!signal.aborted) throw new DomainError('unavailable', 'The event store ended the subscription.');
      } catch (error) {
        throw toDomainError(error);
      } finally {
        // Leaving the loop alone would let the server's stream stand open for ever.
        await quietly(subscription.unsubscribe());
      }
    },
  };
}

function pushMarker(subscription: AllStreamSubscription, marker: SubscriptionItem): void {
  (subscription as unknown as { push(item: Marker): boolean }).push({ marker } satisfies Marker);
}

async function positionOf(store: EventStore, streamId: string, revision: bigint): Promise<bigint> {
  for await (const event of store.readStream(streamId, { from: revision, maxCount: 1 })) return event.position;
  throw new DomainError('unavailable', 'The event store did not say where it stored the events.');
}

function toStored(resolved: ResolvedEvent | AllStreamResolvedEvent): StoredEvent | undefined {
  const { event } = resolved;
  if (!event) return undefined;
  return {
    id: event.id,
    type: event.type,
    streamId: event.streamId,
    revision: event.revision,
    position: event.position?.commit ?? resolved.commitPosition ?? 0n,
    created: event.created,
    data: event.data,
    metadata: event.metadata,
  };
}

class StalledError extends Error {}

/** What is at hand in a readable stream, chunk by chunk; throws its error, and StalledError when nothing comes in time. */
async function* chunksOf<Item>(
  stream: Pullable,
  maxItems: number,
  stallMs: number | null,
  signal?: AbortSignal,
): AsyncGenerator<Item[]> {
  let failure: unknown;
  let ended = false;
  let wake: () => void = () => {};
  const onEnd = () => {
    ended = true;
    wake();
  };
  stream.on('readable', () => wake());
  stream.on('end', onEnd);
  stream.on('close', onEnd);
  stream.on('error', (error: unknown) => {
    failure ??= error;
    wake();
  });
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted) {
      const chunk: Item[] = [];
      while (chunk.length < maxItems) {
        const item = stream.read() as Item | null;
        if (item === null) break;
        chunk.push(item);
      }
      if (chunk.length > 0) {
        yield chunk;
        continue;
      }
      if (failure) throw failure;
      if (ended) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve, reject) => {
        wake = resolve;
        if (stallMs === null) return;
        timer = setTimeout(() => reject(new StalledError(`Nothing was read for ${stallMs} ms.`)), stallMs);
      }).finally(() => clearTimeout(timer));
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Leaving a stream that never opened rejects with the very error that is being reported already. */
const quietly = (leaving: Promise<void>): Promise<void> => leaving.catch(() => undefined);

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
