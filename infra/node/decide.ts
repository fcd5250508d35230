import { randomUUID } from 'node:crypto';
import type { Principal } from './access-lists.ts';
import {
  ANY,
  type NewEvent,
  NO_EVENTS,
  NO_STREAM,
  STREAM_EXISTS,
  type StoredEvent,
  TOMBSTONE_REVISION,
} from './event.ts';
import {
  isMetadataStream,
  isSoftDeleted,
  isTombstoned,
  metadataStreamOf,
  revivedMetadata,
  type StreamState,
  softDeleteMetadata,
} from './stream-metadata.ts';

/** A client's request to write. */
export type WriteRequest = {
  kind: 'append' | 'delete' | 'tombstone';
  stream: string;
  /** A revision, or ANY, NO_STREAM or STREAM_EXISTS. */
  expected: number;
  events: NewEvent[];
  /** The caller. Without one, no rights are checked. */
  by?: Principal;
};

export type PlannedEvent = { stream: string; revision: number; event: NewEvent };

export type Decision =
  | { kind: 'write'; events: PlannedEvent[]; answer: PlannedEvent }
  /** Nothing to write: the same append was made before (it has a position), or the append was empty (it has none). */
  | { kind: 'written'; revision: number; position?: number }
  | { kind: 'wrong-expected-revision'; current: number }
  | { kind: 'deleted' };

export type WrittenEvent = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id'>;

/** What the rules may look up: recent events by id, and the stored events at the revisions that an append may repeat. */
export type Lookup = {
  byId(id: string): WrittenEvent | undefined;
  at(stream: string, revision: number): WrittenEvent | undefined;
};

/**
 * EventStoreDB's rules for one write, given the state of its stream (see `viewOf`). Pure, except for the ids of events
 * that the node adds.
 */
export function decide(request: WriteRequest, state: StreamState, lookup: Lookup): Decision {
  if (isTombstoned(state)) return { kind: 'deleted' };
  if (request.expected === STREAM_EXISTS) {
    if (isSoftDeleted(state)) return { kind: 'deleted' };
    if (!wasEverTouched(state)) return wrongExpectedRevision(state);
  }
  if (request.kind === 'append') return decideAppend(request, state, lookup);
  return decideRemoval(request, state);
}

function decideAppend(request: WriteRequest, state: StreamState, lookup: Lookup): Decision {
  const { stream, expected, events } = request;
  const first = events[0];
  if (first === undefined) {
    if (expected >= NO_STREAM && expected !== state.head) return wrongExpectedRevision(state);
    return { kind: 'written', revision: state.head };
  }
  if (expected === ANY || expected === STREAM_EXISTS) {
    const known = events.map((event) => lookup.byId(event.id)).map((event) => event?.stream === stream && event);
    return known[0] ? repeatOf(known, state) : write(request, state);
  }
  if (expected > state.head) return wrongExpectedRevision(state);
  if (expected === state.head) return write(request, state);
  const known = events.map((event, index) => {
    const there = lookup.at(stream, expected + 1 + index);
    return there?.id === event.id && there;
  });
  if (known[0]) return repeatOf(known, state);
  // A soft-deleted stream reads as missing, so a writer may start it again.
  if (expected === NO_STREAM && isSoftDeleted(state)) return write(request, state);
  return wrongExpectedRevision(state);
}

/**
 * An append whose first event is stored is a retry if all of it is stored; otherwise it is another append that reuses
 * an id.
 */
function repeatOf(known: (WrittenEvent | false | undefined)[], state: StreamState): Decision {
  const last = known.at(-1);
  if (!last || !known.every(Boolean)) return wrongExpectedRevision(state);
  return { kind: 'written', revision: last.revision, position: last.position };
}

function write(request: WriteRequest, state: StreamState): Decision {
  const { stream } = request;
  const events = request.events.map((event, index) => ({ stream, revision: state.head + 1 + index, event }));
  const answer = events.at(-1);
  if (answer === undefined) throw new Error('An append to write has events.');
  if (!isSoftDeleted(state)) return { kind: 'write', events, answer };
  return { kind: 'write', events: [...events, revival(stream, state)], answer };
}

/** The event that ends a soft delete. The deleted events stay hidden. */
export const revival = (stream: string, state: StreamState): PlannedEvent =>
  metadataEvent(stream, state, revivedMetadata(state));

function decideRemoval(request: WriteRequest, state: StreamState): Decision {
  const { kind, stream, expected } = request;
  if (expected >= 0 && expected !== state.head) return wrongExpectedRevision(state);
  if (expected === NO_STREAM && state.head !== NO_EVENTS && !isSoftDeleted(state)) return wrongExpectedRevision(state);
  if (kind === 'delete') {
    if (!wasEverTouched(state)) return wrongExpectedRevision(state);
    const answer = metadataEvent(stream, state, softDeleteMetadata());
    return { kind: 'write', events: [answer], answer };
  }
  const answer = { stream, revision: TOMBSTONE_REVISION, event: systemEvent('$streamDeleted', Buffer.from('{}')) };
  return { kind: 'write', events: [answer], answer };
}

/** A stream without events exists implicitly when it has metadata. */
function wasEverTouched(state: StreamState): boolean {
  return state.head !== NO_EVENTS || state.metadataHead !== NO_EVENTS;
}

function wrongExpectedRevision(state: StreamState): Decision {
  return { kind: 'wrong-expected-revision', current: state.head };
}

function metadataEvent(stream: string, state: StreamState, data: Buffer): PlannedEvent {
  if (isMetadataStream(stream)) throw new Error('A metadata stream has no metadata of its own.');
  return {
    stream: metadataStreamOf(stream),
    revision: state.metadataHead + 1,
    event: systemEvent('$metadata', data),
  };
}

function systemEvent(type: string, data: Buffer): NewEvent {
  return { id: randomUUID(), type, isJson: true, data, metadata: Buffer.alloc(0) };
}
