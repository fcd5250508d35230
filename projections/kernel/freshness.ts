import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, sql } from './sql.ts';

const Freshness = z.object({
  /** Log position that the read models have reached; −1 before the first event. */
  position: z.bigint(),
  /** When the last projected event happened. */
  eventTime: z.date().nullable(),
  /** When the read models last confirmed that they had reached the log's end. */
  asOf: z.date().nullable(),
  /** … and how long ago, by the clock of Postgres alone: this machine's clock may differ. */
  ageMs: z.number().nullable(),
  /** How long ago their writer last said that it is at work: with each batch, and every two seconds at the log's end. */
  silentMs: z.number(),
  /** Events projected so far. */
  events: z.bigint(),
  /** Set when an event could not be projected: the read models are right, but end before that event. */
  haltedReason: z.string().nullable(),
  /** `forged`: that event carries no MAC of this store. `other-log`: the log does not have the last projected event. */
  haltedKind: z.enum(['forged', 'unreadable', 'unprojectable', 'other-log']).nullable(),
});
export type Freshness = z.infer<typeof Freshness>;

/** The state of the read models; null when they have not been built yet. */
export async function freshness(database: Database): Promise<Freshness | null> {
  try {
    return await database.maybeOne(
      sql.type(Freshness)`select position, event_time as "eventTime", caught_up_at as "asOf", events,
        (extract(epoch from clock_timestamp() - caught_up_at) * 1000)::float8 as "ageMs",
        (extract(epoch from clock_timestamp() - updated_at) * 1000)::float8 as "silentMs",
        halted_reason as "haltedReason", halted_kind as "haltedKind" from read.checkpoint`,
    );
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

/** No table, or, from before an update, none with these columns: the projections build it again. */
const NOT_BUILT_YET: readonly unknown[] = ['42P01', '42703'];
function isMissingTable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && NOT_BUILT_YET.includes(cause.code)) return true;
  }
  return false;
}

/** How often the position is read while a writer waits for it … */
const POLL_EVERY_MS = 2;
/**
 * … and while notifications deliver it (see position-listener.ts). Then a read only covers a lost notification, and is
 * rare, which serves the bench's row 'transactions of Postgres for a purchase'.
 */
const POLL_WHILE_LISTENING_EVERY_MS = 250;

/**
 * The pool refuses to be used in the context of one of its own transactions. A poller serves every waiter, so it must
 * not inherit the context of the first one: it runs in the context in which this module was loaded.
 */
const outsideOfTransactions = AsyncLocalStorage.snapshot();

/** One poller for each database, however many writers wait: a thousand of them cost no more queries than one. */
const pollers = new WeakMap<Database, Poller>();
type Poller = {
  reached: bigint;
  isListening: boolean;
  running: Promise<void> | undefined;
  waiters: Set<Waiter>;
  listeners: Set<(position: bigint) => void>;
};
type Waiter = { position: bigint; deadlineMs: number; resolve: (reached: boolean) => void };

/**
 * Waits until the read models have passed a log position, so that writers read their own writes. Returns false after
 * `timeoutMs` (the write itself is safe: only the lists are behind).
 */
export function waitForPosition(database: Database, position: bigint, timeoutMs: number): Promise<boolean> {
  const poller = pollerOf(database);
  if (poller.reached >= position) return Promise.resolve(true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  poller.waiters.add({ position, deadlineMs: performance.now() + timeoutMs, resolve });
  if (!poller.running) outsideOfTransactions(start, database, poller);
  return promise;
}

/**
 * Whether a listener calls `notifyPosition` with each position: then few reads are needed. A server that went may come back, or be
 * followed by a standby, with less than it had shown, because the read models do not wait for their commits: what was reached is read again.
 */
export function setListening(database: Database, isListening: boolean): void {
  const poller = pollerOf(database);
  poller.isListening = isListening;
  if (!isListening) poller.reached = -1n;
}

/** A notification: the read models have reached this position. */
export function notifyPosition(database: Database, position: bigint): void {
  reach(pollerOf(database), position);
}

/** Calls `listener` with each position that is notified or read, until the returned function is called. */
export function onPosition(database: Database, listener: (position: bigint) => void): () => void {
  const { listeners } = pollerOf(database);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function pollerOf(database: Database): Poller {
  let poller = pollers.get(database);
  if (!poller) {
    poller = { reached: -1n, isListening: false, running: undefined, waiters: new Set(), listeners: new Set() };
    pollers.set(database, poller);
  }
  return poller;
}

function start(database: Database, poller: Poller): void {
  poller.running = poll(database, poller);
}

function reach(poller: Poller, position: bigint): void {
  const isFurther = position > poller.reached;
  // It may also be lower: after a rebuild from a log that was set back. Then writers wait for their writes as before.
  poller.reached = position;
  if (isFurther) for (const listener of poller.listeners) listener(position);
  const nowMs = performance.now();
  for (const waiter of poller.waiters) {
    const isReached = poller.reached >= waiter.position;
    if (!isReached && nowMs < waiter.deadlineMs) continue;
    poller.waiters.delete(waiter);
    waiter.resolve(isReached);
  }
}

async function poll(database: Database, poller: Poller): Promise<void> {
  while (poller.waiters.size > 0) {
    await delay(poller.isListening ? POLL_WHILE_LISTENING_EVERY_MS : POLL_EVERY_MS);
    if (poller.waiters.size > 0) reach(poller, (await currentPosition(database)) ?? poller.reached);
  }
  poller.running = undefined;
}

async function currentPosition(database: Database): Promise<bigint | undefined> {
  try {
    return (await freshness(database))?.position ?? -1n;
  } catch {
    // When the database is briefly away, the waiters' timeout decides: the write is stored and must not fail.
    return undefined;
  }
}
