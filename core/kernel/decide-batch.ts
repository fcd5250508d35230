import type { EventLike } from './aggregate.ts';
import type { Pending } from './command-handler.ts';
import { DomainError } from './errors.ts';
import type { EventMetadata, RecordedEvent } from './event.ts';
import { type EventCodec, EventEncodeError } from './event-codec.ts';
import type { NewEvent } from './event-store.ts';
import { chainHash } from './hash-chain.ts';
import { eventIdOf } from './ids.ts';
import { type AnyAggregate, remember, type StreamPoint, type StreamState } from './stream-state.ts';

/** EventStoreDB takes 1 MiB in one append by default; metadata and framing want their part of it. */
const MAX_APPEND_BYTES = 768 * 1024;
const MAX_APPEND_EVENTS = 1_000;
const METADATA_BYTES = 600;

export type Outcome = {
  readonly pending: Pending;
  readonly result:
    | { readonly kind: 'appended'; readonly events: readonly RecordedEvent<EventLike>[] }
    /** Applied before: at that point, or (null) within the stream as it stands. */
    | { readonly kind: 'repeated'; readonly at: StreamPoint | null }
    | { readonly kind: 'refused'; readonly error: unknown };
};

export type DecidedBatch = {
  readonly outcomes: readonly Outcome[];
  /** To be appended at the stream's revision; may be empty. */
  readonly events: readonly NewEvent[];
  /** The stream as it will be once they are stored (its position is not known yet). */
  readonly next: StreamState;
  rememberAt(position: bigint): ReadonlyMap<string, StreamPoint>;
  /** Commands that did not fit into one append. */
  readonly notDecided: readonly Pending[];
  /** Some outcome depends on the state being the latest. */
  readonly needsCurrentState: boolean;
};

/** Decides commands one after the other, each on the state that those before it lead to. Nothing is stored here. */
export function decideBatch(
  { streamId, aggregate }: { readonly streamId: string; readonly aggregate: AnyAggregate },
  stream: StreamState,
  batch: readonly Pending[],
  codec: EventCodec<RecordedEvent>,
): DecidedBatch {
  const { decider } = aggregate;
  let { state, revision, hash } = stream;
  let bytes = 0;
  const events: NewEvent[] = [];
  const outcomes: Outcome[] = [];
  const appended = new Map<string, bigint>();
  let needsCurrentState = false;
  let index = 0;

  for (; index < batch.length; index += 1) {
    const pending = batch[index];
    if (!pending) break;
    const { commandId } = pending.context;
    const before = stream.recent.get(commandId);
    if (before || appended.has(commandId)) {
      outcomes.push({ pending, result: { kind: 'repeated', at: before ?? null } });
      continue;
    }
    try {
      const decided = decider.decide(pending.command, state);
      const encoded = decided.map((event) => ({ event, data: codec.encode(event) }));
      const size = encoded.reduce((total, { data }) => total + JSON.stringify(data).length + METADATA_BYTES, 0);
      if (size > MAX_APPEND_BYTES) {
        throw new DomainError('invalid_value', 'This is too much for one step. Nothing was written.');
      }
      const isFull = bytes + size > MAX_APPEND_BYTES || events.length + decided.length > MAX_APPEND_EVENTS;
      if (isFull && events.length > 0) break;
      if (decided.length === 0) {
        needsCurrentState = true;
        outcomes.push({ pending, result: { kind: 'repeated', at: null } });
        continue;
      }
      bytes += size;
      const recorded: RecordedEvent<EventLike>[] = [];
      for (const [offset, { event, data }] of encoded.entries()) {
        revision += 1n;
        const unchained: Omit<EventMetadata, 'hash'> = {
          commandId,
          correlationId: pending.context.correlationId,
          causationId: pending.context.causationId ?? commandId,
          actor: pending.context.actor,
          schemaVersion: codec.versionOf(event.type),
          time: pending.context.time,
        };
        const stored = { id: eventIdOf(pending.attemptId, offset), type: event.type, data };
        hash = chainHash({ ...stored, streamId, revision, metadata: unchained }, hash);
        const metadata: EventMetadata = { ...unchained, hash };
        events.push({ ...stored, metadata });
        recorded.push({ ...event, id: stored.id, streamId, revision, position: 0n, metadata });
        state = decider.evolve(state, event);
      }
      appended.set(commandId, revision);
      outcomes.push({ pending, result: { kind: 'appended', events: recorded } });
    } catch (error) {
      needsCurrentState = true;
      outcomes.push({ pending, result: { kind: 'refused', error: asRefusal(error) } });
    }
  }

  return {
    outcomes,
    events,
    next: { state, revision, position: stream.position, hash, recent: stream.recent },
    rememberAt(position) {
      const recent = new Map(stream.recent);
      for (const [commandId, at] of appended) remember(recent, commandId, { revision: at, position });
      return recent;
    },
    notDecided: batch.slice(index),
    needsCurrentState,
  };
}

function asRefusal(error: unknown): unknown {
  return error instanceof EventEncodeError ? new DomainError('invalid_value', error.message) : error;
}
