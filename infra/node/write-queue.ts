import type { WriteRequest } from './decide.ts';
import { cancelled } from './errors.ts';
import { eventBytes } from './event.ts';
import type { WriteOutcome } from './group.ts';
import { GROUP_APPENDS, GROUP_BYTES, GROUP_EVENTS, QUEUE_APPENDS, QUEUE_BYTES } from './limits.ts';

/** Also accepts an AbortSignal. */
export type Caller = { readonly aborted: boolean };

export type Waiting = {
  readonly request: WriteRequest;
  readonly bytes: number;
  readonly caller: Caller | undefined;
  resolve(outcome: WriteOutcome): void;
  reject(error: Error): void;
};

/** Requests in the order of arrival, and the room for more. */
export function createWriteQueue() {
  const queue: Waiting[] = [];
  let queueBytes = 0;
  const roomSeekers: (() => void)[] = [];
  const hasRoom = () => queue.length < QUEUE_APPENDS && queueBytes < QUEUE_BYTES;
  const offerRoom = () => {
    if (hasRoom()) for (const resolve of roomSeekers.splice(0)) resolve();
  };
  return {
    hasRoom,
    isEmpty: () => queue.length === 0,
    /** Resolves when there is room; callers wait for it before they read more from their client. */
    async room(): Promise<void> {
      while (!hasRoom()) await new Promise<void>((resolve) => roomSeekers.push(resolve));
    },
    add(request: WriteRequest, caller: Caller | undefined): Promise<WriteOutcome> {
      return new Promise((resolve, reject) => {
        const bytes = request.events.reduce((sum, event) => sum + eventBytes(event), 0);
        queue.push({ request, bytes, caller, resolve, reject });
        queueBytes += bytes;
      });
    },
    /** The next group to commit. Requests whose caller has left are dropped. */
    nextGroup(): Waiting[] {
      const group: Waiting[] = [];
      let events = 0;
      let bytes = 0;
      while (group.length < GROUP_APPENDS && events < GROUP_EVENTS && bytes < GROUP_BYTES) {
        const waiting = queue.shift();
        if (waiting === undefined) break;
        queueBytes -= waiting.bytes;
        if (waiting.caller?.aborted) {
          waiting.reject(cancelled());
          continue;
        }
        group.push(waiting);
        events += waiting.request.events.length;
        bytes += waiting.bytes;
      }
      offerRoom();
      return group;
    },
    refuseAll(error: Error): void {
      for (const waiting of queue.splice(0)) waiting.reject(error);
      queueBytes = 0;
      offerRoom();
    },
  };
}
