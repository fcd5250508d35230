import { START } from '@eventstore/db-client';
import { v5 as uuidv5 } from 'uuid';
import { STREAM_PREFIXES } from '#core/events.ts';
import { createCommandHandler } from '#core/kernel/command-handler.ts';
import { createEventStoreDb } from '#core/kernel/eventstore-db.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { walletAggregate } from '#core/wallet/aggregate.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { createEventStoreClient } from '../eventstore/client.ts';
import { createPgPool } from '../postgres/pool.ts';
import type { Row } from './main.ts';
import { type Contestant, compare, drive, type Measured } from './measure.ts';
import type { BenchStack } from './stack.ts';

const WALLETS = 500;
/** Written to at a time: what is not in the handler's memory would be read again for each command. */
const WALLETS_AT_A_TIME = 25;
const IN_FLIGHT = 256;
const NAMESPACE = '4b1a1a50-7f7e-5d0a-9f6e-6f0d0f9c1002';

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
    await fillLog(store, options.events);
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

/** Deposits on some hundred wallets, by commands. */
async function fillLog(store: ReturnType<typeof createEventStoreDb>, events: number): Promise<void> {
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger: silentLogger });
  const walletIds = Array.from({ length: WALLETS }, (_, index) => uuidv5(`wallet:${index}`, NAMESPACE));
  const perTurn = Math.ceil((events * WALLETS_AT_A_TIME) / WALLETS);
  const walletOf = (index: number) =>
    walletIds[Math.floor(index / perTurn) * WALLETS_AT_A_TIME + (index % WALLETS_AT_A_TIME)] ?? '';
  const context = () => {
    const commandId = crypto.randomUUID();
    return { commandId, correlationId: commandId, actor: { kind: 'system', id: 'bench' } as const };
  };
  await drive(WALLETS, IN_FLIGHT, (index) => {
    const id = walletIds[index] ?? '';
    const command = { type: 'OpenWallet', walletId: id, customerId: id, currency: 'USD' } as const;
    return handler.handle(walletAggregate, id, command, context());
  });
  await drive(events, IN_FLIGHT, (index) => {
    const id = crypto.randomUUID();
    return handler.handle(
      walletAggregate,
      walletOf(index),
      {
        type: 'CreditDeposit',
        walletId: walletOf(index),
        reference: `deposit:${id}`,
        amount: money(1_000n, 'USD'),
        document: { kind: 'deposit', id, number: 'DEP-000001' },
      },
      context(),
    );
  });
}
