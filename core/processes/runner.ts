import { setTimeout as delay } from 'node:timers/promises';
import { type RecordedLedgerEvent, STREAM_PREFIXES } from '../events.ts';
import { createCommandHandler } from '../kernel/commands/handler.ts';
import type { Currency } from '../kernel/currencies.ts';
import { isDomainError } from '../kernel/errors.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { Logger } from '../kernel/logger.ts';
import { runSubscription, type SubscriptionStatus } from '../kernel/subscription-runner.ts';
import { ledgerCodec } from '../ledger-codec.ts';
import { routeCommand } from '../route-command.ts';
import type { CheckpointPort, StockPort } from './ports.ts';
import { createReactor } from './reactions.ts';

/** Events handled at the same time; those of one wallet or stream stay in their order. */
const MAX_LANES = 8;
/** Small batches: the checkpoint is saved after each, and what lies after it is repeated after a crash. */
const BATCH_EVENTS = 200;

/**
 * The writer of an event takes the next steps in line within milliseconds, and answers its user with their result. The runner
 * keeps out of that race: it steps in only for events of this age.
 */
const HEAD_START_MS = 1_500;

/** A stream is read before each step anyway: one that is not in memory costs little more, so a quarter of the usual is enough. */
const CACHE_BYTES = 16 * 1024 * 1024;

export type ProcessRunnerOptions = {
  readonly store: EventStore;
  readonly stock: StockPort;
  /** What the store offers: every customer has a wallet in each. */
  readonly currencies: readonly Currency[];
  readonly checkpoint: CheckpointPort;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  onStatus?(status: SubscriptionStatus): void;
  readonly headStartMs?: number;
};

/**
 * Follows the log and takes every next step that is not taken yet: what a request did not finish in line, because it
 * crashed or the store went away, is finished here. Resolves when `signal` is aborted, or when an event cannot be read.
 */
export async function runProcesses(options: ProcessRunnerOptions): Promise<SubscriptionStatus> {
  const {
    store,
    stock,
    currencies,
    checkpoint,
    clock,
    logger,
    signal,
    onStatus,
    headStartMs = HEAD_START_MS,
  } = options;
  // Most steps were taken in line by the writer of the event: looking first is cheaper than appends that fail.
  const limits = { cacheBytes: CACHE_BYTES };
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock, logger, limits, readsBeforeDeciding: true });
  const react = createReactor({
    store,
    codec: ledgerCodec,
    stock,
    currencies,
    logger,
    run: (command, context) => routeCommand(handler, command, context),
  });

  const step = async (event: RecordedLedgerEvent) => {
    try {
      await react(event);
    } catch (error) {
      const isRefusal = isDomainError(error) && error.code !== 'unavailable' && error.code !== 'conflict';
      if (!isRefusal) throw error;
      // Repeating it would be refused again and hold up everybody else's steps: `ledger check` names what is unfinished.
      logger.error({ err: error, event: event.type, streamId: event.streamId }, 'the next step was refused for good');
    }
  };

  return runSubscription({
    store,
    prefixes: STREAM_PREFIXES,
    from: await checkpoint.load(),
    decode: (stored) => ({ event: ledgerCodec.decode(stored), storedAt: stored.created }),
    signal,
    logger,
    limits: { batchEvents: BATCH_EVENTS },
    ...(onStatus ? { onStatus } : {}),
    async onBatch(batch, position) {
      const newest = batch.at(-1)?.storedAt.getTime() ?? 0;
      // The store's clock may differ from ours: no more than the head start is ever waited.
      const waitMs = Math.min(newest + headStartMs - Date.now(), headStartMs);
      if (waitMs > 0) await delay(waitMs, undefined, { signal });
      await inLanes(
        batch.map(({ event }) => event),
        step,
      );
      await checkpoint.save(position);
    },
  });
}

async function inLanes(
  events: readonly RecordedLedgerEvent[],
  react: (event: RecordedLedgerEvent) => Promise<void>,
): Promise<void> {
  const lanes = [...Map.groupBy(events, laneOf).values()];
  const workers = Array.from({ length: Math.min(MAX_LANES, lanes.length) }, async () => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
      for (const event of lane) await react(event);
    }
  });
  // All of them come to rest before the batch is repeated: two attempts at once would only get in each other's way.
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Orders and withdrawals of one wallet ask for its money in the order of the log. */
function laneOf(event: RecordedLedgerEvent): string {
  return 'walletId' in event.data && typeof event.data.walletId === 'string'
    ? `wallet-${event.data.walletId}`
    : event.streamId;
}
