import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import type { Patience } from './balancer.ts';
import { startLoad, type Tally } from './load.ts';
import { startDoubledStore } from './store.ts';

export type RollingOptions = {
  /** Parts are restarted in turn, again and again, until so many requests were sent and each was restarted. */
  readonly requests: number;
  readonly readers: number;
  readonly buyers: number;
  readonly drainSeconds: number;
  readonly healthEveryMs: number;
  /** As in containers where it is left out. */
  readonly patience?: Patience;
  readonly say: (line: string) => void;
};

/** Requests that all parts serve before one of them is stopped. */
const BETWEEN = 50;
const POLL_MS = 20;

export type RollingReport = Tally & {
  readonly restarts: number;
  /** Orders that were answered as placed and are not in the lists, or the other way round. */
  readonly doubtful: number;
  readonly seconds: number;
};

/** Restarts each part in turn under load, and counts the requests that failed. */
export async function runRolling(options: RollingOptions): Promise<RollingReport> {
  const { say } = options;
  const store = await startDoubledStore(options, await startTestStack());
  try {
    const load = await startLoad(store, options);
    const { tally } = load;
    const startedMs = performance.now();
    const until = async (requests: number) => {
      while (tally.requests < requests) await delay(POLL_MS);
    };
    let restarts = 0;
    try {
      do {
        for (const part of store.parts) {
          await until(tally.requests + BETWEEN);
          const before = tally.failed;
          await part.restart();
          if (part.port !== undefined) {
            // As the operator waits until it is healthy, before the next one is stopped.
            while (!store.balancer.isUp(part.port)) await delay(POLL_MS);
          }
          restarts += 1;
          say(`${part.name} restarted: ${tally.requests} requests, ${tally.failed - before} failed meanwhile`);
        }
      } while (tally.requests < options.requests);
    } finally {
      await load.stop();
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    for (const failure of tally.failures) say(failure);
    await auditBooks(store);
    return { ...tally, restarts, seconds, doubtful: await countDoubtful(store, tally) };
  } finally {
    await store.stop();
  }
}

async function countDoubtful({ deps }: Awaited<ReturnType<typeof startDoubledStore>>, { orders }: Tally) {
  const rows = await deps.database.any(
    sql.type(z.object({ id: z.string() }))`select order_id::text as id from read.orders`,
  );
  const listed = new Set(rows.map(({ id }) => id));
  return [...listed, ...orders].filter((id) => !listed.has(id) || !orders.has(id)).length;
}
