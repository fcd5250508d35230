import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import type { Ledger, LedgerCommand } from '#core/ledger/ledger.ts';
import { crashing } from '#core/testing/crashing.ts';
import { VARIANT } from '#core/testing/process-story.ts';
import {
  createTestLedger,
  fundedWallet,
  orderLine,
  placedOrder,
  requestedDeposit,
  usd,
} from '#core/testing/test-ledger.ts';

const orderOf = (orderId: string, walletId: string, line: OrderLine): LedgerCommand => ({
  type: 'PlaceOrder',
  orderId,
  number: 'O',
  customerId: randomUUID(),
  walletId,
  currency: 'USD',
  lines: [line],
  placedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-03T00:00:00.000Z',
});
const act = (administratorId: string): LedgerCommand => ({
  type: 'RecordAdministratorAction',
  administratorId,
  action: 'signed-in',
  subject: { kind: 'session', id: 's' },
  facts: {},
});

describe('the ledger', () => {
  it('goes on with a journal whose tail alone was read, chain and repeated commands included', async () => {
    const first = createTestLedger();
    const administratorId = randomUUID();
    for (let action = 0; action < 300; action += 1) await first.send(act(administratorId), `command-${action}`);
    const restarted = createTestLedger({ store: first.store });
    const repeated = await restarted.send(act(administratorId), 'command-299');
    assert.deepEqual(repeated.events, []);
    const next = await restarted.send(act(administratorId));
    assert.equal(next.revision, 300n);
    const verifier = createChainVerifier();
    assert.ok(first.store.events.every((event) => verifier.check(event) === null));
  });

  it('dates what follows from a dated command like the command', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const depositId = await requestedDeposit(test, walletId, 100n);
    const time = '2025-05-05T05:05:05.000Z';
    await test.ledger.execute(approvalOf(depositId, usd(100n)), {
      commandId: 'c',
      correlationId: 'c',
      actor: { kind: 'system', id: 'import' },
      time,
    });
    assert.deepEqual(
      test
        .events()
        .slice(-2)
        .map((event) => [event.type, event.metadata.time]),
      [
        ['DepositApproved', time],
        ['WalletCredited', time],
      ],
    );
  });

  it('takes every step that was left by a process that died anywhere, when its commands are sent again', async () => {
    const done = ['OrderPlaced', 'OrderPaid', 'OrderFulfilled', 'OrderCodesRevealed'];
    for (let callsLeft = 1; callsLeft < 16; callsLeft += 1) {
      const first = createTestLedger();
      const walletId = await fundedWallet(first, 5_000n);
      first.stock.add(VARIANT, ['c1', 'c2']);
      const orderId = randomUUID();
      const line = orderLine(VARIANT, 2, 1_000n);
      const sendAll = async (ledger: Ledger, mayBeRepeated: boolean) => {
        const why = { correlationId: 'c', actor: { kind: 'system', id: 'import' } as const, mayBeRepeated };
        await ledger.execute(orderOf(orderId, walletId, line), { ...why, commandId: 'place' });
        await ledger.execute({ type: 'RevealCodes', orderId, codes: 2 }, { ...why, commandId: 'reveal' });
      };
      const plan = { callsLeft, isAnswerLost: callsLeft % 2 === 0, yields: [0], calls: 0 };
      const dying = createTestLedger(crashing(first.store, first.stock, plan) as typeof first);
      await sendAll(dying.ledger, false).catch(() => undefined);

      await sendAll(createTestLedger({ store: first.store, stock: first.stock }).ledger, true);
      assert.deepEqual(first.types(`order-${orderId}`), done, `died at call ${callsLeft}`);
      assert.equal(first.types(`wallet-${walletId}`).filter((type) => type === 'WalletDebited').length, 1);
    }
  });

  it('takes a hundred spends of a wallet that covers ten: ten are paid, ninety wait', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 10_000n);
    await Promise.all(Array.from({ length: 100 }, () => placedOrder(test, walletId, [orderLine('v', 1, 1_000n)])));
    const types = test.types(`wallet-${walletId}`);
    assert.equal(types.filter((type) => type === 'WalletDebited').length, 10);
    assert.equal(types.filter((type) => type === 'WalletPaymentQueued').length, 90);
  });

  it('lets either approval or rejection of a deposit win, never both', async () => {
    const test = createTestLedger();
    const other = createTestLedger({ store: test.store, stock: test.stock });
    const walletId = await fundedWallet(test, 0n);
    for (let round = 0; round < 10; round += 1) {
      const depositId = await requestedDeposit(test, walletId, 100n);
      const results = await Promise.allSettled([
        test.send(approvalOf(depositId, usd(100n))),
        other.send({ type: 'DeleteDeposit', depositId }),
      ]);
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
      assert.equal(test.types(`deposit-${depositId}`).length, 2);
    }
  });
});
