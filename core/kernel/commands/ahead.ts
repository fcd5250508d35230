import type { RecordedEvent } from '#core/kernel/log/event.ts';
import type { EventCodec } from '#core/kernel/log/event-codec.ts';
import { decideBatch } from './batch.ts';
import { type BatchLimits, nextBatchSize, pendingsOf, putBack } from './queue.ts';
import type { StreamQueue } from './types.ts';

/**
 * When many commands wait, the next append is decided while the one before it is stored, on the state that it will lead
 * to (decision 10). It is not sent, and no command of it is answered, before that append is stored.
 */
export function createAhead(limits: BatchLimits, codec: EventCodec<RecordedEvent>) {
  function decideAhead(queue: StreamQueue): void {
    const { storing, waiting } = queue;
    if (!storing || queue.ahead) return;
    const batch = waiting.slice(0, nextBatchSize(queue, limits));
    // The stream has to be read for these first.
    if (batch.some((pending) => pending.isUncertain)) return;
    const decided = decideBatch(queue, storing.next, batch, codec, storing.appended);
    // Without an append nothing proves that the state is current: these commands are decided again in their turn.
    if (decided.events.length === 0) return;
    waiting.splice(0, decided.outcomes.length);
    queue.ahead = decided;
  }

  return {
    /** Decides ahead if it is worthwhile. Called when an append was sent, and when a command joined its queue. */
    consider(queue: StreamQueue): void {
      if (queue.willDecideAhead || !queue.storing || queue.ahead) return;
      if (queue.waiting.length < limits.decideAheadFrom) return;
      queue.willDecideAhead = true;
      // Other commands of the same turn of the event loop are still to be queued.
      setImmediate(() => {
        queue.willDecideAhead = false;
        decideAhead(queue);
      });
    },

    /** The append before it failed: its commands wait again. */
    drop(queue: StreamQueue): void {
      if (queue.ahead) putBack(queue, pendingsOf(queue.ahead));
      queue.ahead = undefined;
    },
  };
}
