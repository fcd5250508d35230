import { z } from 'zod';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { type Database, type Fragment, sql } from '#projections/kernel/sql.ts';

const Row = z.object({
  position: z.bigint(),
  streamId: z.string(),
  revision: z.bigint(),
  hash: z.string(),
  time: z.date(),
});

async function findPlace(database: Database, rest: Fragment): Promise<LogPlace | null> {
  const row = await database.maybeOne(sql.type(Row)`
    select position, category || '-' || object_id as "streamId", revision, hash, time from read.audit_events ${rest}`);
  if (!row) return null;
  const { position, time, ...event } = row;
  return { position, event: { ...event, time: time.toISOString() } };
}

/** The place of the event at this position, as the read models have it. */
export const placeAt = (database: Database, position: bigint): Promise<LogPlace | null> =>
  findPlace(database, sql.fragment`where position = ${position}`);

export const lastPlace = (database: Database): Promise<LogPlace | null> =>
  findPlace(database, sql.fragment`order by position desc limit 1`);

/** Whether the read models have that event there; of a place without one, nobody knows otherwise. */
export const hasPlace = async (database: Database, { position, event }: LogPlace): Promise<boolean> =>
  event === null || (await placeAt(database, position))?.event?.hash === event.hash;

/**
 * Whether the read models have been at the end of the log since they were built. Before that, as during an update that
 * builds them again, an event that they do not have is one that comes yet.
 */
export async function areBuilt(database: Database): Promise<boolean> {
  const row = await database.maybeOne(sql.type(z.object({ isBuilt: z.boolean() }))`
    select caught_up_at is not null as "isBuilt" from read.checkpoint`);
  return row?.isBuilt ?? false;
}

/**
 * Where somebody who followed the read models up to this place goes on: there, or, where they were built again from another
 * log or an earlier state of it, after what had happened by then. -1 for the beginning.
 */
export async function positionAfter(database: Database, place: LogPlace): Promise<bigint> {
  const { position, event } = place;
  // In this order: read models that are built now, and were not when the event was looked for, have it.
  if (!(await areBuilt(database)) || (await hasPlace(database, place))) return position;
  const row = await database.one(sql.type(z.object({ last: z.bigint() }))`
    select coalesce(max(position), -1) as last from read.audit_events where time <= ${event?.time ?? null}`);
  return row.last;
}
