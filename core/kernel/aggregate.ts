import type { Decider } from './decider.ts';
import type { Actor } from './event.ts';

export type EventLike = { readonly type: string; readonly data: unknown };

/** A decider with what the command handler needs to run it. */
export type Aggregate<State, Command, Event extends EventLike> = {
  /** Streams are named `<category>-<id>`. */
  readonly category: string;
  readonly decider: Decider<State, Command, Event>;
  /** A rough size of the state in memory, for the bounded cache. */
  stateBytes?(state: State): number;
  /** Whether a command is the first of its stream: it is then decided without reading, and a stream that is there says so. */
  creates?(command: Command): boolean;
  /** For streams that grow long: their state is kept in snapshots, so that not all of their events are read again. */
  readonly snapshot?: SnapshotCodec<State>;
  /** Its decisions need no history: only the tail of its stream is read (for the hash chain and repeated commands). */
  readonly isStateless?: boolean;
};

/**
 * A state as JSON, in two parts: `head` is small and written again each time; `entries` only ever grows, so that a snapshot
 * holds no more than what was added since the one before. No personal data may be part of either.
 */
export type SnapshotCodec<State> = {
  /** To be raised when the state's shape or what events do to it changes: snapshots of another shape are not read. */
  readonly shape: number;
  /** Entries from the `from`-th on, in an order that never changes. */
  encode(state: State, from: number): { readonly head: unknown; readonly entries: Iterable<unknown> };
  /** Takes all entries, piece by piece in their order, and then a head. Throws what does not parse. */
  decoder(): { add(entries: readonly unknown[]): void; state(head: unknown): State };
};

/** Who sends a command and why. The same `commandId` sent twice is stored once. */
export type CommandContext = {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly actor: Actor;
  /** ISO 8601 UTC; when it is left out, the ledger's clock. */
  readonly time?: string;
  /**
   * Sent before, perhaps, by a process that died: what it appended then is looked for in its whole stream, and is its
   * answer, so that the steps that follow from it are taken, too.
   */
  readonly mayBeRepeated?: boolean;
};
