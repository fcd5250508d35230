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
  /** Its decisions need no history: only the tail of its stream is read (for the hash chain and repeated commands). */
  readonly isStateless?: boolean;
};

/** Who sends a command and why. The same `commandId` sent twice is stored once. */
export type CommandContext = {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly actor: Actor;
  /** ISO 8601 UTC; when it is left out, the ledger's clock. */
  readonly time?: string;
};
