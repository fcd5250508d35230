import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ADMINISTRATOR, createLog, usd } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  approveDeposit,
  BRUNO,
  completeWithdrawal,
  openAccount,
  payOrder,
  placeOrder,
  queuePayment,
  requestDeposit,
  requestWithdrawal,
} from '#projections/testing/story.ts';
import { balanceOverTime, findWallet, listWallets } from './wallets.ts';

describe('the wallets read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  it('knows the credit limit that waits for a second administrator, until it is decided', async () => {
    const stateAfter = async (isDecided: boolean) => {
      const [log, own] = [createLog(), await openReadModels()];
      openAccount(log, ALICE, ALICE_USD);
      const proposed = { limit: usd(2_000_000), by: ADMINISTRATOR.id };
      log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitProposed', proposed, { actor: ADMINISTRATOR });
      if (isDecided) {
        const confirmed = { limit: usd(2_000_000), firstApprovedBy: ADMINISTRATOR.id };
        log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitSet', confirmed);
        log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitProposed', { ...proposed, limit: usd(3_000_000) });
        log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitRejected', { limit: usd(3_000_000) });
      }
      await own.project(log.events);
      const wallet = await findWallet(own.pool, ALICE_USD);
      await own.assertIndependentOfDelivery(log.events);
      return [wallet?.creditLimit, wallet?.proposedLimit, wallet?.proposedBy];
    };
    assert.deepEqual(await stateAfter(false), [0n, 2_000_000n, ADMINISTRATOR.id]);
    assert.deepEqual(await stateAfter(true), [2_000_000n, null, null]);
  });

  it('knows balance, held, credit and what is left to spend, and the balance of each day', async () => {
    const log = createLog('2026-03-01T10:00:00.000Z');
    openAccount(log, ALICE, ALICE_USD);
    requestDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 50_000 });
    approveDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 50_000 });
    log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitSet', { limit: usd(1_000) });
    placeOrder(log, 1, ALICE, { wallet: ALICE_USD, minor: 20_000 }, '2026-03-03T10:00:00.000Z');
    payOrder(log, 1, { wallet: ALICE_USD, minor: 20_000 });
    requestWithdrawal(log, 1, ALICE, { wallet: ALICE_USD, minor: 4_000 }, '2026-03-04T10:00:00.000Z');
    placeOrder(log, 2, ALICE, { wallet: ALICE_USD, minor: 90_000 }, '2026-03-04T11:00:00.000Z');
    queuePayment(log, 2, { wallet: ALICE_USD, minor: 90_000 });
    await project(log.events);

    const [wallet] = await listWallets(pool, ALICE);
    assert.ok(wallet);
    const { balance, held, creditLimit, available, queued } = wallet;
    assert.deepEqual(
      { balance, held, creditLimit, available, queued },
      { balance: 30_000n, held: 4_000n, creditLimit: 1_000n, available: 27_000n, queued: 90_000n },
    );

    completeWithdrawal(log, 1, { wallet: ALICE_USD, minor: 4_000 }, '2026-03-06T10:00:00.000Z');
    await project(log.events);
    assert.deepEqual(
      (await balanceOverTime(pool, ALICE_USD, { from: '2026-02-28', to: '2026-03-06' })).map((point) => [
        point.day,
        point.balance,
        point.held,
      ]),
      [
        ['2026-02-28', 0n, 0n],
        ['2026-03-01', 50_000n, 0n],
        ['2026-03-02', 50_000n, 0n],
        ['2026-03-03', 30_000n, 0n],
        ['2026-03-04', 30_000n, 4_000n],
        ['2026-03-05', 30_000n, 4_000n],
        ['2026-03-06', 26_000n, 0n],
      ],
    );
    await assertIndependentOfDelivery(log.events);
  });

  it('has all of a wallet on its last day, also where the clock of a part was behind at midnight', async () => {
    const [log, own] = [createLog('2026-03-01T10:00:00.000Z'), await openReadModels()];
    openAccount(log, ALICE, ALICE_USD);
    requestDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 50_000 });
    approveDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 50_000 });
    placeOrder(log, 1, ALICE, { wallet: ALICE_USD, minor: 20_000 }, '2026-03-03T23:50:00.000Z');
    placeOrder(log, 2, ALICE, { wallet: ALICE_USD, minor: 1_000 });
    placeOrder(log, 3, ALICE, { wallet: ALICE_USD, minor: 300 });
    payOrder(log, 1, { wallet: ALICE_USD, minor: 20_000 }, '2026-03-04T00:00:00.100Z');
    payOrder(log, 2, { wallet: ALICE_USD, minor: 1_000 }, '2026-03-03T23:58:59.900Z');
    payOrder(log, 3, { wallet: ALICE_USD, minor: 300 }, '2026-03-03T23:59:59.900Z');
    await own.project(log.events);
    const points = await balanceOverTime(own.pool, ALICE_USD, { from: '2026-03-03', to: '2026-03-05' });
    // What comes behind a movement of the fourth in the log is no balance of the third.
    assert.deepEqual(
      points.map(({ balance }) => balance),
      [50_000n, 28_700n, 28_700n],
    );
    await own.assertIndependentOfDelivery(log.events);
  });

  it('shows a wallet to its own customer only', async () => {
    assert.ok(await findWallet(pool, ALICE_USD, ALICE));
    assert.ok(await findWallet(pool, ALICE_USD));
    assert.equal(await findWallet(pool, ALICE_USD, BRUNO), null);
  });
});
