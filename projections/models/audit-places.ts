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

/** The place of the newest event. */
export const lastPlace = (database: Database): Promise<LogPlace | null> =>
  findPlace(database, sql.fragment`order by position desc limit 1`);

/** Whether the read models have that event there; of a place without one, nobody knows otherwise. */
export const hasPlace = async (database: Database, { position, event }: LogPlace): Promise<boolean> =>
  event === null || (await placeAt(database, position))?.event?.hash === event.hash;

/**
 * Where somebody who followed the read models up to this place goes on: there, or, where they were built again from another
 * log or an earlier state of it, after what had happened by then. -1 for the beginning.
 */
export async function positionAfter(database: Database, place: LogPlace): Promise<bigint> {
  if (await hasPlace(database, place)) return place.position;
  const row = await database.one(sql.type(z.object({ last: z.bigint() }))`
    select coalesce(max(position), -1) as last from read.audit_events where time <= ${place.event?.time ?? null}`);
  return row.last;
}
