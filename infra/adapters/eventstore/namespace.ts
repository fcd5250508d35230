import { type EventStore, isWanted, type StoredEvent, type SubscriptionItem } from '#core/kernel/log/event-store.ts';
import type { EventStoreDBClient } from '#eventstore-client';

/** A store's share of a server that others use too: the streams with a prefix, and the log after a position. */
export type Namespace = { readonly streamPrefix: string; readonly logAfter: bigint | undefined };

const namespaces = new WeakMap<EventStoreDBClient, Namespace>();

/** Takes `streamPrefix` and `logAfter` out of a connection string's options: the client does not support them. */
export function takeNamespace(options: URLSearchParams): Namespace | undefined {
  const [streamPrefix, logAfter] = [options.get('streamPrefix'), options.get('logAfter')];
  options.delete('streamPrefix');
  options.delete('logAfter');
  if (!streamPrefix) return undefined;
  return { streamPrefix, logAfter: logAfter === null ? undefined : BigInt(logAfter) };
}

export function setNamespace(client: EventStoreDBClient, namespace: Namespace | undefined): void {
  if (namespace) namespaces.set(client, namespace);
}

export const namespaceOf = (client: EventStoreDBClient): Namespace | undefined => namespaces.get(client);

export const nameOnServer = (client: EventStoreDBClient, streamId: string): string =>
  `${namespaceOf(client)?.streamPrefix ?? ''}${streamId}`;

/** A store that sees only its namespace; without one, the store itself. The namespace is read at the first call. */
export function withinNamespace(store: EventStore, find: () => Namespace | undefined): EventStore {
  const within = <Result>(whole: () => Result, share: (namespace: Namespace) => Result): Result => {
    const namespace = find();
    return namespace ? share(namespace) : whole();
  };
  return {
    readStream: (streamId, options) =>
      within(
        () => store.readStream(streamId, options),
        ({ streamPrefix }) => renamed(store.readStream(streamPrefix + streamId, options), streamPrefix),
      ),
    readAll: (options) =>
      within(
        () => store.readAll(options),
        (namespace) => readShare(store, namespace, options),
      ),
    append: (streamId, expectedRevision, events) =>
      within(
        () => store.append(streamId, expectedRevision, events),
        ({ streamPrefix }) => store.append(streamPrefix + streamId, expectedRevision, events),
      ),
    subscribe: (options) =>
      within(
        () => store.subscribe(options),
        (namespace) => subscribeToShare(store, namespace, options),
      ),
  };
}

const withoutPrefix = (event: StoredEvent, { length }: string): StoredEvent => ({
  ...event,
  streamId: event.streamId.slice(length),
});

async function* renamed(events: AsyncIterable<StoredEvent>, prefix: string): AsyncGenerator<StoredEvent> {
  for await (const event of events) yield withoutPrefix(event, prefix);
}

const latest = (one: bigint | null | undefined, other: bigint | undefined): bigint | undefined => {
  if (typeof one !== 'bigint' || other === undefined) return one ?? other;
  return one > other ? one : other;
};

/** How many of a server's newest events are searched for the newest few of a share. */
const NEWEST_EVENTS = 128;

/** Filters and counts itself: a backward read must end where the share begins, however few events it has. */
async function* readShare(
  store: EventStore,
  { streamPrefix, logAfter = -1n }: Namespace,
  {
    after,
    direction = 'forwards',
    prefixes = [''],
    maxCount = Number.POSITIVE_INFINITY,
    only,
  }: Parameters<EventStore['readAll']>[0] = {},
): AsyncGenerator<StoredEvent> {
  const wanted = prefixes.map((prefix) => streamPrefix + prefix);
  let left = maxCount;
  let last = direction === 'forwards' ? latest(after, logAfter) : after;
  // A read of a few events ends by itself, but a longer one must be cancelled: so the newest are read first.
  const counts = direction === 'backwards' && after === undefined ? [NEWEST_EVENTS, undefined] : [undefined];
  for (const count of counts) {
    const from = last === undefined || last < 0n ? {} : { after: last };
    for await (const event of store.readAll({
      direction,
      ...from,
      ...(count ? { maxCount: count } : {}),
    })) {
      if (left <= 0 || (direction === 'backwards' && event.position <= logAfter)) return;
      last = event.position;
      if (!wanted.some((prefix) => event.streamId.startsWith(prefix))) continue;
      const own = withoutPrefix(event, streamPrefix);
      if (only && !isWanted(own, only)) continue;
      left -= 1;
      yield own;
    }
    if (left <= 0) return;
  }
}

async function* subscribeToShare(
  store: EventStore,
  { streamPrefix, logAfter }: Namespace,
  { after, prefixes, ...options }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<readonly SubscriptionItem[]> {
  const chunks = store.subscribe({
    ...options,
    after: latest(after, logAfter) ?? null,
    prefixes: prefixes.map((prefix) => streamPrefix + prefix),
  });
  for await (const items of chunks) {
    yield items.map((item) =>
      item.kind === 'event' ? { kind: 'event', event: withoutPrefix(item.event, streamPrefix) } : item,
    );
  }
}
