import { jsonEvent } from '@eventstore/db-client';
import { v5 as uuidv5 } from 'uuid';
import { createCommandHandler } from '#core/kernel/command-handler.ts';
import { createEventStoreDb } from '#core/kernel/eventstore-db.ts';
import { money } from '#core/kernel/money.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { walletAggregate } from '#core/wallet/aggregate.ts';
import { createEventStoreClient } from '../eventstore/client.ts';
import { createPgPool } from '../postgres/pool.ts';
import type { Row } from './main.ts';
import { type Contestant, compare, drive } from './measure.ts';
import { prepareSqlLedger, sqlTransfer } from './sql-transfer.ts';
import type { BenchStack } from './stack.ts';

const WALLETS = 1_000;
const IN_FLIGHT = 256;
const NAMESPACE = '0d4f8a62-6c0e-5b1b-8f0a-55d1a3d7c001';
/** One-by-one appends are slow by nature; a tenth of the commands is enough to know how slow. */
const ONE_BY_ONE_SHARE = 10;
/** A pool of this size is where the SQL baseline is fastest on small machines. */
const SQL_CONNECTIONS = 32;

/** Commands through the handler, against bare appends of the same client and against a double-entry transfer in SQL. */
export async function* benchCommands(
  stack: BenchStack,
  options: { commands: number; rounds: number },
): AsyncGenerator<Row> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const pool = createPgPool(stack.databaseUrl, {
    maxConnections: SQL_CONNECTIONS,
    applicationName: 'bench',
    onIdleError: (error) => console.error(error.message),
  });
  const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const handler = createCommandHandler({
    store: createEventStoreDb(client),
    codec: ledgerCodec,
    clock: () => new Date(),
    logger,
  });
  const actor = { kind: 'system', id: 'bench' } as const;
  const amount = money(1_000n, 'USD');
  const HOT = WALLETS;
  // Drawn beforehand: hashing names is not what is measured.
  const walletIds = Array.from({ length: WALLETS + 1 }, (_, index) => uuidv5(`wallet:${index}`, NAMESPACE));
  const walletId = (index: number) => walletIds[index] ?? '';
  const context = () => {
    const commandId = crypto.randomUUID();
    return { commandId, correlationId: commandId, actor };
  };
  const deposit = (wallet: number) => {
    const id = crypto.randomUUID();
    return handler.handle(
      walletAggregate,
      walletId(wallet),
      {
        type: 'CreditDeposit',
        walletId: walletId(wallet),
        reference: `deposit:${id}`,
        amount,
        document: { kind: 'deposit', id, number: 'DEP-000001' },
      },
      context(),
    );
  };
  await drive(WALLETS + 1, IN_FLIGHT, (index) =>
    handler.handle(
      walletAggregate,
      walletId(index),
      { type: 'OpenWallet', walletId: walletId(index), customerId: walletId(index), currency: 'USD' },
      context(),
    ),
  );
  /** An event of the size that a deposit stores. */
  const bareEvent = () =>
    jsonEvent({
      type: 'WalletCredited',
      data: { filler: 'x'.repeat(420) },
      metadata: { filler: 'x'.repeat(330) },
    });

  const commandsOnMany: Contestant = {
    name: 'commands on 1,000 wallets',
    run: () => drive(options.commands, IN_FLIGHT, (index) => deposit(index % WALLETS)),
  };
  const bareAppends: Contestant = {
    name: 'bare appendToStream',
    run: () =>
      drive(options.commands, IN_FLIGHT, (index) => client.appendToStream(`bare-${index % WALLETS}`, bareEvent())),
  };
  const commandsOnOne: Contestant = {
    name: 'commands on one hot wallet',
    run: () => drive(options.commands, IN_FLIGHT, () => deposit(HOT)),
  };
  const oneByOne: Contestant = {
    name: 'one-by-one appends',
    run: () =>
      drive(Math.ceil(options.commands / ONE_BY_ONE_SHARE), 1, () => client.appendToStream('bare-hot', bareEvent())),
  };
  const sqlMany: Contestant = {
    name: 'SQL transfers between many',
    // Bank accounts are spread too: a single one would make the baseline look worse than it is.
    run: () => drive(options.commands, IN_FLIGHT, (index) => sqlTransfer(pool, index % WALLETS, (index + 1) % WALLETS)),
  };
  const sqlHot: Contestant = {
    name: 'SQL transfers on one hot account',
    run: () =>
      drive(Math.ceil(options.commands / ONE_BY_ONE_SHARE), IN_FLIGHT, (index) =>
        sqlTransfer(pool, 1 + (index % WALLETS), 0),
      ),
  };

  try {
    await prepareSqlLedger(pool, WALLETS);
    for (const [baseline, subject, aim] of [
      [bareAppends, commandsOnMany, 1],
      [oneByOne, commandsOnOne, 10],
      [sqlMany, commandsOnMany, 3],
      [sqlHot, commandsOnOne, 15],
    ] as const) {
      const result = await compare(baseline, subject, options.rounds);
      yield {
        what: `${subject.name}, ${IN_FLIGHT} in flight`,
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
