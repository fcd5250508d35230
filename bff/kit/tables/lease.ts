import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError, NOT_CURRENT } from '#bff/kit/lib/api-error.ts';
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
const GIVE_BACK_AGAIN_MS = 500;

const ending = sql.fragment`now() + ${`${LEASE_MS} milliseconds`}::interval`;

const Taken = z.object({ name: z.string() });

/** `requireTime` is asked before something is written: it refuses when the lease may end before that is over. */
type Work<T> = (requireTime: () => void) => Promise<T>;
type Take = (database: Queryable, names: readonly string[], holder: string) => Promise<boolean>;

/**
 * Works alone with the things of these names, all of them or none. Nothing of Postgres is held meanwhile: the lease is a row. What one holder
 * wrote is stored before the next one begins; the next one waits for the lists (`requireCurrent`) before it decides.
 * @throws ApiError 503 where somebody else works with one of them
 */
export const withLease = <T>(database: Queryable, names: readonly string[], work: Work<T>): Promise<T> =>
  holding(database, names, take, work);

/** Works beside others that share the thing, while nobody works alone with it. @throws ApiError 503 as `withLease` */
export const withSharedLease = <T>(database: Queryable, name: string, work: Work<T>): Promise<T> =>
  holding(database, [name], share, work);

async function holding<T>(database: Queryable, names: readonly string[], take: Take, work: Work<T>): Promise<T> {
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

/** The rows of those who share a thing. */
const sharesOf = (name: string) => `${name}/shared/`;

/** Both `take` and `share` store their row before they look for the other's, so of two at once at least one sees the other. */
async function take(database: Queryable, names: readonly string[], holder: string): Promise<boolean> {
  const taken = await database.any(sql.type(Taken)`
    insert into app.lease as held (name, holder, expires_at)
    select name, ${holder}, ${ending} from unnest(${sql.array([...names], 'text')}) as name order by name
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where held.expires_at < now() returning name`);
  const isAlone =
    taken.length === names.length &&
    !(await database.exists(sql.void`select from app.lease as held
      join unnest(${sql.array(names.map(sharesOf), 'text')}) as shares on starts_with(held.name, shares)
      where held.expires_at > now()`));
  if (!isAlone) await giveBack(database, holder);
  return isAlone;
}

async function share(database: Queryable, names: readonly string[], holder: string): Promise<boolean> {
  await database.query(sql.void`insert into app.lease (name, holder, expires_at)
    select name || ${holder}, ${holder}, ${ending} from unnest(${sql.array(names.map(sharesOf), 'text')}) as name`);
  const isTaken = await database.exists(sql.void`select from app.lease
    where name = any(${sql.array([...names], 'text')}) and expires_at > now()`);
  if (isTaken) await giveBack(database, holder);
  return !isTaken;
}

/**
 * Another one may have it by now, where it had ended. What a process that died shared goes, too. Where Postgres is away, what was done counts all the
 * same, and the lease is given back when Postgres is there again: else nobody could decide about the thing until it ends.
 */
async function giveBack(database: Queryable, holder: string): Promise<void> {
  const end = () =>
    database.query(sql.void`delete from app.lease where holder = ${holder} or expires_at < now() - interval '1 hour'`);
  await end().catch(() => void giveBackLater(end));
}

async function giveBackLater(end: () => Promise<unknown>): Promise<void> {
  const lastMs = performance.now() + LEASE_MS;
  while (performance.now() < lastMs) {
    await delay(GIVE_BACK_AGAIN_MS, undefined, { ref: false });
    if (
      await end().then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

const busy = () =>
  new ApiError(
    503,
    NOT_CURRENT,
    'Somebody else is deciding about this at the moment. Nothing was changed: please try again.',
    { retryAfterS: 2 },
  );
