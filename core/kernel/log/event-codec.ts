import { z } from 'zod';
import { EventMetadata, type EventSchemas, type RecordedEvent, type UpcastersOf } from './event.ts';
import type { StoredEvent } from './event-store.ts';

/** A stored event that its schema refuses. A reader stops there, because stale data is better than wrong data. */
export class EventDecodeError extends Error {
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
  /** `forged`: without a right MAC, so no part of the store wrote it. */
  readonly kind: 'forged' | 'unreadable';

  constructor(event: StoredEvent, reason: string) {
    super(`Event ${event.type} in ${event.streamId} at revision ${event.revision} cannot be read: ${reason}`);
    this.name = 'EventDecodeError';
    this.streamId = event.streamId;
    this.revision = event.revision;
    this.position = event.position;
    this.kind = event.forged === undefined ? 'unreadable' : 'forged';
  }
}

/** An event whose data its own schema refuses: a mistake of the caller. Nothing is stored. */
export class EventEncodeError extends Error {
  constructor(type: string, reason: string) {
    super(`${type}: ${reason}`);
    this.name = 'EventEncodeError';
  }
}

export type EventCodec<Recorded> = {
  /** The version that events of this type are written in. */
  versionOf(type: string): number;
  /** Domain data → JSON. @throws EventEncodeError */
  encode(event: { readonly type: string; readonly data: unknown }): unknown;
  /** Stored event of any version → parsed event. @throws EventDecodeError naming stream and revision */
  decode(event: StoredEvent): Recorded;
  /** Reads stored data of an unknown version as the newest version that they fit; undefined when they fit none. */
  parse(type: string, data: unknown): unknown;
};

/**
 * Parses every event through its schema, both ways. A type's version is one more than its number of upcasters, which must
 * be keyed 1, 2, 3 … `readers`: by type, what data that its schema refuses say to this program, where a newer one may have written them.
 */
export function createEventCodec<Recorded extends RecordedEvent = RecordedEvent>(
  schemas: EventSchemas,
  upcasters: UpcastersOf<EventSchemas> = {},
  readers: Readonly<Record<string, (data: unknown) => unknown>> = {},
): EventCodec<Recorded> {
  const schemaByType = new Map(Object.entries(schemas));
  const versionOf = (type: string) => Object.keys(upcasters[type] ?? {}).length + 1;

  /** @throws Error that explains why the data are not of that type and version */
  function read(type: string, data: unknown, version: number): unknown {
    const schema = schemaByType.get(type);
    if (!schema) throw new Error('unknown event type');
    const current = versionOf(type);
    if (version > current) {
      throw new Error(`it was written in version ${version}, newer than this program's ${current}`);
    }
    let raw = data;
    for (let from = version; from < current; from += 1) {
      const upcast = upcasters[type]?.[from];
      if (!upcast) throw new Error(`nothing reads version ${from}`);
      raw = upcast(raw);
    }
    const read = schema.safeParse(raw);
    const reader = readers[type];
    return read.success || !reader ? schema.parse(raw) : schema.parse(reader(raw));
  }

  return {
    versionOf,
    encode(event) {
      const schema = schemaByType.get(event.type);
      if (!schema) throw new EventEncodeError(event.type, 'unknown event type');
      const encoded = z.safeEncode(schema, event.data);
      if (!encoded.success) throw new EventEncodeError(event.type, reasonOf(encoded.error));
      return encoded.data;
    },
    decode(event) {
      const { type, id, streamId, revision, position, forged } = event;
      if (forged !== undefined) throw new EventDecodeError(event, forged);
      const metadata = EventMetadata.safeParse(event.metadata);
      if (!metadata.success) throw new EventDecodeError(event, `metadata ${reasonOf(metadata.error)}`);
      try {
        const data = read(type, event.data, metadata.data.schemaVersion);
        return { type, data, id, streamId, revision, position, metadata: metadata.data } as RecordedEvent as Recorded;
      } catch (error) {
        throw new EventDecodeError(event, reasonOf(error));
      }
    },
    parse(type, data) {
      for (let version = versionOf(type); version >= 1; version -= 1) {
        try {
          return read(type, data, version);
        } catch {
          // An older version may fit.
        }
      }
      return undefined;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error instanceof Error ? error.message : error);
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.') || 'value'}: ${issue.message}` : 'invalid';
}
