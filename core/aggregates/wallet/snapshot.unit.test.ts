import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { readSnapshot } from '#core/kernel/commands/read-snapshot.ts';
import { readStreamState } from '#core/kernel/commands/stream-state.ts';
import type { AnyAggregate, StreamState } from '#core/kernel/commands/types.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { addedAll, emptyIndex, entriesFrom } from './append-only-index.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { walletSnapshot } from './snapshot.ts';
import type { WalletState } from './state.ts';
import { decide, opened, walletCommand, walletId } from './testing/arbitrary-commands.ts';

const aggregate = AGGREGATES.wallet as unknown as AnyAggregate;
const opening: WalletCommand = {
  type: 'OpenWallet',
  walletId,
  customerId: '00000000-0000-4000-8000-000000000002',
  currency: 'USD',
};

/**
 * Runs the commands one after the other, with snapshots at this interval; then reads the wallet with and without them.
 */
async function run(commands: readonly WalletCommand[], eventsPerSnapshot: number) {
  const store = createInMemoryEventStore();
  const limits = { eventsPerSnapshot };
  const handler = createCommandHandler({
    store,
    codec: ledgerCodec,
    clock: () => new Date(),
    logger: silentLogger,
    limits,
  });
  for (const command of [opening, ...commands]) {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' } } as const;
    await handler.handle(AGGREGATES.wallet, walletId, command, context).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
    });
    // Snapshots are written in the background.
    await handler.settled();
  }
  const read = async (known?: StreamState) =>
    (await readStreamState(store, ledgerCodec, aggregate, `wallet-${walletId}`, known, new Set())).stream;
  const snapshot = await readSnapshot(store, aggregate, `wallet-${walletId}`);
  return { snapshot, fromSnapshot: await read(snapshot), whole: await read() };
}

it('whatever happened to a wallet, its snapshot and the events after it lead to the same state as all of its events', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(walletCommand, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (commands, often) => {
        const { snapshot, fromSnapshot, whole } = await run(commands, often);
        if (snapshot) taken += 1;
        assert.deepEqual(fromSnapshot, whole);
      },
    ),
    { numRuns: 150, seed: SEED },
  );
  assert.ok(taken > 75, `only ${taken} runs had a snapshot: this test proved little`);
});

it('a handler that has settled has written what it had to', async () => {
  const { snapshot, whole } = await run([], 1);
  assert.equal(snapshot?.revision, whole.revision);
});

it('a state goes through its snapshot unchanged, in one piece or in two', () => {
  fc.assert(
    fc.property(fc.array(walletCommand, { maxLength: 60 }), fc.nat(60), (commands, cut) => {
      const states: WalletState[] = [walletDecider.evolve(null, opened)];
      for (const command of commands) {
        const state = states.at(-1) ?? null;
        states.push(decide(state, command).reduce(walletDecider.evolve, state));
      }
      const state = states.at(-1) ?? null;
      const older = states[Math.min(cut, states.length - 1)] ?? null;
      const first = walletSnapshot.encode(older, 0);
      const second = walletSnapshot.encode(state, older?.applied.size ?? 0);
      const json = JSON.parse(JSON.stringify([second.head, [[...first.entries], [...second.entries]]]));
      const decoder = walletSnapshot.decoder();
      for (const entries of json[1]) decoder.add(entries);
      assert.deepEqual(decoder.state(json[0]), { ...state, applied: appliedOf(state) });
    }),
    { seed: SEED },
  );
});

/** The index without entries that newer states added to the shared lists. */
function appliedOf(state: WalletState) {
  const entries = state ? [...entriesFrom(state.applied, 0)] : [];
  return addedAll(
    emptyIndex(),
    entries.map(([key, value]) => ({ key, value })),
  );
}

it('the shape of a snapshot is this one: when it changes, or what events do to it, its number is raised', () => {
  const documentOf = (kind: 'deposit' | 'order' | 'withdrawal', digit: number) => ({
    kind,
    id: id(digit),
    number: 'N',
  });
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const usd = (amount: bigint) => ({ amount, currency: 'USD' as const });
  const order = (digit: number, amount: bigint): WalletCommand => ({
    type: 'RequestPayment',
    walletId,
    reference: `order:${id(digit)}`,
    amount: usd(amount),
    conversionFee: usd(2n),
    document: documentOf('order', digit),
  });
  const hold = (digit: number): WalletCommand => ({
    type: 'HoldFunds',
    walletId,
    holdId: id(digit),
    amount: usd(5n),
    document: documentOf('withdrawal', digit),
  });
  const commands: WalletCommand[] = [
    {
      type: 'CreditDeposit',
      walletId,
      reference: 'deposit:1',
      amount: usd(100n),
      fee: { reference: 'deposit-fee:1', amount: usd(1n) },
      document: documentOf('deposit', 1),
    },
    order(2, 20n),
    order(3, 20n),
    { type: 'RefundPayment', walletId, reference: `order:${id(3)}`, refundReference: 'refund:3' },
    order(4, 900n),
    order(5, 900n),
    { type: 'CancelPayment', walletId, reference: `order:${id(5)}` },
    hold(6),
    hold(7),
    { type: 'CaptureHold', walletId, holdId: id(7) },
    { type: 'SetCreditLimit', walletId, limit: usd(50n), by: ALONE },
    { type: 'SetCreditLimit', walletId, limit: usd(70n), by: { id: 'ann', aloneUpTo: 60n } },
  ];
  let state: WalletState = walletDecider.evolve(null, opened);
  for (const command of commands) {
    const events: WalletEvent[] = walletDecider.decide(command, state);
    state = events.reduce(walletDecider.evolve, state);
  }
  const { head, entries } = walletSnapshot.encode(state, 0);
  assert.equal(walletSnapshot.shape, 2);
  const [order4, order2, order3] = [documentOf('order', 4), documentOf('order', 2), documentOf('order', 3)];
  const [hold6, hold7] = [documentOf('withdrawal', 6), documentOf('withdrawal', 7)];
  const minor = (amount: string) => ({ amount, currency: 'USD' });
  assert.deepEqual(head, {
    walletId,
    customerId: id(2),
    currency: 'USD',
    balance: '74',
    held: '5',
    creditLimit: '50',
    proposedLimit: { by: 'ann', what: { limit: minor('70') } },
    queue: [{ reference: `order:${id(4)}`, amount: minor('900'), conversionFee: minor('2'), document: order4 }],
    holds: [{ holdId: id(6), amount: minor('5'), document: hold6 }],
  });
  assert.deepEqual(
    [...entries],
    [
      { key: 'deposit:1', value: { kind: 'deposit', amount: '100', documentId: id(1) } },
      { key: 'deposit-fee:1', value: { kind: 'deposit-fee', amount: '1', documentId: id(1) } },
      {
        key: `order:${id(2)}`,
        value: { kind: 'payment', amount: minor('20'), conversionFee: minor('2'), document: order2 },
      },
      {
        key: `order:${id(3)}`,
        value: { kind: 'payment', amount: minor('20'), conversionFee: minor('2'), document: order3 },
      },
      { key: 'refund:3', value: { kind: 'refund', amount: '20', documentId: id(3) } },
      { key: `refunded:${id(3)}`, value: { kind: 'refunded' } },
      { key: `order:${id(5)}`, value: { kind: 'cancelled' } },
      { key: `hold:${id(7)}`, value: { kind: 'hold', outcome: 'captured', amount: minor('5'), document: hold7 } },
    ],
  );
});
