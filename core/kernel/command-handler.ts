import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Aggregate, CommandContext, EventLike } from './aggregate.ts';
import { decideBatch, type Outcome } from './decide-batch.ts';
import { DomainError, isDomainError } from './errors.ts';
import type { RecordedEvent } from './event.ts';
import type { EventCodec } from './event-codec.ts';
import type { EventStore } from './event-store.ts';
import type { Logger } from './logger.ts';
import { createSnapshots } from './snapshots.ts';
import {
  type AnyAggregate,
  emptyStream,
  type ReadBack,
  readStreamState,
  type StreamState,
  sizeOf,
} from './stream-state.ts';

export const COMMAND_LIMITS = {
  /** Commands decided together on one stream. */
  commandsPerAppend: 256,
  /** Streams that are read or appended to at the same time. */
  streamsInFlight: 256,
  queuedCommands: 20_000,
  queuedCommandsPerStream: 5_000,
  /** How often one command is tried before the caller hears of a conflict or an absent store. */
  attempts: 8,
  attemptsWithoutStore: 4,
  /** … and when a silent store has taken this long already, it is not tried again: somebody waits for the answer. */
  patienceMs: 8_000,
  retryBaseMs: 10,
  retryMaxMs: 1_000,
  /** A long stream's state is kept in a snapshot whenever so many events came since the one before. */
  eventsPerSnapshot: 1_000,
  snapshotsInFlight: 4,
  /** Bytes of states kept in memory between commands. */
  cacheBytes: 64 * 1024 * 1024,
} as const;

export type Handled<Event extends EventLike> = {
  /** Of the command's last event; of the stream as it stands, when the command had no new effect. */
  readonly revision: bigint;
  readonly position: bigint;
  /**
   * What the command appended; empty when it had been applied before. Events appended together carry the log position of
   * the last of them.
   */
  readonly events: readonly RecordedEvent<Event>[];
};

export type CommandHandler = {
  /**
   * Runs one command: reads its stream (or takes it from memory), decides, appends at the revision it was decided on.
   * @throws DomainError: the decider's refusal; `conflict` or `unavailable` when the retries are used up.
   */
  handle<State, Command, Event extends EventLike>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<Event>>;
};

export type Pending = {
  readonly command: unknown;
  readonly context: CommandContext & { readonly time: string };
  /** Of the events it leads to, as they are needed: see eventIdOf. */
  readonly eventIds: string[];
  readonly sinceMs: number;
  attempts: number;
  /** An append that held it ended without an answer: the stream itself must say whether it is there. */
  isUncertain: boolean;
  resolve(handled: Handled<EventLike>): void;
  reject(error: unknown): void;
};

type Lane = { readonly streamId: string; readonly aggregate: AnyAggregate; queue: Pending[] };

export type CommandHandlerOptions = {
  readonly store: EventStore;
  readonly codec: EventCodec<RecordedEvent>;
  readonly clock: () => Date;
  readonly logger: Logger;
  /**
   * Look for other writers' events before each decision. For a process that follows what others write: reading a few
   * events costs less than an append that fails.
   */
  readonly readsBeforeDeciding?: boolean;
  readonly limits?: Partial<Record<keyof typeof COMMAND_LIMITS, number>>;
};

/**
 * Commands are fast because they are few appends: what is queued for one stream is decided together, on a state kept in
 * memory, and appended at once; each refusal fails alone. One append is in flight a stream, streams take turns, and
 * everything is bounded. A cached state is only ever a prefix of its stream (for a command that creates one, the empty one): the expected revision of the append proves
 * it current, and where nothing is appended the stream's tail is read before an answer is given.
 */
export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { store, codec, clock, logger, readsBeforeDeciding = false } = options;
  const limits = { ...COMMAND_LIMITS, ...options.limits };
  const cache = new LRUCache<string, StreamState>({ maxSize: limits.cacheBytes });
  const snapshots = createSnapshots({ store, logger, limits });
  const lanes = new Map<string, Lane>();
  const ready: Lane[] = [];
  let queued = 0;
  let inFlight = 0;

  function pump(): void {
    while (inFlight < limits.streamsInFlight) {
      const lane = ready.shift();
      if (!lane) return;
      inFlight += 1;
      const batch = lane.queue.splice(0, limits.commandsPerAppend);
      run(lane, batch)
        .catch((error: unknown) => {
          for (const pending of batch) pending.reject(error);
        })
        .finally(() => {
          inFlight -= 1;
          // Back of the line: a hot stream must not starve the others.
          if (lane.queue.length > 0) ready.push(lane);
          else lanes.delete(lane.streamId);
          pump();
        });
    }
  }

  async function run(lane: Lane, batch: Pending[]): Promise<void> {
    try {
      await decideAndAppend(lane, batch);
    } catch (error) {
      const isConflict = isDomainError(error, 'conflict');
      if (!isConflict && !isDomainError(error, 'unavailable')) throw error;
      await tryAgain(lane, batch, error, isConflict);
    }
  }

  async function decideAndAppend(lane: Lane, batch: Pending[]): Promise<void> {
    let waiting = batch;
    const cached = cache.get(lane.streamId);
    let stream = cached;
    let isFresh = false;
    const read = async (known: StreamState | undefined) => {
      const uncertain = new Set(waiting.filter((p) => p.isUncertain).map((p) => p.context.commandId));
      // What a snapshot holds cannot be searched for the events of a command that was not answered.
      const start = known ?? (uncertain.size === 0 ? await snapshots.load(lane.aggregate, lane.streamId) : undefined);
      const back = await readStreamState(store, codec, lane.aggregate, lane.streamId, start, uncertain);
      keep(lane, back.stream);
      waiting = answerUncertain(waiting, back);
      isFresh = true;
      return back.stream;
    };
    const isUncertain = batch.some((pending) => pending.isUncertain);
    if (!stream && !readsBeforeDeciding && !isUncertain && batch.every((pending) => isFirst(lane, pending))) {
      stream = emptyStream(lane.aggregate);
    }
    if (!stream || readsBeforeDeciding || isUncertain) stream = await read(stream);

    let decided = decideBatch(lane, stream, waiting, codec);
    if (decided.events.length === 0 && !isFresh && decided.needsCurrentState) {
      // Nothing will be appended, so nothing proves the cached state current: a refusal must not come from old news.
      stream = await read(stream);
      decided = decideBatch(lane, stream, waiting, codec);
    }
    requeueFirst(lane, decided.notDecided);

    if (decided.events.length === 0) {
      settle(decided.outcomes, stream);
      return;
    }
    const taken = decided.outcomes.map((outcome) => outcome.pending);
    // From here on only the outcomes of this append are at stake; the rest is queued again already.
    batch.splice(0, batch.length, ...taken);
    const stored = await store.append(lane.streamId, stream.revision, decided.events);
    if (stored.revision !== decided.next.revision) {
      throw new DomainError('conflict', 'The stream ends elsewhere than this append.');
    }
    decided.rememberAt(stored.position);
    const appended = { ...decided.next, position: stored.position };
    keep(lane, appended);
    settle(decided.outcomes, { revision: stored.revision, position: stored.position });
    snapshots.consider(lane.aggregate, lane.streamId, appended);
  }

  function keep(lane: Lane, stream: StreamState): void {
    cache.set(lane.streamId, stream, { size: sizeOf(lane.aggregate, stream) });
  }

  function requeueFirst(lane: Lane, pendings: readonly Pending[]): void {
    if (pendings.length > 0) lane.queue = [...pendings, ...lane.queue];
  }

  async function tryAgain(lane: Lane, batch: Pending[], error: unknown, isConflict: boolean): Promise<void> {
    // After a conflict the cached state is still a true prefix: the tail is read. After silence nothing is trusted.
    if (!isConflict) cache.delete(lane.streamId);
    const limit = isConflict ? limits.attempts : limits.attemptsWithoutStore;
    const again: Pending[] = [];
    for (const pending of batch) {
      pending.attempts += 1;
      pending.isUncertain = true;
      const isLate = !isConflict && performance.now() - pending.sinceMs > limits.patienceMs;
      if (pending.attempts < limit && !isLate) again.push(pending);
      else pending.reject(error);
    }
    if (again.length === 0) return;
    const attempt = Math.max(...again.map((pending) => pending.attempts));
    logger.debug({ streamId: lane.streamId, attempt, isConflict }, 'a command is tried again');
    const ceiling = Math.min(limits.retryBaseMs * 2 ** attempt * (isConflict ? 1 : 4), limits.retryMaxMs);
    await delay(ceiling * (0.5 + Math.random() / 2));
    requeueFirst(lane, again);
  }

  return {
    handle(aggregate, id, command, context) {
      const streamId = `${aggregate.category}-${id}`;
      return new Promise((resolve, reject) => {
        const lane = lanes.get(streamId) ?? { streamId, aggregate: aggregate as AnyAggregate, queue: [] };
        if (queued >= limits.queuedCommands || lane.queue.length >= limits.queuedCommandsPerStream) {
          reject(new DomainError('unavailable', 'The ledger is busy. Nothing was booked: try again in a moment.'));
          return;
        }
        queued += 1;
        const done = () => {
          queued -= 1;
        };
        lane.queue.push({
          command,
          context: { ...context, time: context.time ?? clock().toISOString() },
          eventIds: [],
          sinceMs: performance.now(),
          attempts: 0,
          isUncertain: false,
          resolve: once((handled: Handled<EventLike>) => {
            done();
            resolve(handled as Handled<never>);
          }),
          reject: once((error: unknown) => {
            done();
            reject(error);
          }),
        });
        if (lanes.has(streamId)) return;
        lanes.set(streamId, lane);
        ready.push(lane);
        pump();
      });
    },
  };

  function once<Value>(callback: (value: Value) => void): (value: Value) => void {
    let called = false;
    return (value) => {
      if (called) return;
      called = true;
      callback(value);
    };
  }
}

const isFirst = ({ aggregate }: Lane, { command }: Pending): boolean => aggregate.creates?.(command) === true;

/** Answers the commands whose events turned out to be stored; returns those that still wait. */
function answerUncertain(batch: Pending[], back: ReadBack): Pending[] {
  return batch.filter((pending) => {
    const events = pending.isUncertain ? back.found.get(pending.context.commandId) : undefined;
    const last = events?.at(-1);
    if (!events || !last) return true;
    pending.resolve({ revision: last.revision, position: last.position, events });
    return false;
  });
}

function settle(outcomes: readonly Outcome[], at: { revision: bigint; position: bigint }): void {
  for (const { pending, result } of outcomes) {
    if (result.kind === 'refused') {
      pending.reject(result.error);
    } else if (result.kind === 'repeated') {
      pending.resolve({ ...(result.at ?? at), events: [] });
    } else {
      const events = result.events.map((event) => ({ ...event, position: at.position }));
      const last = events.at(-1);
      pending.resolve({ revision: last?.revision ?? at.revision, position: at.position, events });
    }
  }
}
