import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { runSubscription } from '#core/kernel/following/subscription-runner.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';

const NEWEST_EVENTS = 20;
const HEAR_LIMIT_MS = 60_000;

export type Silence = {
  /** The longest time between an event's storage and its arrival at its subscription. */
  readonly longestMs: number;
  /** The same without the times that had no quorum. */
  readonly withQuorumMs: number;
};

/**
 * Follows the log as every part does, and measures how long each event was stored before it arrived. It uses the event
 * store's time of storage, so that clock must be this machine's.
 */
export function startListener(
  store: EventStore,
  logger: Logger,
  msWithQuorum: (fromMs: number, toMs: number) => number = (fromMs, toMs) => toMs - fromMs,
) {
  const startedMs = Date.now();
  const stopping = new AbortController();
  let heard = -1n;
  let silence: Silence = { longestMs: 0, withQuorumMs: 0 };
  const running = runSubscription({
    store,
    prefixes: STREAM_PREFIXES,
    from: null,
    decode: ({ created }) => Math.max(created.getTime(), startedMs),
    onBatch: async (storedMs, { position }) => {
      const nowMs = Date.now();
      const oldestMs = Math.min(...storedMs, nowMs);
      silence = {
        longestMs: Math.max(silence.longestMs, nowMs - oldestMs),
        withQuorumMs: Math.max(silence.withQuorumMs, ...storedMs.map((fromMs) => msWithQuorum(fromMs, nowMs))),
      };
      heard = position;
    },
    signal: stopping.signal,
    logger,
  });

  return {
    /** Stops once every event has arrived. */
    async stop(): Promise<Silence> {
      const newest = await eventually(() => newestOf(store), HEAR_LIMIT_MS);
      await eventually(() => {
        if (heard < newest) throw new Error('The subscription has not heard all that is in the log.');
      }, HEAR_LIMIT_MS);
      stopping.abort();
      await running;
      return silence;
    },
  };
}

async function newestOf(store: EventStore): Promise<bigint> {
  for await (const event of store.readAll({ direction: 'backwards', maxCount: NEWEST_EVENTS })) {
    if (STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) return event.position;
  }
  return -1n;
}
