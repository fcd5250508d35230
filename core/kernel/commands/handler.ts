import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from '#core/kernel/log/event.ts';
import type { EventCodec } from '#core/kernel/log/event-codec.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { timed } from '#core/kernel/work.ts';
import type { Aggregate, CommandContext, EventLike } from './aggregate.ts';
import { decideBatch } from './batch.ts';
import { createQueues, pendingsOf, putBack, type Queues } from './queue.ts';
import { createStreamCache, emptyStream, readStreamState, remember } from './stream-state.ts';
import { createSnapshots, type Snapshots } from './take-snapshots.ts';
import type { AnyAggregate, DecidedBatch, Handled, Pending, StreamQueue, StreamState } from './types.ts';

export const COMMAND_LIMITS = {
  /** Commands decided together on one stream. */
  commandsPerAppend: 256,
  /** Streams that are read or appended to at the same time. */
  streamsInFlight: 256,
  queuedCommands: 20_000,
  queuedCommandsPerStream: 5_000,
  /** How often one command is tried before the caller gets a conflict or an unavailable store. */
  attempts: 8,
  attemptsWithoutStore: 4,
  /** No further attempt starts when a store that does not answer has taken this long: the caller is waiting. */
  patienceMs: 8_000,
  retryBaseMs: 10,
  retryMaxMs: 1_000,
  /** A long stream's state is kept in a snapshot after every this many events. */
  eventsPerSnapshot: 1_000,
  snapshotsInFlight: 4,
  /** Bytes of states kept in memory between commands. */
  cacheBytes: 64 * 1024 * 1024,
} as const;

/** A store that does not answer is tried again later than after a conflict with another writer's append. */
const SILENCE_FACTOR = 4;

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
  /** Resolves when no snapshot is being written: for a caller that is about to close the store. */
  settled(): Promise<void>;
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

/** One pass over a queue. `batch` holds its commands, without those that were answered or put back. */
type Turn = { readonly queue: StreamQueue; batch: Pending[] };
/** `isCurrent`: read just now, so that a refusal can be decided on it. */
type Loaded = { readonly stream: StreamState; readonly isCurrent: boolean };

type Parts = Pick<CommandHandlerOptions, 'store' | 'codec' | 'logger'> & {
  readonly limits: Readonly<Record<keyof typeof COMMAND_LIMITS, number>>;
  readonly readsBeforeDeciding: boolean;
  readonly cache: ReturnType<typeof createStreamCache>;
  readonly snapshots: Snapshots;
  readonly queues: Queues;
};

/**
 * Commands that wait for one stream are decided together, on a state kept in memory, and appended at once; each refusal
 * fails alone. README.md draws the life of a command. A state in memory is only a prefix of its stream. The expected
 * revision of the append proves it current; where nothing is appended, the stream's tail is read before an answer is
 * given.
 */
export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { store, codec, clock, logger, readsBeforeDeciding = false } = options;
  const limits = { ...COMMAND_LIMITS, ...options.limits };
  const parts: Parts = {
    store,
    codec,
    logger,
    limits,
    readsBeforeDeciding,
    cache: createStreamCache(limits.cacheBytes),
    snapshots: createSnapshots({ store, logger, limits }),
    queues: createQueues(limits, (queue) => takeTurn(parts, queue)),
  };
  return {
    handle(aggregate, id, command, context) {
      return new Promise((resolve, reject) => {
        parts.queues.add(`${aggregate.category}-${id}`, aggregate as AnyAggregate, {
          command,
          context: { ...context, time: context.time ?? clock().toISOString() },
          eventIds: [],
          sinceMs: performance.now(),
          attempts: 0,
          isUncertain: context.mayBeRepeated === true,
          isOver: false,
          resolve,
          reject,
        });
      });
    },
    settled: () => parts.snapshots.settled(),
  };
}

/** The six steps: take what waits, load the state, decide, append, answer, or try again. */
async function takeTurn(parts: Parts, queue: StreamQueue): Promise<void> {
  const turn = { queue, batch: queue.waiting.splice(0, parts.limits.commandsPerAppend) };
  try {
    const decided = await decide(parts, turn, await load(parts, turn));
    parts.queues.answer(decided.outcomes, await append(parts, queue, decided));
  } catch (error) {
    await tryAgain(parts, turn, error);
  }
}

/** From memory; empty without a read when every command is its stream's first; else from the store. */
async function load(parts: Parts, turn: Turn): Promise<Loaded> {
  const { queue, batch } = turn;
  if (parts.readsBeforeDeciding || batch.some((pending) => pending.isUncertain)) return read(parts, turn);
  const known = parts.cache.get(queue.streamId);
  if (known) return { stream: known, isCurrent: false };
  const isNew = batch.every(({ command }) => queue.aggregate.creates?.(command) === true);
  return isNew ? { stream: emptyStream(queue.aggregate), isCurrent: false } : read(parts, turn);
}

/** Reads what came after the state in memory or in a snapshot, and answers commands whose events are there. */
async function read({ store, codec, cache, snapshots, queues }: Parts, turn: Turn): Promise<Loaded> {
  const { streamId, aggregate } = turn.queue;
  const uncertain = new Set(turn.batch.filter((p) => p.isUncertain).map((p) => p.context.commandId));
  const isWhole = turn.batch.some((pending) => pending.context.mayBeRepeated);
  const known = isWhole ? undefined : cache.get(streamId);
  // Events of a command that was not answered cannot be searched for in what a snapshot replaces.
  const start = known ?? (uncertain.size === 0 ? await snapshots.load(aggregate, streamId) : undefined);
  const { stream, found } = await readStreamState(store, codec, aggregate, streamId, start, uncertain);
  cache.keep(turn.queue, stream);
  for (const pending of turn.batch) {
    const events = pending.isUncertain ? found.get(pending.context.commandId) : undefined;
    const last = events?.at(-1);
    if (events && last) queues.resolve(pending, { revision: last.revision, position: last.position, events });
  }
  turn.batch = turn.batch.filter((pending) => !pending.isOver);
  return { stream, isCurrent: true };
}

async function decide(parts: Parts, turn: Turn, { stream, isCurrent }: Loaded): Promise<DecidedBatch> {
  const decided = decideBatch(turn.queue, stream, turn.batch, parts.codec);
  if (!isCurrent && decided.events.length === 0 && decided.needsCurrentState) {
    // Without an append nothing proves that the state is current, and a refusal must not rest on an old state.
    return decide(parts, turn, await read(parts, turn));
  }
  putBack(turn.queue, decided.notDecided);
  turn.batch = pendingsOf(decided);
  return decided;
}

/** Returns the stream as it is afterwards. Each stream has one append in flight. */
async function append(parts: Parts, queue: StreamQueue, decided: DecidedBatch): Promise<StreamState> {
  const { store, cache, snapshots } = parts;
  if (decided.events.length === 0) return decided.next;
  const { revision, position } = await timed(
    'append',
    queue.aggregate.category,
    () => store.append(queue.streamId, decided.expectedRevision, decided.events),
    pendingsOf(decided).map(({ context }) => context.correlationId),
  );
  if (revision !== decided.next.revision) {
    throw new DomainError('conflict', 'The stream ends elsewhere than this append.');
  }
  const stored = { ...decided.next, position };
  for (const [commandId, at] of decided.appended) remember(stored.recent, commandId, { revision: at, position });
  cache.keep(queue, stored);
  snapshots.consider(queue.aggregate, queue.streamId, stored);
  return stored;
}

/**
 * Tries again after a conflict, or after a store that did not answer, a bounded number of times. Any other failure is
 * the answer.
 */
async function tryAgain(parts: Parts, { queue, batch }: Turn, error: unknown): Promise<void> {
  const { limits, cache, queues, logger } = parts;
  const isConflict = isDomainError(error, 'conflict');
  const isPassing = isConflict || isDomainError(error, 'unavailable');
  const limit = isConflict ? limits.attempts : limits.attemptsWithoutStore;
  // After a conflict the state in memory is still a true prefix: the tail is read. Without an answer it is discarded.
  if (!isConflict) cache.forget(queue.streamId);
  const again: Pending[] = [];
  for (const pending of batch) {
    if (pending.isOver) continue;
    pending.attempts += 1;
    pending.isUncertain = true;
    const isLate = !isConflict && performance.now() - pending.sinceMs > limits.patienceMs;
    if (isPassing && pending.attempts < limit && !isLate) again.push(pending);
    else queues.reject(pending, error);
  }
  if (again.length === 0) return;
  const attempt = Math.max(...again.map((pending) => pending.attempts));
  logger.debug({ streamId: queue.streamId, attempt, isConflict }, 'a command is tried again');
  const ceiling = limits.retryBaseMs * 2 ** attempt * (isConflict ? 1 : SILENCE_FACTOR);
  await delay(Math.min(ceiling, limits.retryMaxMs) * (0.5 + Math.random() / 2));
  putBack(queue, again);
}
