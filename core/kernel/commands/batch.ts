import type { EventLike } from '../aggregate.ts';
import { DomainError } from '../errors.ts';
import type { RecordedEvent } from '../event.ts';
import { type EventCodec, EventEncodeError } from '../event-codec.ts';
import type { NewEvent } from '../event-store.ts';
import { chain } from '../hash-chain.ts';
import { eventIdOf } from './event-ids.ts';
import type { Pending } from './queue.ts';
import { type AnyAggregate, remember, type StreamPoint, type StreamState } from './stream-state.ts';

/** EventStoreDB takes 1 MiB in one append by default; metadata and framing want their part of it. */
const MAX_APPEND_BYTES = 768 * 1024;
const MAX_APPEND_EVENTS = 1_000;
/** Id, type and framing of an event. */
const EVENT_OVERHEAD_BYTES = 200;

const NONE: readonly Pending[] = [];

/** An event of this batch; where it stands in the log is filled in once it is stored. */
export type Recorded = Omit<RecordedEvent<EventLike>, 'position'> & { position: bigint };

export type Outcome = {
  readonly pending: Pending;
  readonly result:
    | { readonly kind: 'appended'; readonly events: readonly Recorded[] }
    /** Applied before: at that point, or (null) within the stream as it stands. */
    | { readonly kind: 'repeated'; readonly at: StreamPoint | null }
    | { readonly kind: 'refused'; readonly error: unknown };
};

export type DecidedBatch = {
  readonly outcomes: readonly Outcome[];
  readonly expectedRevision: bigint;
  /** To be appended at the expected revision; may be empty. */
  readonly events: readonly NewEvent[];
  /** The stream as it will be once they are stored (its position is not known yet). */
  readonly next: StreamState;
  /** The commands with events, and the revision that each leads to. */
  readonly appended: ReadonlyMap<string, bigint>;
  /** To be called once they are stored there: adds these commands to those that the stream remembers. */
  rememberAt(position: bigint): void;
  /** Commands that did not fit into one append. */
  readonly notDecided: readonly Pending[];
  /** Some outcome depends on the state being the latest. */
  readonly needsCurrentState: boolean;
};

/**
 * Decides commands one after the other, each on the state that those before it lead to. Nothing is stored here.
 * @param storing commands whose events `stream` has already, but which are not stored and remembered yet
 */
export function decideBatch(
  { streamId, aggregate }: { readonly streamId: string; readonly aggregate: AnyAggregate },
  stream: StreamState,
  batch: readonly Pending[],
  codec: EventCodec<RecordedEvent>,
  storing?: DecidedBatch['appended'],
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
    if (before || appended.has(commandId) || storing?.has(commandId)) {
      outcomes.push({ pending, result: { kind: 'repeated', at: before ?? null } });
      continue;
    }
    try {
      const decided = decider.decide(pending.command, state);
      if (decided.length === 0) {
        needsCurrentState = true;
        outcomes.push({ pending, result: { kind: 'repeated', at: null } });
        continue;
      }
      const chained = chainAll(decided, pending, { streamId, revision, hash }, codec);
      if (chained.bytes > MAX_APPEND_BYTES) {
        throw new DomainError('invalid_value', 'This is too much for one step. Nothing was written.');
      }
      const isFull = bytes + chained.bytes > MAX_APPEND_BYTES || events.length + decided.length > MAX_APPEND_EVENTS;
      if (isFull && events.length > 0) break;
      bytes += chained.bytes;
      events.push(...chained.events);
      ({ revision, hash } = chained);
      state = decided.reduce((before, event) => decider.evolve(before, event), state);
      appended.set(commandId, revision);
      outcomes.push({ pending, result: { kind: 'appended', events: chained.recorded } });
    } catch (error) {
      needsCurrentState = true;
      outcomes.push({ pending, result: { kind: 'refused', error: asRefusal(error) } });
    }
  }

  return {
    outcomes,
    expectedRevision: stream.revision,
    events,
    appended,
    next: { state, revision, position: stream.position, hash, recent: stream.recent },
    rememberAt(position) {
      for (const [commandId, at] of appended) remember(stream.recent, commandId, { revision: at, position });
    },
    notDecided: index < batch.length ? batch.slice(index) : NONE,
    needsCurrentState,
  };
}

/** The events of one command as they will be stored, and as its caller will get them. @throws EventEncodeError */
function chainAll(
  decided: readonly EventLike[],
  pending: Pending,
  after: { readonly streamId: string; readonly revision: bigint; readonly hash: string },
  codec: EventCodec<RecordedEvent>,
) {
  const { commandId, correlationId, causationId = commandId, actor, time } = pending.context;
  const { streamId } = after;
  let { revision, hash } = after;
  let bytes = 0;
  const events: NewEvent[] = [];
  const recorded: Recorded[] = [];
  for (const event of decided) {
    revision += 1n;
    const { type } = event;
    const id = eventIdOf(pending, events.length);
    // In the order of canonical JSON, which is then written without sorting.
    const unchained = { actor, causationId, commandId, correlationId, schemaVersion: codec.versionOf(type), time };
    const chained = chain({ id, type, data: codec.encode(event), streamId, revision, metadata: unchained }, hash);
    hash = chained.hash;
    bytes += EVENT_OVERHEAD_BYTES + Buffer.byteLength(chained.data.text) + Buffer.byteLength(chained.metadata.text);
    events.push({ id, type, data: chained.data, metadata: chained.metadata });
    recorded.push({ type, data: event.data, id, streamId, revision, position: 0n, metadata: { ...unchained, hash } });
  }
  return { events, recorded, revision, hash, bytes };
}

function asRefusal(error: unknown): unknown {
  return error instanceof EventEncodeError ? new DomainError('invalid_value', error.message) : error;
}
