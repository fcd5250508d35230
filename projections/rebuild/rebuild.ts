import type pg from 'pg';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { type LogPlace, lastPosition, problemOfPlace } from '#core/kernel/following/log-place.ts';
import { runSubscription } from '#core/kernel/following/subscription-runner.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { notifyOf, readCheckpoint } from '../kernel/checkpoint.ts';
import { connectWriter, writeLock } from '../kernel/connection.ts';
import { decodeEvent } from '../kernel/engine.ts';
import { quoted } from '../kernel/names.ts';
import type { ProjectedEvent } from '../kernel/projection.ts';
import { openProjector, type Projector, READ_SCHEMA } from '../kernel/projector.ts';
import { hasCheckpoint, presentReadModels, type ReadModelDefinition, readModelSql } from '../kernel/schema.ts';
import { compareSchemas, type Difference } from './compare.ts';

const SIDE_SCHEMA = 'read_next';
const OLD_SCHEMA = 'read_old';
/** How often the rebuild tries to reach an event store before it gives up: some seconds, because a person waits. */
const MAX_RECONNECTS = 6;
/** Live projecting waits for this many events at most, while the rebuild takes the last ones. */
const MOST_HELD_BACK = 1_000;
/** A log that grows as fast as it is projected is never reached: then live projecting waits. */
const MAX_ROUNDS = 50;
/** Memory for the joins that compare the tables. */
const COMPARE_WORK_MEM = '64MB';

export type RebuildOptions = ReadModelDefinition & {
  readonly databaseUrl: string;
  readonly store: EventStore;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly isDryRun?: boolean;
  /** Switch even when there are differences (after a change in what projections compute, they are expected), or from another definition. */
  readonly acceptDifferences?: boolean;
  readonly onProgress?: (progress: RebuildProgress) => void;
};

export type RebuildProgress = {
  readonly step: 'projecting' | 'indexing' | 'comparing' | 'switching';
  /** Events projected, and their approximate total. */
  readonly done: number;
  readonly total: number;
};

export type RebuildReport = {
  readonly events: number;
  /** Log position at which both were compared. */
  readonly position: bigint;
  readonly differences: readonly Difference[];
  /** Why the log is not the one that the live read models were projected from; null when it is. */
  readonly otherLog: string | null;
  /** Who made the live read models by another definition, and whose `projections` stops without them; null when it is this one. */
  readonly otherDefinition: string | null;
  readonly isSwitched: boolean;
  /** Events that live projecting waited for at the end. */
  readonly heldBack: number;
};

/**
 * Projects the whole log into tables beside the live ones, compares them row by row at one log position, and puts them
 * in place of the live ones in one transaction (unless it is a dry run, they differ, or the live ones are defined otherwise). Live projecting continues
 * meanwhile; it pauses only while the rebuild catches up before the comparison and before the switch. Where the live
 * tables are of another log, the new ones are built up to the end of this one.
 * @throws Error when there is nothing to compare with, another rebuild runs, or an event cannot be projected
 */
export async function rebuildAndCompare(options: RebuildOptions): Promise<RebuildReport> {
  const { databaseUrl, isDryRun = false, acceptDifferences = false } = options;
  const control = await connectWriter(databaseUrl, 'giftledger-rebuild');
  let side: Projector | undefined;
  try {
    const live = await liveCheckpoint(control);
    const total = live.events;
    const otherLog = await problemOfPlace(options.store, live.place);
    const target = async (): Promise<bigint> => {
      const { position, event } = (await liveCheckpoint(control)).place;
      if (otherLog === null && event !== null) return position;
      const last = await lastPosition(options.store, STREAM_PREFIXES);
      // A checkpoint of before may lie after the last event.
      return otherLog === null && position < last ? position : last;
    };
    let [done, heldBack] = [0, 0];
    const report = (step: RebuildProgress['step']) =>
      options.onProgress?.({ step, done, total: Math.max(total, done) });

    side = await openProjector({ ...options, schema: SIDE_SCHEMA, isRebuild: true });
    if (!side) throw abortedError();
    const projector = side;
    /**
     * Returns the position that the live tables have, or the end of the log, when the new ones have it. Live projecting waits for it while
     * the lock is held.
     */
    const catchUp = async (): Promise<bigint> => {
      const before = done;
      const position = await target();
      await follow(projector, position, options, (count) => {
        done += count;
        report('projecting');
      });
      heldBack = done - before;
      return position;
    };
    /** Projects what came meanwhile, before the live side has to wait for the rest. */
    const comeNear = async () => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        await catchUp();
        if (heldBack <= MOST_HELD_BACK) return;
      }
    };

    report('projecting');
    await catchUp();
    report('indexing');
    await projector.confirmCaughtUp();
    await comeNear();
    const compared = await compareAtOnePosition(control, options, catchUp, () => report('comparing'));
    const otherDefinition = await otherMaker(control, options);
    const isLike = compared.differences.length === 0 && otherLog === null && otherDefinition === null;
    const isSwitched = !isDryRun && (isLike || acceptDifferences);
    if (isSwitched) {
      // A comparison of long tables takes its time.
      await comeNear();
      report('switching');
      await switchSchemas(control, catchUp);
    }
    return { events: done, ...compared, otherLog, otherDefinition, isSwitched, heldBack };
  } finally {
    await control.query('rollback').catch(() => undefined);
    // While the lock is still held: without it, these could be the tables of another rebuild.
    if (side) await dropLeftovers(control, options.logger);
    await side?.close().catch(() => undefined);
    await control.end().catch(() => undefined);
  }
}

async function dropLeftovers(client: pg.ClientBase, logger: Logger): Promise<void> {
  await client
    .query(`drop schema if exists ${SIDE_SCHEMA} cascade; drop schema if exists ${OLD_SCHEMA} cascade`)
    .catch((error: unknown) => logger.warn({ err: error }, 'tables of the rebuild are left over'));
}

async function liveCheckpoint(client: pg.ClientBase): Promise<{ place: LogPlace; events: number }> {
  if (!(await hasCheckpoint(client, READ_SCHEMA))) {
    throw new Error('There are no read models yet to compare with: start the projections once, they build them.');
  }
  if (await knowsEvents(client)) {
    const { place, events } = await readCheckpoint(client, READ_SCHEMA);
    return { place, events: Number(events) };
  }
  const { rows } = await client.query<{ position: bigint; events: bigint }>(
    `select position, events from ${quoted(READ_SCHEMA)}.checkpoint`,
  );
  const [older] = rows;
  return { place: { position: older?.position ?? -1n, event: null }, events: Number(older?.events ?? 0n) };
}

/** The release that filled the live tables, in words, where it defines them otherwise: their rows may still be equal. Null where it is this one. */
async function otherMaker(client: pg.ClientBase, options: RebuildOptions): Promise<string | null> {
  const [live, own] = [await presentReadModels(client, READ_SCHEMA), readModelSql(options)];
  if (live === undefined || live.fingerprint === own.fingerprint) return null;
  return live.release === null ? 'A release up to 0.2.0' : `Release ${live.release}`;
}

/** Read models of an earlier version kept the position alone. */
async function knowsEvents(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from information_schema.columns
      where table_schema = $1 and table_name = 'checkpoint' and column_name = 'event_stream'`,
    [READ_SCHEMA],
  );
  return rowCount === 1;
}

/** Projects up to exactly this position, even if the log continues. */
async function follow(
  projector: Projector,
  target: bigint,
  options: RebuildOptions,
  onProjected: (events: number) => void,
): Promise<void> {
  if ((projector.place?.position ?? -1n) >= target) return;
  const reached = new AbortController();
  let failure: unknown;
  let reconnects = 0;
  const status = await runSubscription<ProjectedEvent>({
    store: options.store,
    prefixes: STREAM_PREFIXES,
    from: projector.place,
    decode: decodeEvent,
    onBatch: async (events, { position }) => {
      const wanted = events.filter((event) => event.position <= target);
      try {
        await projector.apply(wanted);
      } catch (error) {
        failure = error;
        throw error;
      }
      onProjected(wanted.length);
      if (position >= target) reached.abort();
    },
    onStatus: ({ state, error }) => {
      reconnects = state === 'reconnecting' ? reconnects + 1 : 0;
      if (reconnects <= MAX_RECONNECTS) return;
      failure ??= new Error(error ?? 'The event store cannot be reached.');
      reached.abort();
    },
    isFatal: () => failure !== undefined,
    signal: AbortSignal.any([options.signal, reached.signal]),
    logger: options.logger,
  });
  if (failure) throw failure;
  if (status.error !== null) throw new Error(status.error);
  if (options.signal.aborted) throw abortedError();
}

/** Pauses live projecting until both have the same position and a snapshot of that moment is taken; then compares it. */
async function compareAtOnePosition(
  control: pg.ClientBase,
  options: RebuildOptions,
  catchUp: () => Promise<bigint>,
  onComparing: () => void,
): Promise<{ position: bigint; differences: Difference[] }> {
  const reader = await connectWriter(options.databaseUrl, 'giftledger-rebuild-compare');
  try {
    await control.query(`begin; ${writeLock(READ_SCHEMA)}`);
    const position = await catchUp();
    await reader.query(`begin isolation level repeatable read read only; set local work_mem = '${COMPARE_WORK_MEM}'`);
    // The first query takes the snapshot.
    await reader.query('select 1');
    await control.query('commit');
    onComparing();
    const differences = await compareSchemas(reader, control, options.projections, {
      live: READ_SCHEMA,
      rebuilt: SIDE_SCHEMA,
    });
    await reader.query('commit');
    return { position, differences };
  } finally {
    await reader.end();
  }
}

/**
 * Renaming needs no lock that readers of the tables hold: they see the old tables until the commit, then the new ones.
 */
async function switchSchemas(control: pg.ClientBase, catchUp: () => Promise<bigint>): Promise<void> {
  await control.query(`begin; ${writeLock(READ_SCHEMA)}`);
  await catchUp();
  await control.query(`
    update ${quoted(SIDE_SCHEMA)}.checkpoint set caught_up_at = live.caught_up_at, updated_at = live.updated_at,
      halted_reason = live.halted_reason, halted_kind = live.halted_kind
      from ${quoted(READ_SCHEMA)}.checkpoint live where live.halted_kind is distinct from 'other-log';
    alter schema ${quoted(READ_SCHEMA)} rename to ${quoted(OLD_SCHEMA)};
    alter schema ${quoted(SIDE_SCHEMA)} rename to ${quoted(READ_SCHEMA)};
    select ${notifyOf(READ_SCHEMA)} from ${quoted(READ_SCHEMA)}.checkpoint;
    commit`);
}

const abortedError = () => new Error('The rebuild was interrupted.');
