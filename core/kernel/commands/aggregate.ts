import type { Actor, EventOf, EventSchemas, UpcastersOf } from '#core/kernel/log/event.ts';
import type { CommandDecider, Decider } from './decider.ts';

export type EventLike = { readonly type: string; readonly data: unknown };

/** A decider and what the command handler needs to run it. */
export type Aggregate<State, Command, Event extends EventLike> = {
  /** Streams are named `<category>-<id>`. */
  readonly category: string;
  readonly decider: Decider<State, Command, Event>;
  /** A rough size of the state in memory, for the bounded cache. */
  stateBytes?(state: State): number;
  /**
   * Whether a command is the first of its stream. It is then decided without reading; if the stream exists, the append
   * fails.
   */
  creates?(command: Command): boolean;
  /**
   * For streams that grow long: their state is kept in snapshots, so that only the events after the last one are read.
   */
  readonly snapshot?: SnapshotCodec<State>;
  /** Its decisions need no history: only the tail of its stream is read (for the hash chain and repeated commands). */
  readonly isStateless?: boolean;
};

type AggregateRow<Category, State, OwnCommands, Schemas extends EventSchemas> = Aggregate<
  State,
  OwnCommands[keyof OwnCommands],
  EventOf<Schemas>
> & {
  readonly category: Category;
  readonly decider: CommandDecider<State, OwnCommands, EventOf<Schemas>>;
  readonly events: Schemas;
  /** Convert events that are stored in an older form. A type's version is one more than its number of upcasters. */
  readonly upcasters?: UpcastersOf<Schemas>;
  /** Data that the schema refuses, because a newer version wrote them, as this one can read them. Left out: nothing goes on there. */
  readonly readNewer?: (data: unknown) => unknown;
  /** The id in the name of the command's stream. */
  idOf(command: OwnCommands[keyof OwnCommands]): string;
};

/** A row of the table of aggregates: its events and commands are those of its decider, or it does not compile. */
export const defineAggregate = <const Category extends string, State, OwnCommands, Schemas extends EventSchemas>(
  row: AggregateRow<Category, State, OwnCommands, Schemas>,
): AggregateRow<Category, State, OwnCommands, Schemas> => row;

/**
 * A state as JSON, in two parts. `head` is small and is written in full each time. `entries` only grows, so a snapshot
 * holds only what was added since the one before. Neither part may contain personal data.
 */
export type SnapshotCodec<State> = {
  /** Raise it when the state's shape changes, or what events do to it: snapshots of another shape are not read. */
  readonly shape: number;
  /** Entries from the `from`-th on, in an order that never changes. */
  encode(state: State, from: number): { readonly head: unknown; readonly entries: Iterable<unknown> };
  /** Takes all entries, piece by piece in their order, and then a head. Throws when something does not parse. */
  decoder(): { add(entries: readonly unknown[]): void; state(head: unknown): State };
};

/** Who sends a command and why. A command that is sent twice with the same `commandId` is stored once. */
export type CommandContext = {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly actor: Actor;
  /** ISO 8601 UTC; the ledger's clock by default. */
  readonly time?: string;
  /** The version of the settings by which it is decided. Left out where they were not asked. */
  readonly settingsVersion?: number | undefined;
  /**
   * A process that died may have sent it before. The handler then searches the whole stream for its events and returns
   * them as the answer, so that the steps that follow from it are taken.
   */
  readonly mayBeRepeated?: boolean;
};
