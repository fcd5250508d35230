import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';

type Deps = Pick<BffDeps, 'database' | 'logger'>;

/** How often the BFFs tell each other what they counted, by one statement for all callers: so long may the limit of an address be passed. */
const TELL_EVERY_MS = 1_000;
/** Callers that one statement tells of; the rest follow with the next one. */
const MAX_TOLD = 1_000;
/** How long a try of a password waits for the others' count. */
const ANSWER_WITHIN_MS = 2_000;
/** Callers that are remembered; the first one is forgotten for one more. */
const MAX_CALLERS = 50_000;

type Count = {
  /** Over all BFFs, as of the last answer of Postgres. */
  told: number;
  /** Of this BFF since then. */
  untold: number;
  endsAtMs: number;
};

const Told = z.object({ subject: z.string(), requests: z.int(), leftMs: z.int() });

/**
 * The counts of `@fastify/rate-limit`, over all BFFs of the store. A limit of passwords and codes (`exact`) is counted at Postgres before the
 * request goes on; others here, and told to the other BFFs once a second. Where Postgres is away, each BFF counts by itself: the limit holds for
 * each, and a password cannot be tried without Postgres.
 */
export function sharedCounts(app: FastifyInstance, deps: Deps): FastifyRateLimitStoreCtor {
  const counts = new Map<string, Count>();
  const tell = async (subjects: readonly string[]) => {
    const rows = subjects.flatMap((subject): [string, number, number][] => {
      const count = counts.get(subject);
      if (!count || count.untold === 0) return [];
      const row: [string, number, number] = [subject, count.untold, Math.max(count.endsAtMs - Date.now(), 0)];
      count.told += count.untold;
      count.untold = 0;
      return [row];
    });
    if (rows.length === 0) return;
    for (const { subject, requests, leftMs } of await addUp(deps, rows)) {
      const count = counts.get(subject);
      if (count) Object.assign(count, { told: requests, endsAtMs: Date.now() + leftMs });
    }
  };
  const warn = (error: unknown) => deps.logger.warn({ err: error }, 'requests are counted by this process alone');
  let telling = Promise.resolve();
  const timer = setInterval(() => {
    for (const [subject, { endsAtMs }] of counts) if (endsAtMs <= Date.now()) counts.delete(subject);
    const untold = [...counts].filter(([, count]) => count.untold > 0).slice(0, MAX_TOLD);
    telling = telling.then(() => tell(untold.map(([subject]) => subject))).catch(warn);
  }, TELL_EVERY_MS).unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return telling;
  });

  const take = async (subject: string, windowMs: number, isExact: boolean) => {
    const known = counts.get(subject);
    const isRunning = known !== undefined && known.endsAtMs > Date.now();
    const count = isRunning ? known : { told: 0, untold: 0, endsAtMs: Date.now() + windowMs };
    if (!isRunning) remember(counts, subject, count);
    count.untold += 1;
    if (isExact) await Promise.race([tell([subject]).catch(warn), delay(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return { current: count.told + count.untold, ttl: Math.max(count.endsAtMs - Date.now(), 0) };
  };

  return class SharedCounts implements FastifyRateLimitStore {
    /** The route that has a limit of its own; empty for the limit of all others together. */
    readonly place: string;
    constructor(place: unknown) {
      this.place = typeof place === 'string' ? place : '';
    }
    incr(caller: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      const subject = createHash('sha256').update(`${this.place}\n${caller}`).digest('hex');
      take(subject, windowMs, this.place !== '').then((result) => done(null, result), done);
    }
    child(options: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      const { routeInfo } = options as unknown as { routeInfo: { method: string | string[]; url: string } };
      return new SharedCounts(`${routeInfo.method} ${routeInfo.url}`);
    }
  };
}

function remember(counts: Map<string, Count>, subject: string, count: Count): void {
  const [first] = counts.keys();
  if (counts.size >= MAX_CALLERS && first !== undefined) counts.delete(first);
  counts.set(subject, count);
}

/** Adds to what all BFFs counted, in an order that keeps two of them from waiting for each other. */
function addUp({ database }: Deps, rows: readonly (readonly [string, number, number])[]) {
  return database.any(sql.type(Told)`
    insert into app.request_count as known (subject_hash, requests, ends_at)
    select decode(subject, 'hex'), requests, now() + make_interval(secs => left_ms / 1000.0)
    from ${sql.unnest(
      rows.map((row) => [...row]),
      ['text', 'int4', 'int4'],
    )} as own (subject, requests, left_ms)
    order by subject
    on conflict (subject_hash) do update set
      requests = excluded.requests + case when known.ends_at > now() then known.requests else 0 end,
      ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
    returning encode(subject_hash, 'hex') as subject, requests,
      ceil(extract(epoch from ends_at - now()) * 1000)::int as "leftMs"`);
}
