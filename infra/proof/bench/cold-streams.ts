import { START } from '@eventstore/db-client';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { readSnapshot } from '#core/kernel/commands/snapshot.ts';
import { type AnyAggregate, readStreamState } from '#core/kernel/commands/stream-state.ts';
import { money } from '#core/kernel/money.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { walletAggregate } from '#core/wallet/aggregate.ts';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { createEventStoreDb } from '#infra/eventstore/eventstore-db.ts';
import { eventually } from '../testing/eventually.ts';
import { type Contestant, compare, drive } from './measure.ts';
import type { Row } from './row.ts';
import type { BenchStack } from './stack.ts';

const EVENTS = 100_000;
const IN_FLIGHT = 256;
/** The last snapshot is not older than this when the reading begins. */
const MAX_TAIL_EVENTS = 2_500n;
const aggregate = walletAggregate as unknown as AnyAggregate;

/** A very long wallet as a process finds it that does not have it in memory: from its snapshot, and from all of its events. */
export async function* benchCold(stack: BenchStack, options: { rounds: number }): AsyncGenerator<Row> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const store = createEventStoreDb(client);
  const walletId = crypto.randomUUID();
  const streamId = `wallet-${walletId}`;
  try {
    await fill(store, walletId);
    await eventually(async () => {
      const snapshot = await readSnapshot(store, aggregate, streamId);
      if (!snapshot || snapshot.revision < BigInt(EVENTS) - MAX_TAIL_EVENTS)
        throw new Error('no late snapshot was taken');
    });

    const bareRead: Contestant = {
      name: 'bare read of its stream',
      run: () =>
        drive(1, 1, async () => {
          for await (const _event of client.readStream(streamId, { fromRevision: START })) {
            // Reading is all.
          }
        }),
    };
    const load = (withSnapshot: boolean) =>
      drive(1, 1, async () => {
        const known = withSnapshot ? await readSnapshot(store, aggregate, streamId) : undefined;
        const { stream } = await readStreamState(store, ledgerCodec, aggregate, streamId, known, new Set());
        if (stream.revision !== BigInt(EVENTS)) throw new Error(`the wallet ends at ${stream.revision}`);
      });
    for (const [name, withSnapshot, aim] of [
      ['read from its snapshot', true, 5],
      ['read whole', false, 0.4],
    ] as const) {
      const result = await compare(bareRead, { name, run: () => load(withSnapshot) }, options.rounds);
      yield {
        what: `a wallet of ${EVENTS} events that is not in memory, ${name}`,
        baseline: bareRead.name,
        aim,
        ratio: result.ratio,
        p50Ms: result.subject.p50Ms,
        p99Ms: result.subject.p99Ms,
      };
    }
  } finally {
    await client.dispose();
  }
}

/** Opens the wallet and credits deposits, as commands do it: so the snapshots are those that they leave behind. */
async function fill(store: ReturnType<typeof createEventStoreDb>, walletId: string): Promise<void> {
  const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger });
  const context = () => {
    const commandId = crypto.randomUUID();
    return { commandId, correlationId: commandId, actor: { kind: 'system', id: 'bench' } as const };
  };
  const opening = { type: 'OpenWallet', walletId, customerId: walletId, currency: 'USD' } as const;
  await handler.handle(walletAggregate, walletId, opening, context());
  await drive(EVENTS, IN_FLIGHT, () => {
    const id = crypto.randomUUID();
    return handler.handle(
      walletAggregate,
      walletId,
      {
        type: 'CreditDeposit',
        walletId,
        reference: `deposit:${id}`,
        amount: money(1_000n, 'USD'),
        document: { kind: 'deposit', id, number: 'DEP-000001' },
      },
      context(),
    );
  });
}
