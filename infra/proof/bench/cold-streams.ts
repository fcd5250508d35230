import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { readSnapshot } from '#core/kernel/commands/read-snapshot.ts';
import { readStreamState } from '#core/kernel/commands/stream-state.ts';
import type { AnyAggregate } from '#core/kernel/commands/types.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { START } from '#eventstore-client';
import { nameOnServer } from '#infra/adapters/eventstore/namespace.ts';
import { type Contestant, drive, type Row, throughputRow } from './measure.ts';
import type { BenchStack } from './stack.ts';
import { createWallets } from './wallets.ts';

const EVENTS = 100_000;
const IN_FLIGHT = 256;
/** Most events after the last snapshot when the reading begins. */
const MAX_TAIL_EVENTS = 2_500n;
const aggregate = AGGREGATES.wallet as unknown as AnyAggregate;

/** A very long wallet for a process that does not have it in memory: read from its snapshot, and from all of its events. */
export async function* benchCold({ client, store }: BenchStack, options: { rounds: number }): AsyncGenerator<Row> {
  const walletId = crypto.randomUUID();
  const streamId = `wallet-${walletId}`;
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
        for await (const _event of client.readStream(nameOnServer(client, streamId), { fromRevision: START })) {
          // Only reading is measured.
        }
      }),
  };
  const load = async (withSnapshot: boolean) => {
    const known = withSnapshot ? await readSnapshot(store, aggregate, streamId) : undefined;
    const { stream } = await readStreamState(store, ledgerCodec, aggregate, streamId, known, new Set());
    if (stream.revision !== BigInt(EVENTS)) throw new Error(`the wallet ends at ${stream.revision}`);
  };
  for (const [how, withSnapshot, aim] of [
    ['read from its snapshot', true, 5],
    ['read whole', false, 0.4],
  ] as const) {
    const name = `a wallet of ${EVENTS} events that is not in memory, ${how}`;
    yield await throughputRow(
      bareRead,
      { name, run: () => drive(1, 1, () => load(withSnapshot)) },
      aim,
      options.rounds,
    );
  }
}

/** Opens the wallet and credits deposits by commands, so that the snapshots are real ones. */
async function fill(store: EventStore, walletId: string): Promise<void> {
  const wallets = createWallets(store);
  await wallets.open(walletId);
  await drive(EVENTS, IN_FLIGHT, () => wallets.deposit(walletId));
  await wallets.settled();
}
