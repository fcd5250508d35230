import type { RecordedLedgerEvent } from '../events.ts';
import type { CommandResult } from '../ledger.ts';

/** Events that are read ahead at most: when as many wait, the log does too. */
const MAX_AHEAD = 2_000;
/**
 * What comes within such a part of the wait is due together: one round of steps, and one checkpoint, for all of it (the bench's row
 * 'transactions of Postgres for a purchase').
 */
const PART_OF_WAIT = 1 / 6;

type Waiting = { readonly event: RecordedLedgerEvent; readonly dueAtMs: number };

/**
 * Events that were read and whose next steps are not taken yet, and what the log after them shows: each waits for so long, and
 * what follows from it is mostly read meanwhile. Who takes steps asks here first whether the log has them.
 */
export function createLookAhead(waitMs: number, maxEvents = MAX_AHEAD) {
  const waiting: Waiting[] = [];
  /** By the id of the command that wrote it: the last event of each, among those that are not older than what waits. */
  const written = new Map<string, RecordedLedgerEvent>();
  let position: bigint | null = null;
  let changed = Promise.withResolvers<void>();

  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  return {
    /** What was read of the log, and how far. Resolves when there is room for more. */
    async take(events: readonly RecordedLedgerEvent[], reached: bigint, signal: AbortSignal): Promise<void> {
      const wasEmpty = waiting.length === 0;
      const dueAtMs = roundUp(performance.now() + waitMs, waitMs * PART_OF_WAIT);
      for (const event of events) {
        waiting.push({ event, dueAtMs });
        written.set(event.metadata.commandId, event);
      }
      position = reached;
      // Behind others there is nothing to do for it yet.
      if (wasEmpty || waiting.length >= maxEvents) wake();
      while (waiting.length >= maxEvents && !signal.aborted) await changed.promise;
    },

    /** The oldest events whose wait is over, at most so many; none where nothing is due yet. */
    due(most: number): readonly RecordedLedgerEvent[] {
      const nowMs = performance.now();
      const isFull = waiting.length >= maxEvents;
      const end = waiting.findIndex(({ dueAtMs }) => dueAtMs > nowMs && !isFull);
      return waiting.slice(0, Math.min(end < 0 ? waiting.length : end, most)).map(({ event }) => event);
    },

    /** How long until the oldest is due; undefined while nothing waits. */
    untilDueMs(): number | undefined {
      const [oldest] = waiting;
      return oldest && Math.max(0, oldest.dueAtMs - performance.now());
    },

    /** Everything that follows from the oldest so many is done. Returns how far the log is handled. */
    handled(count: number): bigint | null {
      if (count === 0) return waiting.length === 0 ? position : null;
      const last = waiting.splice(0, count).at(-1)?.event.position;
      // What follows from an event comes after it: of older ones nobody asks any more.
      for (const [commandId, event] of written) {
        const [oldest] = waiting;
        if (oldest && event.position >= oldest.event.position) break;
        written.delete(commandId);
      }
      wake();
      return waiting.length === 0 ? position : (last ?? null);
    },

    /** What that command came to, if the log after the events that wait has it. */
    resultOf(commandId: string): CommandResult | undefined {
      const event = written.get(commandId);
      return event && { position: event.position, revision: event.revision, events: [] };
    },

    /** Resolves when something was taken or handled. */
    changed: () => changed.promise,
    wake,
  };
}

const roundUp = (value: number, step: number): number => (step === 0 ? value : Math.ceil(value / step) * step);
