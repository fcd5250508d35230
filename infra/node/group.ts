import { type DefaultAccess, mayAccess } from './access-lists.ts';
import {
  type Decision,
  decide,
  type Lookup,
  type PlannedEvent,
  revival,
  type WriteRequest,
  type WrittenEvent,
} from './decide.ts';
import { positionAfter, type StoredEvent } from './event.ts';
import type { RevisionRange } from './store.ts';
import {
  baseStreamOf,
  isMetadataStream,
  isSoftDeleted,
  parseStreamMetadata,
  type StreamState,
  viewOf,
} from './stream-metadata.ts';

/** The result of one write. */
export type WriteOutcome =
  | { kind: 'written'; revision: number; position?: number }
  | { kind: 'wrong-expected-revision'; current: number }
  | { kind: 'deleted' }
  | { kind: 'access-denied' };

/** Everything that one commit writes, and the answer to each request once it is on disk. */
export type GroupPlan = {
  outcomes: WriteOutcome[];
  events: StoredEvent[];
  /** The states of the streams that the group changes, to be kept in memory after the commit. */
  states: Map<string, StreamState>;
};

export type GroupInput = {
  requests: WriteRequest[];
  /** States of all base streams of the requests, as committed. */
  states: ReadonlyMap<string, StreamState>;
  /** The last position of the log. */
  lastPosition: number;
  nowMs: number;
  /** Looks up committed events. */
  committed: Lookup;
  /** The rights on streams without an access list of their own; EventStoreDB's defaults if left out. */
  access?: DefaultAccess;
};

/**
 * The stored revisions that are needed to distinguish a retry from a conflict: those that a request would have written
 * if it is a repetition.
 */
export function rangesToCompare(requests: WriteRequest[], states: ReadonlyMap<string, StreamState>): RevisionRange[] {
  const ranges: RevisionRange[] = [];
  for (const { kind, stream, expected, events } of requests) {
    const { head } = viewOf(stream, stateIn(states, stream));
    if (kind !== 'append' || expected < -1 || expected >= head || events.length === 0) continue;
    ranges.push({ stream, first: expected + 1, last: Math.min(expected + events.length, head) });
  }
  return ranges;
}

/** Decides the requests one after another, each on the state after those before it. Pure: it writes nothing. */
export function planGroup(input: GroupInput): GroupPlan {
  const events: StoredEvent[] = [];
  const states = new Map<string, StreamState>();
  const newById = new Map<string, WrittenEvent>();
  const newByRevision = new Map<string, WrittenEvent>();
  const lookup: Lookup = {
    byId: (id) => newById.get(id) ?? input.committed.byId(id),
    at: (stream, revision) => newByRevision.get(`${revision} ${stream}`) ?? input.committed.at(stream, revision),
  };
  let position = input.lastPosition;

  function add(stream: string, revision: number, event: StoredEvent): void {
    events.push(event);
    newById.set(event.id, event);
    newByRevision.set(`${revision} ${stream}`, event);
    const base = baseStreamOf(stream);
    states.set(base, advanced(states.get(base) ?? stateIn(input.states, stream), event));
  }

  function write({ stream, revision, event }: PlannedEvent): void {
    position = positionAfter(position, event);
    add(stream, revision, { ...event, stream, revision, position, createdMs: input.nowMs });
  }

  function outcomeOf(decision: Decision): WriteOutcome {
    if (decision.kind !== 'write') return decision;
    let answerPosition = position;
    for (const planned of decision.events) {
      write(planned);
      if (planned === decision.answer) answerPosition = position;
    }
    return { kind: 'written', revision: decision.answer.revision, position: answerPosition };
  }

  const outcomes = input.requests.map((request) => {
    const base = baseStreamOf(request.stream);
    const before = states.get(base) ?? stateIn(input.states, base);
    const action = request.kind === 'append' ? 'write' : 'delete';
    if (!mayAccess(request.by, action, request.stream, before.metadata.acl, input.access ?? {})) {
      return { kind: 'access-denied' as const };
    }
    const outcome = outcomeOf(decide(request, viewOf(request.stream, before), lookup));
    const after = states.get(base);
    // A client's own metadata replace the mark of the soft delete: the deleted events stay hidden.
    if (after && isMetadataStream(request.stream) && isSoftDeleted(before)) write(revival(base, after));
    return outcome;
  });
  return { outcomes, events, states };
}

/** The state of a stream after one more event in it or in its metadata stream. */
function advanced(state: StreamState, event: StoredEvent): StreamState {
  if (!isMetadataStream(event.stream)) return { ...state, head: event.revision };
  return { ...state, metadataHead: event.revision, metadata: parseStreamMetadata(event.data) };
}

function stateIn(states: ReadonlyMap<string, StreamState>, stream: string): StreamState {
  const state = states.get(baseStreamOf(stream));
  if (state === undefined) throw new Error(`The state of stream '${stream}' was not loaded.`);
  return state;
}
