import type { RecordedEvent } from '#core/kernel/log/event.ts';
import type { NewEvent } from '#core/kernel/log/event-store.ts';
import type { Aggregate, CommandContext, EventLike } from './aggregate.ts';

export type AnyAggregate = Aggregate<unknown, unknown, EventLike>;
export type StreamPoint = { readonly revision: bigint; readonly position: bigint };

/** A stream as far as it was read: the decider's state, and the hash that the next event is chained to. */
export type StreamState = StreamPoint & {
  readonly state: unknown;
  readonly hash: string;
  /** By command id, oldest first. Passed on from each state of a stream to the next: copying it would cost more than deciding. */
  readonly recent: Map<string, StreamPoint>;
};

/** What the caller of a command gets. */
export type Handled<Event extends EventLike> = StreamPoint & {
  /**
   * What the command appended; empty when it had been applied before. Events appended together carry the log position of
   * the last of them.
   */
  readonly events: readonly RecordedEvent<Event>[];
};

/** A command whose caller waits. */
export type Pending = {
  readonly command: unknown;
  readonly context: CommandContext & { readonly time: string };
  /** Ids of the events it leads to, created as they are needed: see eventIdOf. */
  readonly eventIds: string[];
  readonly sinceMs: number;
  attempts: number;
  /** An append that held it ended without an answer: only the stream can show whether it is stored. */
  isUncertain: boolean;
  /** Its caller has been answered. */
  isOver: boolean;
  readonly resolve: (handled: Handled<never>) => void;
  readonly reject: (error: unknown) => void;
};

export type StreamQueue = {
  readonly streamId: string;
  readonly aggregate: AnyAggregate;
  waiting: Pending[];
};

/** An event of a batch. Its log position is filled in once it is stored. */
export type BatchedEvent = Omit<RecordedEvent<EventLike>, 'position'> & { position: bigint };

export type Outcome = {
  readonly pending: Pending;
  readonly result:
    | { readonly kind: 'appended'; readonly events: readonly BatchedEvent[] }
    /** Applied before: at that point, or (null) within the stream as read. */
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
  /** Commands that did not fit into one append. */
  readonly notDecided: readonly Pending[];
  /** Some outcome depends on the state being the latest. */
  readonly needsCurrentState: boolean;
};
