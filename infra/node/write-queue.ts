import { cancelled } from './errors.ts';
import { eventBytes } from './event.ts';
import { GROUP_APPENDS, GROUP_BYTES, GROUP_EVENTS, QUEUE_APPENDS, QUEUE_BYTES } from './limits.ts';
import type { Append, Outcome } from './plan.ts';

/** The caller that waits for an answer; a plain object, because an abort signal costs an exception each. */
export type Caller = { readonly aborted: boolean };

export type Waiting = {
  readonly append: Append;
  readonly bytes: number;
  readonly caller: Caller;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
};

export function createWriteQueue() {
  const queue: Waiting[] = [];
  let queueBytes = 0;
  return {
    hasRoom: () => queue.length < QUEUE_APPENDS && queueBytes < QUEUE_BYTES,
    isEmpty: () => queue.length === 0,
    length: () => queue.length,
    add(append: Append, caller: Caller): Promise<Outcome> {
      return new Promise((resolve, reject) => {
        const bytes = append.events.reduce((sum, event) => sum + eventBytes(event), 0);
        queue.push({ append, bytes, caller, resolve, reject });
        queueBytes += bytes;
      });
    },
    /** The next group to commit. Appends whose caller has left are dropped. */
    nextGroup(): Waiting[] {
      const group: Waiting[] = [];
      let events = 0;
      let bytes = 0;
      while (group.length < GROUP_APPENDS && events < GROUP_EVENTS && bytes < GROUP_BYTES) {
        const waiting = queue.shift();
        if (waiting === undefined) break;
        queueBytes -= waiting.bytes;
        if (waiting.caller.aborted) {
          waiting.reject(cancelled());
          continue;
        }
        group.push(waiting);
        events += waiting.append.events.length;
        bytes += waiting.bytes;
      }
      return group;
    },
    refuseAll(error: Error): void {
      for (const waiting of queue.splice(0)) waiting.reject(error);
      queueBytes = 0;
    },
  };
}
