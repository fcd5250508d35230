import { DomainError } from '#core/kernel/errors.ts';
import type { EventLike } from './aggregate.ts';
import type { AnyAggregate, DecidedBatch, Handled, Outcome, Pending, StreamPoint, StreamQueue } from './types.ts';

export type Queues = {
  /**
   * Puts a command at the end of its stream's queue, or refuses it when too many wait.
   */
  add(streamId: string, aggregate: AnyAggregate, pending: Pending): void;
  resolve(pending: Pending, handled: Handled<EventLike>): void;
  reject(pending: Pending, error: unknown): void;
  /** Answers all of a batch. @param at where the stream stands after it */
  answer(outcomes: readonly Outcome[], at: StreamPoint): void;
};

type Limits = {
  readonly streamsInFlight: number;
  readonly queuedCommands: number;
  readonly queuedCommandsPerStream: number;
};

/**
 * One queue for each stream that has commands. Streams take turns, a bounded number of them at the same time.
 * @param takeTurn does some of a queue's work; must not fail
 */
export function createQueues(limits: Limits, takeTurn: (queue: StreamQueue) => Promise<void>): Queues {
  const queues = new Map<string, StreamQueue>();
  const ready: StreamQueue[] = [];
  let queued = 0;
  let inFlight = 0;

  function pump(): void {
    while (inFlight < limits.streamsInFlight) {
      const queue = ready.shift();
      if (!queue) return;
      inFlight += 1;
      takeTurn(queue).finally(() => {
        inFlight -= 1;
        // Back to the end of the line: a busy stream must not starve the others.
        if (queue.waiting.length > 0) ready.push(queue);
        else queues.delete(queue.streamId);
        pump();
      });
    }
  }

  /** True the first time: a caller gets one answer. */
  function finish(pending: Pending): boolean {
    if (pending.isOver) return false;
    pending.isOver = true;
    queued -= 1;
    return true;
  }

  function resolve(pending: Pending, handled: Handled<EventLike>): void {
    if (finish(pending)) pending.resolve(handled as Handled<never>);
  }

  function reject(pending: Pending, error: unknown): void {
    if (finish(pending)) pending.reject(error);
  }

  return {
    resolve,
    reject,

    add(streamId, aggregate, pending) {
      let queue = queues.get(streamId);
      if (queued >= limits.queuedCommands || (queue?.waiting.length ?? 0) >= limits.queuedCommandsPerStream) {
        pending.reject(
          new DomainError('unavailable', 'The ledger is busy. Nothing was booked: try again in a moment.'),
        );
        return;
      }
      queued += 1;
      if (queue) {
        queue.waiting.push(pending);
        return;
      }
      queue = { streamId, aggregate, waiting: [pending] };
      queues.set(streamId, queue);
      ready.push(queue);
      pump();
    },

    answer(outcomes, { revision, position }) {
      for (const { pending, result } of outcomes) {
        if (result.kind === 'refused') {
          reject(pending, result.error);
        } else if (result.kind === 'repeated') {
          resolve(pending, { ...(result.at ?? { revision, position }), events: [] });
        } else {
          const { events } = result;
          for (const event of events) event.position = position;
          resolve(pending, { revision: events.at(-1)?.revision ?? revision, position, events });
        }
      }
    },
  };
}

/** Puts commands back at the front of their queue. */
export function putBack(queue: StreamQueue, pendings: readonly Pending[]): void {
  if (pendings.length > 0) queue.waiting = [...pendings, ...queue.waiting];
}

export const pendingsOf = ({ outcomes }: DecidedBatch): Pending[] => outcomes.map(({ pending }) => pending);
