import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { money } from '#core/kernel/money.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { walletAggregate } from '#core/wallet/aggregate.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { createPgPool } from '#infra/postgres/pool.ts';
import { type Contestant, compare, drive } from './measure.ts';
import type { Row } from './row.ts';
import { prepareSqlLedger, sqlTransfer } from './sql-transfer.ts';
import type { BenchStack } from './stack.ts';

const WALLETS = 1_000;
const IN_FLIGHT = 256;
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
  const store = createEventStoreDb(client);
  const actor = { kind: 'system', id: 'bench' } as const;
  const amount = money(1_000n, 'USD');
  const context = () => {
    const commandId = randomUUID();
    return { commandId, correlationId: commandId, actor };
  };

  /** Deposits on so many new wallets in turn, by a process that knows no others. */
  async function depositsOn(wallets: number): Promise<(index: number) => Promise<unknown>> {
    const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger });
    const ids = Array.from({ length: wallets }, () => randomUUID());
    await drive(wallets, IN_FLIGHT, (index) => {
      const walletId = ids[index] ?? '';
      const command = { type: 'OpenWallet', walletId, customerId: walletId, currency: 'USD' } as const;
      return handler.handle(walletAggregate, walletId, command, context());
    });
    return (index) => {
      const id = randomUUID();
      const walletId = ids[index % wallets] ?? '';
      const command = {
        type: 'CreditDeposit',
        walletId,
        reference: `deposit:${id}`,
        amount,
        document: { kind: 'deposit', id, number: 'DEP-000001' },
      } as const;
      return handler.handle(walletAggregate, walletId, command, context());
    };
  }

  /** An event of the size that a deposit stores. */
  const bareEvent = () =>
    jsonEvent({
      type: 'WalletCredited',
      data: { filler: 'x'.repeat(420) },
      metadata: { filler: 'x'.repeat(330) },
    });

  const bareAppends: Contestant = {
    name: 'bare appendToStream',
    run: () =>
      drive(options.commands, IN_FLIGHT, (index) => client.appendToStream(`bare-${index % WALLETS}`, bareEvent())),
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
    for (const [baseline, name, wallets, aim] of [
      [bareAppends, 'commands on 1,000 wallets', WALLETS, 1],
      [oneByOne, 'commands on one hot wallet', 1, 10],
      [sqlMany, 'commands on 1,000 wallets', WALLETS, 3],
      [sqlHot, 'commands on one hot wallet', 1, 15],
    ] as const) {
      const deposit = await depositsOn(wallets);
      const subject: Contestant = { name, run: () => drive(options.commands, IN_FLIGHT, deposit) };
      // A first round is not counted: in it, code is compiled and connections are opened.
      await compare(baseline, subject, 1);
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
