import { randomUUID } from 'node:crypto';
import { jsonEvent } from '#eventstore-client';
import { type Contestant, drive, type Row, throughputRow } from './measure.ts';
import { prepareSqlLedger, sqlTransfer } from './sql-transfer.ts';
import type { BenchStack } from './stack.ts';
import { createWallets, FILLING } from './wallets.ts';

const WALLETS = 1_000;
const IN_FLIGHT = 256;
/** Who may use one wallet at once: a company's API keys and staff. */
const CALLERS_OF_ONE = 16;
/** One-by-one appends are slow by nature; a tenth of the commands is enough to measure them. */
const ONE_BY_ONE_SHARE = 10;

/** Commands through the handler, against bare appends of the same client and against a double-entry transfer in SQL. */
export async function* benchCommands(
  stack: BenchStack,
  options: { commands: number; rounds: number },
): AsyncGenerator<Row> {
  await prepareSqlLedger(stack.pool, WALLETS);
  const { bareAppends, oneByOne, sqlMany } = baselines(stack, options.commands);
  for (const [baseline, what, wallets, inFlight, aim] of [
    [bareAppends, 'commands on 1,000 wallets', WALLETS, IN_FLIGHT, 1],
    [oneByOne, 'commands on one wallet', 1, CALLERS_OF_ONE, 4],
    [sqlMany, 'commands on 1,000 wallets', WALLETS, IN_FLIGHT, 3],
  ] as const) {
    const { deposit, settled } = await depositsOn(stack, wallets);
    const name = `${what}, ${inFlight} in flight`;
    const subject: Contestant = { name, run: () => drive(options.commands, inFlight, deposit) };
    // The first round is not counted: code is compiled and connections are opened in it.
    await throughputRow(baseline, subject, aim, 1);
    yield await throughputRow(baseline, subject, aim, options.rounds);
    await settled();
  }
}

/** Deposits on this many new wallets in turn, by a process that has no others in memory. */
async function depositsOn({ store }: BenchStack, count: number) {
  const wallets = createWallets(store);
  const ids = Array.from({ length: count }, () => randomUUID());
  await drive(count, IN_FLIGHT, (index) => wallets.open(ids[index] ?? ''));
  return { deposit: (index: number) => wallets.deposit(ids[index % count] ?? ''), settled: wallets.settled };
}

function baselines({ client, pool }: BenchStack, commands: number) {
  const fewer = Math.ceil(commands / ONE_BY_ONE_SHARE);
  const append = (stream: string) => client.appendToStream(stream, jsonEvent({ type: 'WalletCredited', ...FILLING }));
  return {
    bareAppends: {
      name: 'bare appendToStream',
      run: () => drive(commands, IN_FLIGHT, (index) => append(`bare-${index % WALLETS}`)),
    },
    oneByOne: { name: 'one-by-one appends', run: () => drive(fewer, 1, () => append('bare-hot')) },
    sqlMany: {
      name: 'SQL transfers between many',
      // Bank accounts are spread too: a single one would slow the baseline unfairly.
      run: () => drive(commands, IN_FLIGHT, (index) => sqlTransfer(pool, index % WALLETS, (index + 1) % WALLETS)),
    },
  };
}
