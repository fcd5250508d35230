import { eventBytes, type StoredEvent } from './event.ts';
import { RECENT_BYTES, RECENT_EVENTS } from './limits.ts';

/** Cutting the array copies it, so it is cut once in this many events; until then they are released one by one. */
const CUT_AFTER_EVENTS = 1024;
const FORGOTTEN: StoredEvent = {
  position: 0,
  stream: '',
  revision: 0,
  createdMs: 0,
  id: '',
  type: '',
  isJson: false,
  data: Buffer.alloc(0),
  metadata: Buffer.alloc(0),
};

/** The end of the log in memory, which live subscriptions read. It is bounded in events and bytes. */
export type RecentLog = {
  /** The position of the newest committed event. */
  committed(): number;
  /** Adds newly committed events and wakes the readers that wait for them. */
  publish(events: StoredEvent[]): void;
  /** Drops everything up to `position`, which is now the newest: readers read it from Postgres. */
  reset(position: number): void;
  /** The events after a position, or undefined when the memory does not reach back that far. */
  since(position: number): StoredEvent[] | undefined;
  /** Resolves once the log has grown past a position, or the signal is aborted. */
  grownPast(position: number, signal: AbortSignal): Promise<void>;
};

export function createRecentLog(): RecentLog {
  let events: StoredEvent[] = [];
  /** Where the valid part of `events` begins; the part before was released and is cut off now and then. */
  let start = 0;
  let bytes = 0;
  /** The memory holds everything after this position. */
  let reachesBackTo = 0;
  let committed = 0;
  const waiting = new Set<() => void>();

  function wake() {
    for (const resolve of [...waiting]) resolve();
  }

  function forgetOldest() {
    while (events.length - start > RECENT_EVENTS || bytes > RECENT_BYTES) {
      const oldest = events[start];
      if (oldest === undefined) break;
      events[start] = FORGOTTEN;
      start += 1;
      bytes -= eventBytes(oldest);
      reachesBackTo = oldest.position;
    }
    if (start > CUT_AFTER_EVENTS) {
      events = events.slice(start);
      start = 0;
    }
  }

  function firstAfter(position: number): number {
    let low = start;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle]?.position ?? Number.POSITIVE_INFINITY) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    committed: () => committed,
    publish(added) {
      for (const event of compact(added)) {
        events.push(event);
        bytes += eventBytes(event);
      }
      committed = added.at(-1)?.position ?? committed;
      forgetOldest();
      wake();
    },
    reset(position) {
      events = [];
      start = 0;
      bytes = 0;
      reachesBackTo = position;
      committed = position;
      wake();
    },
    since(position) {
      if (position >= committed) return [];
      if (position < reachesBackTo) return undefined;
      return events.slice(firstAfter(position));
    },
    grownPast(position, signal) {
      return new Promise((resolve) => {
        if (signal.aborted || committed > position) return resolve();
        const settle = () => {
          waiting.delete(settle);
          signal.removeEventListener('abort', settle);
          resolve();
        };
        waiting.add(settle);
        signal.addEventListener('abort', settle);
      });
    },
  };
}

/**
 * Events that were committed together, with their content in one buffer of the exact size. Before that, an event's
 * content is a view of the network read that delivered it, up to 64 KiB, which one event of 1 KiB would keep in memory.
 */
function compact(events: StoredEvent[]): StoredEvent[] {
  // Not from the pool, which is shared with short-lived buffers.
  const content = Buffer.allocUnsafeSlow(events.reduce((sum, event) => sum + eventBytes(event), 0));
  let end = 0;
  const copy = (from: Buffer) => {
    const start = end;
    end += from.copy(content, start);
    return content.subarray(start, end);
  };
  return events.map((event) => ({ ...event, data: copy(event.data), metadata: copy(event.metadata) }));
}
