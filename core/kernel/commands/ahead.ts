import type { RecordedEvent } from '../event.ts';
import type { EventCodec } from '../event-codec.ts';
import { decideBatch } from './batch.ts';
import { type BatchLimits, nextBatchSize, pendingsOf, putBack } from './queue.ts';
import type { StreamQueue } from './types.ts';

/**
 * While one append of a stream is stored, the next one is decided on the state that it leads to, where many commands wait
 * (decision 10). Nothing of it is sent or answered before that append is stored.
 */
export function createAhead(limits: BatchLimits, codec: EventCodec<RecordedEvent>) {
  function decideAhead(queue: StreamQueue): void {
    const { storing, waiting } = queue;
    if (!storing || queue.ahead) return;
    const batch = waiting.slice(0, nextBatchSize(queue, limits));
    // The stream has to be read for these first.
    if (batch.some((pending) => pending.isUncertain)) return;
    const decided = decideBatch(queue, storing.next, batch, codec, storing.appended);
    // Where nothing is appended, nothing proves the state current: decided again in its turn.
    if (decided.events.length === 0) return;
    waiting.splice(0, decided.outcomes.length);
    queue.ahead = decided;
  }

  return {
    /** Decides ahead where it is worth while: called when an append was sent, and when a command joined its queue. */
    consider(queue: StreamQueue): void {
      if (queue.willDecideAhead || !queue.storing || queue.ahead) return;
      if (queue.waiting.length < limits.decideAheadFrom) return;
      queue.willDecideAhead = true;
      // Others of the same turn of the event loop are about to be queued.
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
