import { z } from 'zod';
import { EventMetadata, type EventSchemas, type RecordedEvent } from './event.ts';
import type { StoredEvent } from './event-store.ts';

/** A stored event that its schema refuses: whoever reads it must stop, for stale beats wrong. */
export class EventDecodeError extends Error {
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;

  constructor(event: StoredEvent, reason: string) {
    super(`Event ${event.type} in ${event.streamId} at revision ${event.revision} cannot be read: ${reason}`);
    this.name = 'EventDecodeError';
    this.streamId = event.streamId;
    this.revision = event.revision;
    this.position = event.position;
  }
}

/** An event whose data its own schema refuses: a mistake of the caller, nothing is stored. */
export class EventEncodeError extends Error {
  constructor(type: string, reason: string) {
    super(`${type}: ${reason}`);
    this.name = 'EventEncodeError';
  }
}

/** Brings data of one older schema version to the next one. Pure; keyed by the version it reads. */
export type Upcasters = Readonly<Record<number, (data: unknown) => unknown>>;

export type EventCodec<Recorded> = {
  /** The version that events of this type are written in. */
  versionOf(type: string): number;
  /** Domain data → JSON. @throws EventEncodeError */
  encode(event: { readonly type: string; readonly data: unknown }): unknown;
  /** Stored event → parsed event. @throws EventDecodeError naming stream and revision */
  decode(event: StoredEvent): Recorded;
};

/**
 * Parses every event through its schema, both ways. A type's version is one more than its number of upcasters, which must
 * be keyed 1, 2, 3 …
 */
export function createEventCodec<Recorded extends RecordedEvent = RecordedEvent>(
  schemas: EventSchemas,
  upcasters: Readonly<Record<string, Upcasters>> = {},
): EventCodec<Recorded> {
  const schemaByType = new Map(Object.entries(schemas));
  const versionOf = (type: string) => Object.keys(upcasters[type] ?? {}).length + 1;

  return {
    versionOf,
    encode(event) {
      const schema = schemaByType.get(event.type);
      if (!schema) throw new EventEncodeError(event.type, 'unknown event type');
      const encoded = z.safeEncode(schema, event.data);
      if (!encoded.success) throw new EventEncodeError(event.type, firstIssue(encoded.error));
      return encoded.data;
    },
    decode(event) {
      const schema = schemaByType.get(event.type);
      if (!schema) throw new EventDecodeError(event, 'unknown event type');
      const metadata = EventMetadata.safeParse(event.metadata);
      if (!metadata.success) throw new EventDecodeError(event, `metadata ${firstIssue(metadata.error)}`);
      const current = versionOf(event.type);
      if (metadata.data.schemaVersion > current) {
        throw new EventDecodeError(
          event,
          `it was written in version ${metadata.data.schemaVersion}, newer than this program's ${current}`,
        );
      }
      let raw = event.data;
      for (let version = metadata.data.schemaVersion; version < current; version += 1) {
        const upcast = upcasters[event.type]?.[version];
        if (!upcast) throw new EventDecodeError(event, `nothing reads version ${version}`);
        raw = upcast(raw);
      }
      const data = schema.safeParse(raw);
      if (!data.success) throw new EventDecodeError(event, firstIssue(data.error));
      return {
        type: event.type,
        data: data.data,
        id: event.id,
        streamId: event.streamId,
        revision: event.revision,
        position: event.position,
        metadata: metadata.data,
      } as RecordedEvent as Recorded;
    },
  };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.') || 'value'}: ${issue.message}` : 'invalid';
}
