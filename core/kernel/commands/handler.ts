import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Aggregate, CommandContext, EventLike } from '../aggregate.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { RecordedEvent } from '../event.ts';
import type { EventCodec } from '../event-codec.ts';
import type { EventStore } from '../event-store.ts';
import type { Logger } from '../logger.ts';
import { type DecidedBatch, decideBatch } from './batch.ts';
import { createLanes, type Lane, type Pending, putBack } from './queue.ts';
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
  /** From so many waiting on, the next append is decided while the one before it is stored; below, one append for all is faster. */
  decideAheadFrom: 64,
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
  /** Bytes of states kept in memory between commands; a stream that is longer than that stays there all the same. */
  cacheBytes: 64 * 1024 * 1024,
} as const;

/** The cache hears of a stream's size in steps: with every command it would cost as much as a look-up. */
const RESIZE_BYTES = 4 * 1024;
/** Of all that the cache holds, one stream counts as so much at most: one that is too long for it would be read anew for each command. */
const LARGEST_SHARE = 1 / 2;
/** A stream in memory, and its bytes when the cache last heard of them. */
type Kept = { stream: StreamState; readonly size: number };

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
 * memory, and appended at once; each refusal fails alone. One append is in flight a stream (the next one is decided
 * meanwhile, where many wait), streams take turns, and everything is bounded. A cached state is only ever a prefix of its
 * stream (for a command that creates one, the empty one): the expected revision of the append proves it current, and where
 * nothing is appended the stream's tail is read before an answer is given.
 */
export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { store, codec, clock, logger, readsBeforeDeciding = false } = options;
  const limits = { ...COMMAND_LIMITS, ...options.limits };
  const cache = new LRUCache<string, Kept>({ maxSize: limits.cacheBytes });
  const largestSize = Math.floor(limits.cacheBytes * LARGEST_SHARE);
  const snapshots = createSnapshots({ store, logger, limits });
  const lanes = createLanes(limits, takeTurn);

  async function takeTurn(lane: Lane): Promise<void> {
    const { ahead } = lane;
    lane.ahead = undefined;
    const batch = ahead ? pendingsOf(ahead) : lane.queue.splice(0, batchSize(lane));
    try {
      if (ahead) await append(lane, ahead);
      else await decideAndAppend(lane, batch);
    } catch (error) {
      const isConflict = isDomainError(error, 'conflict');
      if (isConflict || isDomainError(error, 'unavailable')) await tryAgain(lane, batch, error, isConflict);
      else for (const pending of batch) lanes.reject(pending, error);
    }
  }

  /** All that wait; of many, half: so that one half is decided while the other is stored. */
  function batchSize({ queue, storing }: Lane): number {
    const all = queue.length + (storing?.outcomes.length ?? 0);
    return Math.min(all < 2 * limits.decideAheadFrom ? all : Math.ceil(all / 2), limits.commandsPerAppend);
  }

  function decideAndAppend(lane: Lane, batch: Pending[]): Promise<void> {
    const known = cache.get(lane.streamId)?.stream;
    if (readsBeforeDeciding || batch.some((pending) => pending.isUncertain)) return readAndAppend(lane, batch, known);
    const stream =
      known ?? (batch.every((pending) => isFirst(lane, pending)) ? emptyStream(lane.aggregate) : undefined);
    if (!stream) return readAndAppend(lane, batch, undefined);
    const decided = decideBatch(lane, stream, batch, codec);
    // Where nothing is appended, nothing proves the state current: a refusal must not come from old news.
    if (decided.events.length === 0 && decided.needsCurrentState) return readAndAppend(lane, batch, known);
    return appendOrAnswer(lane, batch, stream, decided);
  }

  async function readAndAppend(lane: Lane, batch: Pending[], known: StreamState | undefined): Promise<void> {
    const uncertain = new Set(batch.filter((p) => p.isUncertain).map((p) => p.context.commandId));
    // What a snapshot holds cannot be searched for the events of a command that was not answered.
    const start = known ?? (uncertain.size === 0 ? await snapshots.load(lane.aggregate, lane.streamId) : undefined);
    const back = await readStreamState(store, codec, lane.aggregate, lane.streamId, start, uncertain);
    keep(lane, back.stream);
    const waiting = answerUncertain(batch, back);
    await appendOrAnswer(lane, batch, back.stream, decideBatch(lane, back.stream, waiting, codec));
  }

  async function appendOrAnswer(
    lane: Lane,
    batch: Pending[],
    stream: StreamState,
    decided: DecidedBatch,
  ): Promise<void> {
    putBack(lane, decided.notDecided);
    if (decided.events.length === 0) {
      lanes.settle(decided.outcomes, stream);
      return;
    }
    // From here on only the outcomes of this append are at stake; the rest has its answer or is queued again.
    if (decided.outcomes.length < batch.length) batch.splice(0, batch.length, ...pendingsOf(decided));
    await append(lane, decided);
  }

  async function append(lane: Lane, decided: DecidedBatch): Promise<void> {
    lane.storing = decided;
    try {
      const storing = store.append(lane.streamId, decided.expectedRevision, decided.events);
      considerAhead(lane);
      const { revision, position } = await storing;
      if (revision !== decided.next.revision) {
        throw new DomainError('conflict', 'The stream ends elsewhere than this append.');
      }
      decided.rememberAt(position);
      const appended = { ...decided.next, position };
      keep(lane, appended);
      const answer = () => lanes.settle(decided.outcomes, appended);
      // What is decided already goes out first: callers have much to do with their answers.
      if (lane.ahead) setImmediate(answer);
      else answer();
      snapshots.consider(lane.aggregate, lane.streamId, appended);
    } catch (error) {
      if (lane.ahead) putBack(lane, pendingsOf(lane.ahead));
      lane.ahead = undefined;
      throw error;
    } finally {
      lane.storing = undefined;
    }
  }

  function considerAhead(lane: Lane): void {
    if (readsBeforeDeciding || lane.willDecideAhead || !lane.storing || lane.ahead) return;
    if (lane.queue.length < limits.decideAheadFrom) return;
    lane.willDecideAhead = true;
    // Others of the same turn of the event loop are about to be queued.
    setImmediate(() => {
      lane.willDecideAhead = false;
      decideAhead(lane);
    });
  }

  function decideAhead(lane: Lane): void {
    const { storing } = lane;
    if (!storing || lane.ahead) return;
    const batch = lane.queue.slice(0, batchSize(lane));
    if (batch.some((pending) => pending.isUncertain)) return;
    const decided = decideBatch(lane, storing.next, batch, codec, storing.appended);
    // Where nothing is appended, nothing proves the state current: decided again in its turn.
    if (decided.events.length === 0) return;
    lane.queue.splice(0, decided.outcomes.length);
    lane.ahead = decided;
  }

  function keep(lane: Lane, stream: StreamState): void {
    const size = Math.min(sizeOf(lane.aggregate, stream), largestSize);
    const kept = cache.get(lane.streamId);
    if (kept && size - kept.size < RESIZE_BYTES) kept.stream = stream;
    else cache.set(lane.streamId, { stream, size }, { size });
  }

  async function tryAgain(lane: Lane, batch: Pending[], error: unknown, isConflict: boolean): Promise<void> {
    // After a conflict the cached state is still a true prefix: the tail is read. After silence nothing is trusted.
    if (!isConflict) cache.delete(lane.streamId);
    const limit = isConflict ? limits.attempts : limits.attemptsWithoutStore;
    const again: Pending[] = [];
    for (const pending of batch) {
      if (pending.isOver) continue;
      pending.attempts += 1;
      pending.isUncertain = true;
      const isLate = !isConflict && performance.now() - pending.sinceMs > limits.patienceMs;
      if (pending.attempts < limit && !isLate) again.push(pending);
      else lanes.reject(pending, error);
    }
    if (again.length === 0) return;
    const attempt = Math.max(...again.map((pending) => pending.attempts));
    logger.debug({ streamId: lane.streamId, attempt, isConflict }, 'a command is tried again');
    const ceiling = Math.min(limits.retryBaseMs * 2 ** attempt * (isConflict ? 1 : 4), limits.retryMaxMs);
    await delay(ceiling * (0.5 + Math.random() / 2));
    putBack(lane, again);
  }

  /** Answers the commands whose events turned out to be stored; returns those that still wait. */
  function answerUncertain(batch: Pending[], back: ReadBack): Pending[] {
    return batch.filter((pending) => {
      const events = pending.isUncertain ? back.found.get(pending.context.commandId) : undefined;
      const last = events?.at(-1);
      if (!events || !last) return true;
      lanes.resolve(pending, { revision: last.revision, position: last.position, events });
      return false;
    });
  }

  return {
    handle(aggregate, id, command, context) {
      return new Promise((resolve, reject) => {
        const lane = lanes.add(`${aggregate.category}-${id}`, aggregate as AnyAggregate, {
          command,
          context: { ...context, time: context.time ?? clock().toISOString() },
          eventIds: [],
          sinceMs: performance.now(),
          attempts: 0,
          isUncertain: false,
          isOver: false,
          resolve,
          reject,
        });
        if (lane) considerAhead(lane);
      });
    },
  };
}

const isFirst = ({ aggregate }: Lane, { command }: Pending): boolean => aggregate.creates?.(command) === true;

const pendingsOf = ({ outcomes }: DecidedBatch): Pending[] => outcomes.map(({ pending }) => pending);
