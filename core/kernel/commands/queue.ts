import type { CommandContext, EventLike } from '../aggregate.ts';
import { DomainError } from '../errors.ts';
import type { DecidedBatch, Outcome } from './batch.ts';
import type { Handled } from './handler.ts';
import type { AnyAggregate, StreamPoint } from './stream-state.ts';

/** A command whose caller waits. */
export type Pending = {
  readonly command: unknown;
  readonly context: CommandContext & { readonly time: string };
  /** Of the events it leads to, as they are needed: see eventIdOf. */
  readonly eventIds: string[];
  readonly sinceMs: number;
  attempts: number;
  /** An append that held it ended without an answer: the stream itself must say whether it is there. */
  isUncertain: boolean;
  /** Its caller has an answer. */
  isOver: boolean;
  readonly resolve: (handled: Handled<never>) => void;
  readonly reject: (error: unknown) => void;
};

/** What waits for one stream. */
export type Lane = {
  readonly streamId: string;
  readonly aggregate: AnyAggregate;
  queue: Pending[];
  /** Being appended. */
  storing: DecidedBatch | undefined;
  /** Decided on the stream as it will be once `storing` is stored; void if that fails. */
  ahead: DecidedBatch | undefined;
  willDecideAhead: boolean;
};

export type Lanes = {
  /** Puts a command at the end of its stream's lane, or refuses it where too many wait. Undefined then. */
  add(streamId: string, aggregate: AnyAggregate, pending: Pending): Lane | undefined;
  resolve(pending: Pending, handled: Handled<EventLike>): void;
  reject(pending: Pending, error: unknown): void;
  /** Answers all of a batch. @param at where the stream stands after it */
  settle(outcomes: readonly Outcome[], at: StreamPoint): void;
};

type Limits = {
  readonly streamsInFlight: number;
  readonly queuedCommands: number;
  readonly queuedCommandsPerStream: number;
};

/**
 * The streams that have commands waiting. They take turns, so many of them at the same time.
 * @param takeTurn does some of a lane's work; must not fail
 */
export function createLanes(limits: Limits, takeTurn: (lane: Lane) => Promise<void>): Lanes {
  const lanes = new Map<string, Lane>();
  const ready: Lane[] = [];
  let queued = 0;
  let inFlight = 0;

  function pump(): void {
    while (inFlight < limits.streamsInFlight) {
      const lane = ready.shift();
      if (!lane) return;
      inFlight += 1;
      takeTurn(lane).finally(() => {
        inFlight -= 1;
        // Back of the line: a hot stream must not starve the others.
        if (lane.queue.length > 0 || lane.ahead) ready.push(lane);
        else lanes.delete(lane.streamId);
        pump();
      });
    }
  }

  function resolve(pending: Pending, handled: Handled<EventLike>): void {
    if (pending.isOver) return;
    pending.isOver = true;
    queued -= 1;
    pending.resolve(handled as Handled<never>);
  }

  function reject(pending: Pending, error: unknown): void {
    if (pending.isOver) return;
    pending.isOver = true;
    queued -= 1;
    pending.reject(error);
  }

  return {
    resolve,
    reject,

    add(streamId, aggregate, pending) {
      const present = lanes.get(streamId);
      if (queued >= limits.queuedCommands || (present?.queue.length ?? 0) >= limits.queuedCommandsPerStream) {
        pending.reject(
          new DomainError('unavailable', 'The ledger is busy. Nothing was booked: try again in a moment.'),
        );
        return undefined;
      }
      queued += 1;
      if (present) {
        present.queue.push(pending);
        return present;
      }
      const lane: Lane = {
        streamId,
        aggregate,
        queue: [pending],
        storing: undefined,
        ahead: undefined,
        willDecideAhead: false,
      };
      lanes.set(streamId, lane);
      ready.push(lane);
      pump();
      return lane;
    },

    settle(outcomes, { revision, position }) {
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

/** Puts commands back where they came from: before all that wait. */
export function putBack(lane: Lane, pendings: readonly Pending[]): void {
  if (pendings.length > 0) lane.queue = [...pendings, ...lane.queue];
}
