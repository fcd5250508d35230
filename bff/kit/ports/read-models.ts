import type { StoredEvent } from '#core/kernel/log/event-store.ts';

/** How long a write waits for the read models to show it. */
export const READ_YOUR_WRITES_TIMEOUT_MS = 5_000;

/** Their writer is away or hangs: it would have been heard several times, and a second one takes over within five seconds. */
export const SILENT_AFTER_MS = 10_000;
/** At work, and behind for so long: they catch up. */
export const BEHIND_AFTER_MS = 60_000;

export type ReadModels = {
  /** True once the read models have passed the position; false at the end of the time. */
  waitForPosition(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Calls the listener with each position that the read models pass, until the returned function is called. */
  onPosition(listener: (position: bigint) => void): () => void;
  /** Null before the first build. */
  freshness(): Promise<{
    position: bigint;
    asOf: Date | null;
    ageMs: number | null;
    silentMs: number;
    events: bigint;
    haltedReason: string | null;
    haltedKind: 'forged' | 'unreadable' | 'unprojectable' | 'other-log' | null;
  } | null>;
};

export type EventStoreProbe = {
  /** A stream's stored events, oldest first, for proofs. */
  readStream(streamId: string): AsyncIterable<StoredEvent>;
  /** Position of the last event of the log; rejects where the store does not answer. */
  headPosition(): Promise<bigint>;
  /** Without a login. */
  readonly address: string;
  /** Its name and version in words; null where it does not say them. */
  server(): Promise<string | null>;
};
