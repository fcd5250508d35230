import { randomUUID } from 'node:crypto';
import { DomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from '#core/kernel/log/event.ts';
import { type EventCodec, EventEncodeError } from '#core/kernel/log/event-codec.ts';
import type { NewEvent } from '#core/kernel/log/event-store.ts';
import { chain } from '#core/kernel/log/hash-chain.ts';
import type { EventLike } from './aggregate.ts';
import type { BatchedEvent, DecidedBatch, Outcome, Pending, StreamQueue, StreamState } from './types.ts';

/** EventStoreDB takes 1 MiB in one append by default; metadata and framing need part of it. */
const MAX_APPEND_BYTES = 768 * 1024;
const MAX_APPEND_EVENTS = 1_000;
/** Id, type, MAC and framing of an event. */
const EVENT_OVERHEAD_BYTES = 300;

/** Decides commands one after the other, each on the state that those before it lead to. It stores nothing. */
export function decideBatch(
  { streamId, aggregate: { decider } }: Pick<StreamQueue, 'streamId' | 'aggregate'>,
  stream: StreamState,
  batch: readonly Pending[],
  codec: EventCodec<RecordedEvent>,
): DecidedBatch {
  let { state, revision, hash } = stream;
  let bytes = 0;
  const events: NewEvent[] = [];
  const outcomes: Outcome[] = [];
  const appended = new Map<string, bigint>();
  let needsCurrentState = false;

  for (const pending of batch) {
    const { commandId } = pending.context;
    const before = stream.recent.get(commandId);
    if (before || appended.has(commandId)) {
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
      outcomes.push({ pending, result: { kind: 'appended', events: chained.batched } });
    } catch (error) {
      needsCurrentState = true;
      const refusal = error instanceof EventEncodeError ? new DomainError('invalid_value', error.message) : error;
      outcomes.push({ pending, result: { kind: 'refused', error: refusal } });
    }
  }

  return {
    outcomes,
    expectedRevision: stream.revision,
    events,
    appended,
    next: { ...stream, state, revision, hash },
    notDecided: batch.slice(outcomes.length),
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
  const { commandId, correlationId, causationId = commandId, actor, time, settingsVersion } = pending.context;
  const { streamId } = after;
  let { revision, hash } = after;
  let bytes = 0;
  const events: NewEvent[] = [];
  const batched: BatchedEvent[] = [];
  for (const event of decided) {
    revision += 1n;
    const { type } = event;
    const id = eventIdOf(pending, events.length);
    const unchained = {
      actor,
      causationId,
      commandId,
      correlationId,
      schemaVersion: codec.versionOf(type),
      time,
      ...(settingsVersion !== undefined && { settingsVersion }),
    };
    const chained = chain({ id, type, data: codec.encode(event), streamId, revision, metadata: unchained }, hash);
    hash = chained.hash;
    bytes += EVENT_OVERHEAD_BYTES + Buffer.byteLength(chained.data.text) + Buffer.byteLength(chained.metadata.text);
    events.push({ id, type, data: chained.data, metadata: chained.metadata });
    batched.push({ type, data: event.data, id, streamId, revision, position: 0n, metadata: { ...unchained, hash } });
  }
  return { events, batched, revision, hash, bytes };
}

/**
 * The id of the n-th event of a command. It stays the same however often the append is tried, and differs when the
 * command is submitted again. The store treats an append with ids that it already has as a repetition and answers that
 * it is stored, without comparing the rest. So only identical events may have the same ids. Two processes that run one
 * command at the same moment write different events (their times differ, and so do their hashes): the later one must
 * meet a conflict and read what is there.
 */
function eventIdOf({ eventIds }: { readonly eventIds: string[] }, index: number): string {
  while (eventIds.length <= index) eventIds.push(randomUUID());
  return eventIds[index] ?? '';
}
