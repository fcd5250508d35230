import { setTimeout as delay } from 'node:timers/promises';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import type { EventStore, StoredEvent, SubscriptionItem } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { type LogPlace, OtherLogError, placeOf, requirePlace } from './log-place.ts';

export const SUBSCRIPTION_LIMITS = {
  batchEvents: 1_000,
  /** Bytes of JSON in one batch (one larger event is a batch of its own). */
  batchBytes: 4 * 1024 * 1024,
  retryBaseMs: 200,
  retryMaxMs: 1_000,
  /** After this much silence the end of the log is checked. */
  silenceMs: 15_000,
  /** Newest events that the watchdog reads. */
  watchdogEvents: 200,
} as const;

export type SubscriptionStatus = {
  readonly state: 'running' | 'reconnecting' | 'stopped';
  /** Everything up to here was delivered; null when nothing was yet. */
  readonly position: bigint | null;
  readonly caughtUp: boolean;
  /** Age of the last delivered event while catching up; 0 when caught up. */
  readonly lagSeconds: number;
  readonly error: string | null;
  /** What `error` is the message of, when it stopped for good. */
  readonly cause?: unknown;
};

export type SubscriptionOptions<Event> = {
  readonly store: EventStore;
  readonly prefixes: readonly string[];
  /**
   * The checkpoint: only events after it are delivered; null from the beginning. At the start and at each reconnection
   * the log must have its event, or the runner stops with an {@link OtherLogError}.
   */
  readonly from: LogPlace | null;
  /** Parses a stored event; an error stops the runner permanently. */
  decode(event: StoredEvent): Event;
  /**
   * Gets the events in order, one batch at a time, none without events: the log waits until it is done. `place` is the
   * checkpoint to save with them. When it throws, the same events come again.
   */
  onBatch(events: readonly Event[], place: LogPlace): Promise<void>;
  /** Called at the start and at each reconnection, when the log was found to have the checkpoint's event. */
  onProven?(): Promise<void>;
  onStatus?(status: SubscriptionStatus): void;
  /** Errors of onBatch that no retry can fix: the runner stops. By default every error of onBatch is retried. */
  isFatal?(error: unknown): boolean;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly limits?: Partial<Record<keyof typeof SUBSCRIPTION_LIMITS, number>>;
};

type Batch = {
  readonly events: StoredEvent[];
  caughtUp: boolean;
};

const emptyBatch = (): Batch => ({ events: [], caughtUp: false });

/** Its follower tells of another log, once, because it tries again. */
const NO_FURTHER = 'the log cannot be followed any further';
const AT_FIRST = { state: 'running', caughtUp: false, lagSeconds: 0, error: null } as const;

/**
 * Follows the log from a checkpoint until `signal` is aborted. A batch is what has arrived: the runner never waits for
 * more, so an idle log has no delay and a busy one large batches. It resubscribes after a drop, and when a subscription
 * went silent. It stops at an event that cannot be read, after delivering what came before it, and where the log is not
 * the one that it followed: for money, stale is better than wrong.
 * @returns the last status; `error` says why it stopped, null after an abort.
 */
export async function runSubscription<Event>(options: SubscriptionOptions<Event>): Promise<SubscriptionStatus> {
  const { store, prefixes, signal, logger } = options;
  const limits = { ...SUBSCRIPTION_LIMITS, ...options.limits };
  let place = options.from;
  let lastEventAt: Date | null = null;
  let failures = 0;
  const reached = () => place?.position ?? null;
  let status: SubscriptionStatus = { ...AT_FIRST, position: reached() };

  const report = (change: Partial<SubscriptionStatus>) => {
    const caughtUp = change.caughtUp ?? status.caughtUp;
    const lagSeconds = caughtUp || !lastEventAt ? 0 : Math.max(0, (Date.now() - lastEventAt.getTime()) / 1000);
    status = { ...status, ...change, position: reached(), lagSeconds };
    options.onStatus?.(status);
  };

  async function deliver(batch: Batch): Promise<void> {
    const { events, last, poison } = decodeAll(batch.events, options.decode);
    if (last && (place === null || last.position > place.position)) {
      const next = placeOf(last);
      await options.onBatch(events, next);
      place = next;
      lastEventAt = last.created;
    }
    if (poison) throw new PoisonError(poison);
    failures = 0;
    report({ state: 'running', error: null, ...(batch.caughtUp ? { caughtUp: true } : {}) });
  }

  async function follow(): Promise<void> {
    if (place) await requirePlace(store, place);
    await options.onProven?.();
    const restart = new AbortController();
    let heardAt = Date.now();
    let isBusy = false;
    const isBehind = createEndWatch(store, prefixes, limits.watchdogEvents);
    const watchdog = setInterval(async () => {
      if (isBusy || Date.now() - heardAt < limits.silenceMs) return;
      heardAt = Date.now();
      try {
        const missesOne = await isBehind(reached());
        if (isBusy || restart.signal.aborted) return;
        if (missesOne) restart.abort(new Error('the subscription went silent though the log went on'));
        else report({ caughtUp: true });
      } catch (error) {
        restart.abort(error);
      }
    }, limits.silenceMs / 3);
    try {
      const wanted = { after: reached(), prefixes, maxItems: limits.batchEvents };
      for await (const chunk of store.subscribe({ ...wanted, signal: AbortSignal.any([signal, restart.signal]) })) {
        isBusy = true;
        for (const batch of batchesOf(chunk, limits.batchBytes)) {
          if (signal.aborted) return;
          await deliver(batch);
        }
        isBusy = false;
        heardAt = Date.now();
      }
      if (!signal.aborted) throw restart.signal.reason ?? new Error('the subscription ended');
    } finally {
      clearInterval(watchdog);
    }
  }

  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      // An abort in the middle of a batch is no failure: the batch comes again.
      if (signal.aborted) break;
      const cause = error instanceof PoisonError ? error.cause : error;
      if (isFinal(error) || options.isFatal?.(error)) {
        if (!(error instanceof OtherLogError)) logger.error({ err: cause, position: String(reached()) }, NO_FURTHER);
        report({ state: 'stopped', error: messageOf(cause), cause, caughtUp: false });
        return status;
      }
      failures += 1;
      const waitMs = Math.min(limits.retryBaseMs * 2 ** (failures - 1), limits.retryMaxMs) * (0.5 + Math.random() / 2);
      logger.warn({ err: cause, failures, waitMs: Math.round(waitMs) }, 'following the log was interrupted');
      report({ state: 'reconnecting', error: messageOf(cause), caughtUp: false });
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  report({ state: 'stopped', error: null });
  return status;
}

/** The events up to the first one that cannot be read. */
function decodeAll<Event>(stored: readonly StoredEvent[], decode: (event: StoredEvent) => Event) {
  const events: Event[] = [];
  let last: StoredEvent | undefined;
  for (const event of stored) {
    try {
      events.push(decode(event));
      last = event;
    } catch (poison) {
      return { events, last, poison };
    }
  }
  return { events, last, poison: undefined };
}

const isFinal = (error: unknown): boolean => error instanceof PoisonError || error instanceof OtherLogError;

class PoisonError extends Error {
  constructor(cause: unknown) {
    super('An event cannot be read.', { cause });
  }
}

/** Splits a chunk into batches by bytes; the caught-up mark belongs to the batch before it. */
function* batchesOf(chunk: readonly SubscriptionItem[], maxBytes: number): Generator<Batch> {
  let batch = emptyBatch();
  let bytes = 0;
  for (const item of chunk) {
    if (item.kind === 'caught-up') {
      batch.caughtUp = true;
    } else if (item.kind === 'event') {
      const size = item.event.json.length;
      if (batch.events.length > 0 && bytes + size > maxBytes) {
        yield batch;
        batch = emptyBatch();
        bytes = 0;
      }
      batch.events.push(item.event);
      bytes += size;
    }
  }
  yield batch;
}

/** A cheap look at the newest events, at one first: whether one of ours came after those that were delivered, or looked at before. */
function createEndWatch(store: EventStore, prefixes: readonly string[], most: number) {
  let lookedTo = -1n;
  return async (delivered: bigint | null): Promise<boolean> => {
    const known = delivered !== null && delivered > lookedTo ? delivered : lookedTo;
    for (const maxCount of [1, most]) {
      for await (const { position, streamId } of store.readAll({ direction: 'backwards', maxCount })) {
        if (position <= known) return false;
        if (prefixes.some((prefix) => streamId.startsWith(prefix))) return true;
        if (position > lookedTo) lookedTo = position;
      }
    }
    return false;
  };
}

function messageOf(error: unknown): string {
  if (error instanceof EventDecodeError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
