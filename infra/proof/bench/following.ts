import { START } from '@eventstore/db-client';
import { STREAM_PREFIXES } from '#core/events.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createPgPool } from '#infra/postgres/pool.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { type Contestant, compare, type Measured } from './measure.ts';
import type { Row } from './row.ts';
import type { BenchStack } from './stack.ts';
import { fillStoreLog } from './store-log.ts';

/** Events a second of one pass over the whole log. */
async function pass(events: number, run: () => Promise<void>): Promise<Measured> {
  const start = performance.now();
  await run();
  const elapsedMs = performance.now() - start;
  return { perSecond: events / (elapsedMs / 1000), p50Ms: elapsedMs, p99Ms: elapsedMs };
}

/** Read models catching up, and their rebuild, against the bare client following or reading the same log. */
export async function* benchFollowing(
  stack: BenchStack,
  options: { events: number; rounds: number },
): AsyncGenerator<Row> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const store = createEventStoreDb(client);
  const pool = createPgPool(stack.databaseUrl, {
    maxConnections: 2,
    applicationName: 'bench',
    onIdleError: (error) => console.error(error.message),
  });
  try {
    await fillStoreLog(store, options.events);
    let total = 0;
    for await (const _event of store.readAll({ prefixes: STREAM_PREFIXES })) total += 1;
    const definition = { databaseUrl: stack.databaseUrl, store, projections, version: READ_MODEL_VERSION };

    const bareSubscription: Contestant = {
      name: 'bare subscription to $all',
      run: () =>
        pass(total, async () => {
          let seen = 0;
          const subscription = client.subscribeToAll({
            fromPosition: START,
            filter: {
              filterOn: 'streamName',
              prefixes: [...STREAM_PREFIXES],
              checkpointInterval: 100,
              maxSearchWindow: 1_000,
            },
          });
          for await (const _event of subscription) {
            seen += 1;
            if (seen >= total) {
              await subscription.unsubscribe();
              break;
            }
          }
        }),
    };
    const catchUp: Contestant = {
      name: 'read models catching up',
      run: async () => {
        await pool.query('drop schema if exists read cascade');
        const stopping = new AbortController();
        return pass(total, async () => {
          const running = runProjections({
            ...definition,
            signal: stopping.signal,
            logger: silentLogger,
            onStatus: ({ state }) => {
              if (state === 'live') stopping.abort();
            },
          });
          await running;
        });
      },
    };
    const bareRead: Contestant = {
      name: 'bare read of $all',
      run: () =>
        pass(total, async () => {
          for await (const _event of client.readAll({ fromPosition: START })) {
            // Reading is all.
          }
        }),
    };
    const rebuild: Contestant = {
      name: 'rebuild of the read models, compared row by row',
      run: () =>
        pass(total, async () => {
          const report = await rebuildAndCompare({
            ...definition,
            isDryRun: true,
            logger: silentLogger,
            signal: new AbortController().signal,
          });
          if (report.differences.length > 0) throw new Error('the rebuilt read models differ from the live ones');
        }),
    };
    for (const [baseline, subject, aim] of [
      [bareSubscription, catchUp, 0.6],
      [bareRead, rebuild, 0.4],
    ] as const) {
      const result = await compare(baseline, subject, options.rounds);
      yield {
        what: `${subject.name}, ${total} events`,
        baseline: baseline.name,
        aim,
        ratio: result.ratio,
        subjectPerSecond: result.subject.perSecond,
        baselinePerSecond: result.baseline.perSecond,
        p50Ms: result.subject.p50Ms,
        p99Ms: result.subject.p99Ms,
      };
    }
  } finally {
    await client.dispose();
    await pool.end();
  }
}
