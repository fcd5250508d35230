import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { NOT_CURRENT } from './require-current.ts';
import { type Queryable, sql } from './sql.ts';

/**
 * Longer than any work: waits for the lists (5 s), reads, and a command with its next steps. A process that dies keeps others out until then.
 */
const LEASE_MS = 120_000;
/** A command is sent only while this much is left: its attempts, and those of its next steps, end before. */
const COMMAND_MS = 60_000;
/** How long somebody waits for another's work to end. */
const WAIT_MS = 15_000;
const ASK_AGAIN_MS = 40;

const Taken = z.object({ name: z.string() });

/**
 * Works alone with the things of these names, all of them or none. Nothing of Postgres is held meanwhile: the lease is a row. What one holder
 * wrote is stored before the next one begins; the next one waits for the lists (`requireCurrent`) before it decides. `requireTime` is asked
 * before something is written: it refuses when the lease may end before that is over.
 * @throws ApiError 503 where somebody else works with one of them
 */
export async function withLease<T>(
  database: Queryable,
  names: readonly string[],
  work: (requireTime: () => void) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const wanted = [...new Set(names)].sort();
  const lastMs = performance.now() + WAIT_MS;
  let takenMs = performance.now();
  while (!(await take(database, wanted, holder))) {
    if (performance.now() > lastMs) throw busy();
    await delay(ASK_AGAIN_MS * (0.5 + Math.random()));
    takenMs = performance.now();
  }
  try {
    return await work(() => {
      if (performance.now() > takenMs + LEASE_MS - COMMAND_MS) throw busy();
    });
  } finally {
    await giveBack(database, holder);
  }
}

async function take(database: Queryable, names: readonly string[], holder: string): Promise<boolean> {
  const taken = await database.any(sql.type(Taken)`
    insert into app.lease as held (name, holder, expires_at)
    select name, ${holder}, now() + ${`${LEASE_MS} milliseconds`}::interval from unnest(${sql.array([...names], 'text')}) as name order by name
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where held.expires_at < now() returning name`);
  if (taken.length === names.length) return true;
  await giveBack(database, holder);
  return false;
}

/** Another one may have it by now, where it had ended. */
const giveBack = (database: Queryable, holder: string) =>
  database.query(sql.void`delete from app.lease where holder = ${holder}`);

const busy = () =>
  new ApiError(
    503,
    NOT_CURRENT,
    'Somebody else is deciding about this at the moment. Nothing was changed: please try again.',
    { retryAfterS: 2 },
  );
