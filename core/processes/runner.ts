import { setTimeout as delay } from 'node:timers/promises';
import { ledgerCodec, type RecordedLedgerEvent, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { isFinalRefusal } from '#core/kernel/errors.ts';
import { type CheckpointPort, followFromCheckpoint } from '#core/kernel/following/checkpoint.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import type { SubscriptionStatus } from '#core/kernel/following/subscription-runner.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { timed } from '#core/kernel/work.ts';
import { routeCommand } from '#core/ledger/ledger.ts';
import { createLookAhead } from './look-ahead.ts';
import { NO_RATES, type RatesPort, type StockPort } from './ports.ts';
import { createReactor } from './reactions.ts';

/** Events handled at the same time. Those of one lane keep their order: of one wallet, or of a stream that names none. */
const MAX_LANES = 8;
/** Small batches: the checkpoint is saved after each, and a crash repeats what comes after it. */
const BATCH_EVENTS = 200;
const RETRY_BASE_MS = 200;
const RETRY_MAX_MS = 10_000;

/**
 * The writer of an event takes the next steps in line within milliseconds, and answers its user with their result. The
 * runner does not compete with it. It reads the log ahead meanwhile, and skips the steps that are already there. It
 * takes a step itself only if the log does not have it after this time.
 */
const HEAD_START_MS = 1_500;

/**
 * The runner reads a stream before each step anyway, so one that is not in memory costs little more: a quarter of the
 * usual size is enough.
 */
const CACHE_BYTES = 16 * 1024 * 1024;

export type ProcessRunnerOptions = {
  readonly store: EventStore;
  readonly stock: StockPort;
  readonly rates?: RatesPort;
  /** The currencies of the store: every customer has a wallet in each. */
  readonly currencies: () => readonly Currency[];
  readonly checkpoint: CheckpointPort;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  onStatus?(status: SubscriptionStatus): void;
  readonly headStartMs?: number;
};

/**
 * Follows the log and takes every next step that is not taken yet: it finishes what a request did not, because the
 * request crashed or the store was unavailable. Resolves when `signal` is aborted, or when an event cannot be read.
 */
export async function runProcesses(options: ProcessRunnerOptions): Promise<SubscriptionStatus> {
  const {
    store,
    stock,
    rates = NO_RATES,
    currencies,
    checkpoint,
    clock,
    logger,
    signal,
    onStatus,
    headStartMs = HEAD_START_MS,
  } = options;
  const ahead = createLookAhead(headStartMs);
  // If the log does not have a step yet, its writer may still be working: a read first is cheaper than appends that fail.
  const limits = { cacheBytes: CACHE_BYTES };
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock, logger, limits, readsBeforeDeciding: true });
  const react = createReactor({
    store,
    codec: ledgerCodec,
    stock,
    rates,
    currencies,
    logger,
    isDone: (commandId) => ahead.resultOf(commandId) !== undefined,
    run: async (command, context) => ahead.resultOf(context.commandId) ?? routeCommand(handler, command, context),
  });

  const step = async (event: RecordedLedgerEvent) => {
    try {
      await timed('react', event.type, () => react(event), [event.metadata.correlationId]);
    } catch (error) {
      if (!isFinalRefusal(error)) throw error;
      // A repetition would be refused again and would block all later steps: `ledger check` names what is unfinished.
      logger.error({ err: error, event: event.type, streamId: event.streamId }, 'the next step was refused for good');
    }
  };

  const stopping = new AbortController();
  const working = takeSteps({ ahead, checkpoint, logger, step, signal: AbortSignal.any([signal, stopping.signal]) });
  const status = await followFromCheckpoint({
    store,
    prefixes: STREAM_PREFIXES,
    checkpoint,
    decode: (stored) => ledgerCodec.decode(stored),
    signal,
    logger,
    limits: { batchEvents: BATCH_EVENTS },
    ...(onStatus ? { onStatus } : {}),
    onBatch: (batch) => ahead.take(batch, signal),
  });
  // Everything before an event that cannot be read is finished.
  while (!signal.aborted && ahead.untilDueMs() !== undefined) await ahead.changed();
  stopping.abort();
  await working;
  return status;
}

type Work = {
  readonly ahead: ReturnType<typeof createLookAhead>;
  readonly checkpoint: CheckpointPort;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  step(event: RecordedLedgerEvent): Promise<void>;
};

/** Takes the steps that are due, batch by batch; a batch that fails is repeated. */
async function takeSteps({ ahead, checkpoint, logger, step, signal }: Work): Promise<void> {
  let failures = 0;
  let saved: LogPlace | null = null;
  signal.addEventListener('abort', ahead.wake);
  while (!signal.aborted) {
    const changed = ahead.changed();
    const batch = ahead.due(BATCH_EVENTS);
    try {
      await inLanes(batch, step);
      const place: LogPlace | null = ahead.handled(batch.length) ?? saved;
      if (place !== null && place !== saved) await checkpoint.save(place);
      saved = place;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const waitMs = Math.min(RETRY_BASE_MS * 2 ** (failures - 1), RETRY_MAX_MS) * (0.5 + Math.random() / 2);
      logger.warn({ err: error, failures, waitMs: Math.round(waitMs) }, 'taking the next steps was interrupted');
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (batch.length === 0) await untilDue(changed, ahead.untilDueMs());
  }
}

async function untilDue(changed: Promise<void>, dueInMs: number | undefined): Promise<void> {
  if (dueInMs === undefined) return changed;
  const timer = new AbortController();
  await Promise.race([changed, delay(dueInMs, undefined, { signal: timer.signal })]);
  timer.abort();
}

async function inLanes(
  events: readonly RecordedLedgerEvent[],
  react: (event: RecordedLedgerEvent) => Promise<void>,
): Promise<void> {
  const lanes = [...Map.groupBy(events, laneOf).values()];
  const failures: unknown[] = [];
  const workers = Array.from({ length: Math.min(MAX_LANES, lanes.length) }, async () => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
      // A lane that fails stops alone: the steps of the others are taken before the batch is repeated.
      await inOrder(lane, react).catch((error) => failures.push(error));
    }
  });
  // All of them end before the batch is repeated: two attempts at once would only conflict.
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

async function inOrder(
  lane: readonly RecordedLedgerEvent[],
  react: (event: RecordedLedgerEvent) => Promise<void>,
): Promise<void> {
  for (const event of lane) await react(event);
}

/** Orders and withdrawals of one wallet request its money in the order of the log. */
function laneOf(event: RecordedLedgerEvent): string {
  return 'walletId' in event.data && typeof event.data.walletId === 'string'
    ? `wallet-${event.data.walletId}`
    : event.streamId;
}
