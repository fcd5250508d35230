import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createChainVerifier } from './kernel/hash-chain.ts';
import type { LedgerCommand } from './ledger.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from './testing/test-ledger.ts';

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
    const depositId = randomUUID();
    const amount = usd(100n);
    await test.send({
      type: 'RequestDeposit',
      depositId,
      number: 'D',
      customerId: randomUUID(),
      walletId,
      amount,
      note: null,
    });
    const time = '2025-05-05T05:05:05.000Z';
    await test.ledger.execute(
      { type: 'ApproveDeposit', depositId, approvedAmount: amount, fee: usd(0n), note: null },
      { commandId: 'c', correlationId: 'c', actor: { kind: 'system', id: 'import' }, time },
    );
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
      const depositId = randomUUID();
      const amount = usd(100n);
      await test.send({
        type: 'RequestDeposit',
        depositId,
        number: 'D',
        customerId: randomUUID(),
        walletId,
        amount,
        note: null,
      });
      const results = await Promise.allSettled([
        test.send({ type: 'ApproveDeposit', depositId, approvedAmount: amount, fee: usd(0n), note: null }),
        other.send({ type: 'DeleteDeposit', depositId }),
      ]);
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
      assert.equal(test.types(`deposit-${depositId}`).length, 2);
    }
  });
});
