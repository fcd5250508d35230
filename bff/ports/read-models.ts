import type { StoredEvent } from '#core/kernel/event-store.ts';

export type ReadModels = {
  /** True once the read models have passed the position; false when the time is over first. */
  waitForPosition(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Tells each position that the read models are heard to pass, until the returned function is called. */
  onPosition(listener: (position: bigint) => void): () => void;
  /** Null before they were ever built. */
  freshness(): Promise<{
    position: bigint;
    asOf: Date | null;
    ageMs: number | null;
    events: bigint;
    haltedReason: string | null;
  } | null>;
};

export type EventStoreProbe = {
  /** A stream's events as they are stored, oldest first: for proofs of them. */
  readStream(streamId: string): AsyncIterable<StoredEvent>;
  /** Position of the last event of the log; rejects when the store does not answer. */
  headPosition(): Promise<bigint>;
};
