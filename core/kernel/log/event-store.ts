import { DomainError } from '#core/kernel/errors.ts';

/** An event as the store returns it: JSON, not parsed yet. */
export type StoredEvent = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  /** Commit position in the log: grows, with gaps. */
  readonly position: bigint;
  readonly created: Date;
  readonly data: unknown;
  /** The text that `data` was parsed from, as it was written; empty when the data are no JSON. */
  readonly json: string;
  readonly metadata: unknown;
  /** Why the event does not count as written by one of our parts (core/kernel/log/event-macs.ts). */
  readonly forged?: string;
};

export type NewEvent = {
  readonly id: string;
  readonly type: string;
  /** Values, or {@link JsonText}; the same for `metadata`. */
  readonly data: unknown;
  readonly metadata: unknown;
};

/** JSON that is already text: it is stored unchanged, not serialized again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** So that every serializer writes the same value. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const jsonTextOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value));

export type AppendResult = {
  /** Revision of the last event appended. */
  readonly revision: bigint;
  readonly position: bigint;
};

type ReadStreamOptions = {
  /** First revision to read; by default the oldest (forwards) or the newest (backwards). */
  readonly from?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly maxCount?: number;
  /** Aborted, the read ends with DomainError `unavailable`. */
  readonly signal?: AbortSignal | undefined;
};

type ReadAllOptions = {
  /** Forwards: only events after this position; backwards: only events before it. */
  readonly after?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly maxCount?: number;
  /** Only streams whose name starts with one of these. */
  readonly prefixes?: readonly string[];
  /** For a filter that few events pass: the server applies it and sends no others. */
  readonly only?: Wanted;
};

/** Events in streams, or of types, whose name starts with one of these. */
export type Wanted = { readonly streams: readonly string[] } | { readonly types: readonly string[] };

export const isWanted = ({ streamId, type }: Pick<StoredEvent, 'streamId' | 'type'>, wanted: Wanted): boolean =>
  'streams' in wanted
    ? wanted.streams.some((prefix) => streamId.startsWith(prefix))
    : wanted.types.some((prefix) => type.startsWith(prefix));

export type SubscriptionItem =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  /** Everything up to this position was seen, though it was filtered out. */
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  /** History is read; what follows is live. */
  | { readonly kind: 'caught-up' };

export type SubscribeOptions = {
  /** Only events after this position; null from the beginning. */
  readonly after: bigint | null;
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
  /** At most this many items in one chunk. */
  readonly maxItems?: number;
};

/**
 * The log. The real implementation uses the EventStoreDB client; the in-memory one serves unit and model tests. Every
 * call may throw DomainError `unavailable`.
 */
export type EventStore = {
  /** A stream that does not exist has no events. */
  readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  /**
   * Appends all or nothing, only if the stream's last revision is `expectedRevision` (-1 for a stream without events).
   * Repeating an append with the same event ids at the same expected revision returns the first result.
   * @throws DomainError conflict; invalid_value (too large); invalid_state (stream deleted); unavailable, after which it
   *   is not known whether the events were stored.
   */
  append(streamId: string, expectedRevision: bigint, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * The log filtered by stream prefixes, in order, then live. Yields what has arrived in chunks, so a slow consumer
   * gets larger ones, and the server waits for it. Ends when `signal` is aborted. Throws when the connection drops: it
   * does not resubscribe by itself (runSubscription does).
   */
  subscribe(options: SubscribeOptions): AsyncIterable<readonly SubscriptionItem[]>;
  /** Whether events that our parts did not write are marked as forged. */
  readonly provesMacs?: boolean;
};

export const readEnded = (): DomainError =>
  new DomainError('unavailable', 'The reading was ended, because nobody waits for it any more.');

/** Revision of a stream without events. */
export const NO_REVISION = -1n;
