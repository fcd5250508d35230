import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_PREFIXES } from '#core/events.ts';
import type { EventStore } from '#core/kernel/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { runSubscription } from '#core/kernel/subscription-runner.ts';

const LOOK_EVERY_MS = 200;
const NEWEST_EVENTS = 20;

/** Follows the log as every part does, and knows how long an event waited there for it. */
export function startListener(store: EventStore) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let heard = -1n;
  let longestMs = 0;
  /** What is in the log and not heard yet, oldest first. */
  let waiting: { readonly position: bigint; readonly sinceMs: number }[] = [];

  const running = runSubscription({
    store,
    prefixes: STREAM_PREFIXES,
    from: null,
    decode: ({ position }) => position,
    onBatch: async (_events, position) => {
      heard = position;
      settle();
    },
    signal,
    logger: silentLogger,
  });

  function settle(): void {
    const nowMs = performance.now();
    const oldest = waiting[0];
    if (oldest) longestMs = Math.max(longestMs, nowMs - oldest.sinceMs);
    waiting = waiting.filter(({ position }) => position > heard);
  }

  async function look(): Promise<void> {
    while (!signal.aborted) {
      const newest = await newestOf(store).catch(() => undefined);
      if (newest !== undefined && newest > heard) waiting.push({ position: newest, sinceMs: performance.now() });
      settle();
      await delay(LOOK_EVERY_MS);
    }
  }
  const looking = look();

  return {
    /** Ends it once it has heard all; how long it was silent about something at the longest. */
    async stop(): Promise<number> {
      while (waiting.length > 0) await delay(LOOK_EVERY_MS);
      stopping.abort();
      await Promise.all([running, looking]);
      return longestMs;
    },
  };
}

async function newestOf(store: EventStore): Promise<bigint | undefined> {
  for await (const event of store.readAll({ direction: 'backwards', maxCount: NEWEST_EVENTS })) {
    if (STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) return event.position;
  }
  return undefined;
}
