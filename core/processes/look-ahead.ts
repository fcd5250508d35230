import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { type LogPlace, placeOf } from '#core/kernel/following/log-place.ts';
import type { CommandResult } from '#core/ledger/ledger.ts';

/** Events that are read ahead; the reading of the log pauses when this many wait. */
const MAX_AHEAD = 2_000;
/**
 * Events that arrive within this part of the wait are due together: one round of steps and one checkpoint serve all of
 * them (the bench's row 'transactions of Postgres for a purchase').
 */
const PART_OF_WAIT = 1 / 6;

type Waiting = { readonly event: RecordedLedgerEvent; readonly dueAtMs: number };

/**
 * Events whose next steps are not taken yet, and what the log contains after them. Each event waits for `waitMs`; its
 * consequences are usually read meanwhile. Before a step is taken, this shows whether the log has it already.
 */
export function createLookAhead(waitMs: number, maxEvents = MAX_AHEAD) {
  const waiting: Waiting[] = [];
  /** The last event of each command, by command id, except events older than the oldest one that waits. */
  const written = new Map<string, RecordedLedgerEvent>();
  let changed = Promise.withResolvers<void>();

  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  return {
    /** Adds events of the log. Resolves when there is room for more. */
    async take(events: readonly RecordedLedgerEvent[], signal: AbortSignal): Promise<void> {
      const wasEmpty = waiting.length === 0;
      const dueAtMs = roundUp(performance.now() + waitMs, waitMs * PART_OF_WAIT);
      for (const event of events) {
        waiting.push({ event, dueAtMs });
        written.set(event.metadata.commandId, event);
      }
      // Behind other events there is nothing to do yet.
      if (wasEmpty || waiting.length >= maxEvents) wake();
      while (waiting.length >= maxEvents && !signal.aborted) await changed.promise;
    },

    /** The oldest events whose wait is over, at most `most`; none when nothing is due yet. */
    due(most: number): readonly RecordedLedgerEvent[] {
      const nowMs = performance.now();
      const isFull = waiting.length >= maxEvents;
      const end = waiting.findIndex(({ dueAtMs }) => dueAtMs > nowMs && !isFull);
      return waiting.slice(0, Math.min(end < 0 ? waiting.length : end, most)).map(({ event }) => event);
    },

    /** Undefined when nothing waits. */
    untilDueMs(): number | undefined {
      const [oldest] = waiting;
      return oldest && Math.max(0, oldest.dueAtMs - performance.now());
    },

    /**
     * Reports that the steps of the oldest `count` events are done. Returns the place of the last one.
     */
    handled(count: number): LogPlace | null {
      const last = waiting.splice(0, count).at(-1);
      if (!last) return null;
      // The consequences of an event come after it, so older ones are not needed any more.
      for (const [commandId, event] of written) {
        const [oldest] = waiting;
        if (oldest && event.position >= oldest.event.position) break;
        written.delete(commandId);
      }
      wake();
      return placeOf(last.event);
    },

    /** The result of that command, if the log has it after the oldest event that waits. */
    resultOf(commandId: string): CommandResult | undefined {
      const event = written.get(commandId);
      return event && { position: event.position, revision: event.revision, events: [] };
    },

    /** Resolves when events were added or handled. */
    changed: () => changed.promise,
    wake,
  };
}

const roundUp = (value: number, step: number): number => (step === 0 ? value : Math.ceil(value / step) * step);
