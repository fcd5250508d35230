import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type EventStore, JsonText, jsonTextOf, type NewEvent, type StoredEvent } from './event-store.ts';

/** The keys that our parts sign events with; a right MAC proves that one of them wrote the event. */
export type EventMacKeys = {
  /** Signs new events. */
  readonly current: MacKey;
  /** Earlier keys: they prove older events and sign no new ones. */
  readonly retired: readonly MacKey[];
  /** Events stored before this moment need no MAC: the log is older than its first key. */
  readonly since: Date | null;
};
type MacKey = { readonly id: number; readonly key: Buffer };

/**
 * The event store, whose events carry a MAC (HMAC-SHA-256) in their metadata. `mac` is the key's number and the code in
 * base64url, over the event's place, id, type, data and other metadata as they are stored. An event that is read
 * without a right MAC is marked as `forged`. Decoders refuse it, so nothing is decided or projected from it.
 */
export function withMacs(store: EventStore, keys: EventMacKeys): EventStore {
  const { sign, proven } = createMacs(keys);
  return {
    provesMacs: true,
    async *readStream(streamId, options) {
      for await (const event of store.readStream(streamId, options)) yield proven(event);
    },
    async *readAll(options) {
      for await (const event of store.readAll(options)) yield proven(event);
    },
    append: (streamId, expectedRevision, events) =>
      store.append(
        streamId,
        expectedRevision,
        events.map((event, index) => sign(streamId, expectedRevision + BigInt(index + 1), event)),
      ),
    async *subscribe(options) {
      for await (const items of store.subscribe(options)) {
        yield items.map((item) => (item.kind === 'event' ? { kind: 'event', event: proven(item.event) } : item));
      }
    },
  };
}

function createMacs({ current, retired, since }: EventMacKeys) {
  const keys = new Map([current, ...retired].map(({ id, key }) => [String(id), createSecretKey(key)]));
  const currentKey = createSecretKey(current.key);

  function sign(streamId: string, revision: bigint, event: NewEvent): NewEvent {
    const [data, metadata] = [jsonTextOf(event.data), jsonTextOf(event.metadata)];
    const { id, type } = event;
    const code = macOf(currentKey, { streamId, revision, id, type }, data, metadata).toString('base64url');
    return {
      id,
      type,
      data: new JsonText(data),
      metadata: new JsonText(`${metadata.slice(0, -1)},"mac":"${current.id}:${code}"}`),
    };
  }

  /** Undefined when one of our parts wrote the event. */
  function problemOf(event: StoredEvent): string | undefined {
    const { mac, ...metadata } = (event.metadata ?? {}) as { mac?: unknown };
    if (typeof mac !== 'string') {
      return since && event.created < since ? undefined : 'it carries no MAC: no part of this store wrote it';
    }
    const [id = '', code = ''] = mac.split(':');
    const key = keys.get(id);
    if (!key) return `its MAC is of the key ${id.slice(0, 3)}, which is not configured`;
    const expected = macOf(key, event, event.json, JSON.stringify(metadata));
    const carried = Buffer.from(code, 'base64url');
    const isRight = carried.length === expected.length && timingSafeEqual(carried, expected);
    return isRight ? undefined : 'its MAC is wrong: no part of this store wrote it so, or here';
  }

  return {
    sign,
    proven(event: StoredEvent): StoredEvent {
      const forged = problemOf(event);
      return forged === undefined ? event : { ...event, forged };
    },
  };
}

/** The JSON that we write contains no line break, so each part is one line. */
const macOf = (
  key: KeyObject,
  { streamId, revision, id, type }: Pick<StoredEvent, 'streamId' | 'revision' | 'id' | 'type'>,
  data: string,
  metadata: string,
): Buffer =>
  createHmac('sha256', key)
    .update(`${JSON.stringify([streamId, `${revision}`, id, type])}\n${data}\n${metadata}`)
    .digest();
