import { setTimeout as delay } from 'node:timers/promises';
import { ledgerCodec, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { OtherLogError } from '#core/kernel/following/log-place.ts';
import { runSubscription } from '#core/kernel/following/subscription-runner.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { timed } from '#core/kernel/work.ts';
import type { Halt } from './checkpoint.ts';
import type { ProjectedEvent } from './projection.ts';
import { openProjector, PoisonEventError, type Projector, READ_SCHEMA, SupersededError } from './projector.ts';
import type { ReadModelDefinition } from './schema.ts';

const RETRY_BASE_MS = 100;
const RETRY_MAX_MS = 5_000;
/** How often it is looked whether the log has become the right one, or the read models were built again from this one. */
const OTHER_LOG_RETRY_MS = 2_000;
/** How often an idle but healthy engine reports it. */
const HEARTBEAT_MS = 2_000;

export type EngineStatus = {
  /**
   * `waiting`: another process is projecting. `halted`: an event cannot be projected, and the read models end before
   * it, and only a new start tries again; or the log is not the one that was projected, which is looked at again.
   */
  readonly state: 'connecting' | 'waiting' | 'catching-up' | 'live' | 'reconnecting' | 'halted' | 'stopped';
  readonly position: bigint | null;
  readonly reason: string | null;
};

/** From this many events in two batches in a row, other commands are being written at the same time. */
const EVENTS_OF_A_BUSY_LOG = 3;
const GATHER_MS = 25;

export type EngineOptions = ReadModelDefinition & {
  readonly databaseUrl: string;
  readonly store: EventStore;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly schema?: string;
  readonly onStatus?: (status: EngineStatus) => void;
};

/** @throws EventDecodeError */
export const decodeEvent = (event: StoredEvent): ProjectedEvent =>
  Object.assign(ledgerCodec.decode(event), { json: event.json });

/** A failure on this side of the subscription: following the log again from the same place would not help. */
class ProjectingError extends Error {}

/**
 * Keeps the read models current until `signal` is aborted. Only one process does so at a time; others wait. It waits
 * for a database or event store that is away. An event that cannot be read or projected halts it permanently; a log that
 * is not the one that was projected does until a rebuild, or until the right log is back.
 */
export async function runProjections(options: EngineOptions): Promise<void> {
  const { signal, logger, schema = READ_SCHEMA } = options;
  let status: EngineStatus = { state: 'connecting', position: null, reason: null };
  const report = (change: Partial<EngineStatus>) => {
    const before = status;
    status = { ...status, ...change };
    if (before.state !== status.state) logger.info({ ...status, position: String(status.position) }, 'projections');
    options.onStatus?.(status);
  };

  let failures = 0;
  let halted: string | null = null;
  while (!signal.aborted) {
    let projector: Projector | undefined;
    try {
      projector = await openProjector({
        ...options,
        schema,
        onWaiting: () => report({ state: 'waiting' }),
      });
      if (!projector) break;
      report({ state: 'catching-up', position: projector.place?.position ?? null, reason: null });
      const poison = await follow(projector, options, (change) => {
        if (change.state === 'live') failures = 0;
        report(change);
      });
      if (poison === null) break;
      await projector.halt(poison);
      if (halted !== poison.reason) logger.error({ ...poison }, 'projecting halted: what is read stops there');
      halted = poison.reason;
      report({ state: 'halted', reason: poison.reason });
      if (poison.kind === 'other-log') await delay(OTHER_LOG_RETRY_MS, undefined, { signal }).catch(() => undefined);
      else await aborted(signal);
    } catch (error) {
      if (error instanceof SupersededError) {
        // Its successor needs the lock, because two writers must not change the same tables.
        await projector?.close();
        logger.error({ reason: error.message }, 'projecting halted');
        report({ state: 'halted', reason: error.message });
        await aborted(signal);
        break;
      }
      failures += 1;
      const waitMs = Math.min(RETRY_BASE_MS * 2 ** Math.min(failures, 10), RETRY_MAX_MS);
      logger.warn({ err: error, failures, waitMs }, 'projecting was interrupted');
      report({ state: 'reconnecting', reason: error instanceof Error ? error.message : String(error) });
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
    } finally {
      await projector?.close().catch(() => undefined);
    }
  }
  report({ state: 'stopped' });
}

/** @returns the event that cannot be read or projected, or null after an abort. @throws errors that may be retried */
async function follow(
  projector: Projector,
  options: EngineOptions,
  report: (change: Partial<EngineStatus>) => void,
): Promise<Halt | null> {
  const stop = new AbortController();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    stop.abort();
  };

  const gathering = createGathering();
  let isCaughtUp = false;
  let isConfirming = false;
  const confirm = () => {
    if (!isCaughtUp || isConfirming) return;
    isConfirming = true;
    projector
      .confirmCaughtUp()
      .then(() => {
        if (isCaughtUp) report({ state: 'live', position: projector.place?.position ?? null, reason: null });
      })
      .catch(fail)
      .finally(() => {
        isConfirming = false;
      });
  };
  const heartbeat = setInterval(confirm, HEARTBEAT_MS);
  try {
    const stopped = await runSubscription<ProjectedEvent>({
      store: options.store,
      prefixes: STREAM_PREFIXES,
      from: projector.place,
      decode: decodeEvent,
      onBatch: async (events, { position }) => {
        try {
          const apply = () => projector.apply(events);
          // A history that is read again is not what somebody waits for.
          await (isCaughtUp ? timed('project', 'live', apply, causesOf(events)) : apply());
        } catch (error) {
          fail(error);
          throw new ProjectingError('The read models could not be written.', { cause: error });
        }
        report({ position });
        if (isCaughtUp) await gathering(events.length);
      },
      onStatus: (status) => {
        const wasCaughtUp = isCaughtUp;
        isCaughtUp = status.state === 'running' && status.caughtUp;
        if (!wasCaughtUp) confirm();
        if (status.state === 'running' && !isCaughtUp) report({ state: 'catching-up', reason: null });
        if (status.state === 'reconnecting') report({ state: 'reconnecting', reason: status.error });
      },
      isFatal: (error) => error instanceof ProjectingError,
      signal: AbortSignal.any([options.signal, stop.signal]),
      logger: options.logger,
    });
    if (failure instanceof PoisonEventError) return { kind: 'unprojectable', reason: failure.message };
    if (failure) throw failure;
    if (stopped.error === null) return null;
    return { kind: kindOf(stopped.cause), reason: stopped.error };
  } finally {
    clearInterval(heartbeat);
  }
}

const causesOf = (events: readonly ProjectedEvent[]) => events.map(({ metadata }) => metadata.correlationId);

function kindOf(cause: unknown): Halt['kind'] {
  if (cause instanceof OtherLogError) return 'other-log';
  return cause instanceof EventDecodeError ? cause.kind : 'unreadable';
}

/**
 * On a busy log the next batch gathers, so that few are written: most of a batch's cost in Postgres is its statements,
 * not its rows, and a row that changes several times is written once (the bench's rows 'processor time' and
 * 'transactions of Postgres for a purchase'). A single command does not wait, however many events it has.
 */
function createGathering() {
  let eventsBefore = 0;
  return async (events: number): Promise<void> => {
    const isBusy = Math.min(events, eventsBefore) >= EVENTS_OF_A_BUSY_LOG;
    eventsBefore = events;
    if (isBusy) await delay(GATHER_MS);
  };
}

/** Without a timer a process that has closed everything would end, and be started again. */
async function aborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await delay(HOUR_MS, undefined, { signal }).catch(() => undefined);
}
const HOUR_MS = 3_600_000;
