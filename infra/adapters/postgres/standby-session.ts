import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { StandbyState } from '#bff/kit/ports/standby-reads.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { connectToStandby, type Place, type Standby } from '#infra/connect/standby.ts';
import { createReadPool, type DatabasePool, sql } from './pool.ts';

/** Most that a list waits until the standby shows what the primary had when it was asked … */
const CATCH_UP_MS = 20;
const ASK_EVERY_MS = 2;
/** … and after it waited in vain, how long no other one waits. */
const NO_WAIT_MS = 1_000;
/** How often the standby is looked at, and looked for. */
const LOOK_EVERY_MS = 1_000;

/** Whatever was committed before has been written before this position. `system` is the same in all copies of one Postgres. */
const PlaceOfPrimary = z.object({ timeline: z.int(), position: z.bigint(), system: z.bigint() });
type PlaceOfPrimary = z.infer<typeof PlaceOfPrimary>;

/** A standby, while the connection that asks how far it is holds. */
export type Session = {
  readonly standby: Standby;
  readonly pool: DatabasePool;
  /** All writes before this position are there. */
  shown: bigint;
  asking: Promise<void> | undefined;
  /** Before this time it is not waited for. */
  waitsFromMs: number;
  /** It showed everything that the primary had at this time. */
  currentAtMs: number;
};

type Options = { readonly maxConnections: number; readonly logger: Pick<Logger, 'info' | 'warn'> };

/** Looks for the standby of the address until it is closed, and knows how far it is. */
export function followStandby(databaseUrl: string, primary: DatabasePool, { maxConnections, logger }: Options) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const placeOfPrimary = sharedByAll(() =>
    primary.one(sql.type(PlaceOfPrimary)`
      select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as position, system_identifier as system from pg_control_system()`),
  );
  let session: Session | undefined;
  let problem: string | null = 'it was not looked for yet';

  async function open(): Promise<Session> {
    const standby = await connectToStandby(databaseUrl, await placeOfPrimary());
    const pool = await createReadPool(standby.server, { maxConnections });
    return { standby, pool, shown: -1n, asking: undefined, waitsFromMs: 0, currentAtMs: performance.now() };
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      let opened: Session | undefined;
      try {
        opened = await open();
        const ended = AbortSignal.any([signal, opened.standby.ended]);
        for await (const one of watched(opened, placeOfPrimary, ended)) {
          if (!session) logger.info({ standby: one.standby.name }, 'lists are read from the standby');
          [session, problem] = [one, null];
        }
      } catch (error) {
        const { message } = error as Error;
        if (message !== problem && !signal.aborted)
          logger.warn({ problem: message }, 'lists are read from the primary');
        problem = message;
      }
      session = undefined;
      opened?.standby.end();
      // A frozen server does not answer to the end either.
      if (opened) await Promise.race([opened.pool.end().catch(() => undefined), delay(LOOK_EVERY_MS)]);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const looking = keepLooking();
  return {
    /** The standby, if it shows all that was committed before this call. @throws where the primary or the standby does not answer */
    async current(): Promise<Session | undefined> {
      const one = session;
      if (!one) return undefined;
      const { timeline, position } = await placeOfPrimary();
      const isThere = timeline === one.standby.timeline && (await shows(one, position));
      return isThere && session === one ? one : undefined;
    },
    state: (): StandbyState => ({
      server: session?.standby.name ?? null,
      behindMs: session ? performance.now() - session.currentAtMs : null,
      problem,
    }),
    pools: () => (session ? { standby: session.pool } : {}),
    async close(): Promise<void> {
      stopping.abort();
      await looking;
    },
  };
}

/** Looks at it again and again. @throws when it is away, or the primary is another one */
async function* watched(one: Session, placeOfPrimary: () => Promise<PlaceOfPrimary>, ended: AbortSignal) {
  const { standby } = one;
  let mark: (Place & { readonly askedMs: number }) | undefined;
  while (!ended.aborted) {
    const askedMs = performance.now();
    const place = await placeOfPrimary();
    if (place.timeline !== standby.timeline) throw new Error(`${standby.name} follows an earlier primary`);
    mark ??= { ...place, askedMs };
    await ask(one);
    if (one.shown >= mark.position) {
      one.currentAtMs = mark.askedMs;
      mark = undefined;
    }
    yield one;
    await delay(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  standby.ended.throwIfAborted();
}

async function shows(one: Session, position: bigint): Promise<boolean> {
  const startMs = performance.now();
  const untilMs = startMs < one.waitsFromMs ? startMs : startMs + CATCH_UP_MS;
  while (one.shown < position) {
    await Promise.race([ask(one), delay(CATCH_UP_MS)]);
    if (one.shown >= position) break;
    if (performance.now() >= untilMs) {
      one.waitsFromMs = performance.now() + NO_WAIT_MS;
      return false;
    }
    await delay(ASK_EVERY_MS);
  }
  return true;
}

/** Those who ask at once share an answer: what it shows only grows. */
function ask(one: Session): Promise<void> {
  one.asking ??= one.standby
    .shown()
    .then(
      (position) => {
        if (position > one.shown) one.shown = position;
      },
      (error: Error) => {
        one.standby.end(error.message);
        throw error;
      },
    )
    .finally(() => {
      one.asking = undefined;
    });
  return one.asking;
}

/** Those who ask while an answer is under way share the next one: an answer is never older than its question. */
function sharedByAll<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;
  return () => {
    next ??= underWay.then(() => {
      next = undefined;
      const asked = ask();
      underWay = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}
