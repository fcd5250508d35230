import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { addStock, balanceOf, followToTheEnd, VARIANT, withdraw } from '#core/testing/process-story.ts';
import {
  approvedDeposit,
  createTestLedger,
  fundedWallet,
  orderLine,
  placedOrder,
  usd,
} from '#core/testing/test-ledger.ts';

describe('after a crash', () => {
  it('the runner takes every step that was left, and nothing twice', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    test.stock.add(VARIANT, ['c1', 'c2', 'c3', 'c4']);
    // Every follow-up step fails, as if the process had died after each command.
    const { readStream } = test.store;
    const { allocate } = test.stock;
    test.stock.allocate = () => Promise.reject(new Error('crashed'));
    await approvedDeposit(test, walletId, 5000n);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 2, 1000n)]);
    const cancelledId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    test.store.readStream = () => {
      throw new Error('crashed');
    };
    await test.send({ type: 'CancelOrder', orderId: cancelledId, reason: 'administrator', note: null });
    test.store.readStream = readStream;
    test.stock.allocate = allocate;

    await followToTheEnd(test);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderFulfilled']);
    assert.deepEqual(test.types(`order-${cancelledId}`), [
      'OrderPlaced',
      'OrderPaid',
      'OrderCancelled',
      'OrderRefunded',
    ]);
    assert.equal(balanceOf(test, walletId), 3000n);

    const events = test.store.events.length;
    await followToTheEnd(test);
    assert.equal(test.store.events.length, events, 'following the log again must change nothing');
  });

  it('a withdrawal that failed is not held when the runner comes by with the money there', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 100n);
    const withdrawalId = await withdraw(test, walletId, 101n);
    await approvedDeposit(test, walletId, 500n);
    await followToTheEnd(test);
    assert.deepEqual(test.types(`withdrawal-${withdrawalId}`), ['WithdrawalRequested', 'WithdrawalFailed']);
    assert.equal(test.types(`wallet-${walletId}`).includes('WalletFundsHeld'), false);
  });

  it('a payment taken for an order that was cancelled meanwhile is given back', async () => {
    const store = createInMemoryEventStore();
    const test = createTestLedger({ store });
    const walletId = await fundedWallet(test, 0n);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    // The order is cancelled, but the cancellation does not reach the wallet before the money does.
    const { readStream } = store;
    store.readStream = (streamId, options) => {
      if (streamId === `order-${orderId}` && options?.maxCount === 1) throw new Error('crashed');
      return readStream(streamId, options);
    };
    await test.send({ type: 'CancelOrder', orderId, reason: 'customer', note: null });
    store.readStream = readStream;
    await approvedDeposit(test, walletId, 1000n);
    assert.deepEqual(test.types(`wallet-${walletId}`).slice(-2), ['WalletDebited', 'WalletCredited']);
    assert.equal(balanceOf(test, walletId), 1000n);
    await followToTheEnd(test);
    assert.equal(balanceOf(test, walletId), 1000n);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderCancelled', 'OrderRefunded']);
  });

  it('an order that is delivered in part gets each code once, and its rest is refunded once', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 5000n);
    test.stock.add(VARIANT, ['c1', 'c2']);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 5, 1000n)], { mayDeliverInPart: true });
    const stream = `order-${orderId}`;
    assert.deepEqual(test.types(stream), ['OrderPlaced', 'OrderPaid', 'OrderPartlyFulfilled']);
    let checkpoint = await followToTheEnd(test);
    test.stock.add(VARIANT, ['c3']);
    await test.stock.allocateWaiting(10); // … and then the requesting process died
    await addStock(test);
    checkpoint = await followToTheEnd(test, { from: checkpoint });
    assert.deepEqual(test.types(stream).slice(3), ['OrderPartlyFulfilled']);

    // A fourth code is allocated but not booked, the rest is released, and no later step runs.
    test.stock.add(VARIANT, ['c4']);
    await test.stock.allocateWaiting(10);
    const { readStream } = test.store;
    test.store.readStream = () => {
      throw new Error('crashed');
    };
    await test.send({ type: 'ReleaseRest', orderId, amount: usd(2000n) });
    test.store.readStream = readStream;
    assert.equal(test.stock.sold().get(orderId)?.length, 4);
    const behind = await placedOrder(test, await fundedWallet(test, 1000n), [orderLine(VARIANT, 1, 1000n)]);
    await followToTheEnd(test, { from: checkpoint });
    assert.deepEqual(test.types(stream).slice(4), ['OrderRestReleased', 'OrderRefunded']);
    assert.deepEqual(test.stock.sold().get(orderId), ['c1', 'c2', 'c3']);
    assert.deepEqual(test.stock.sold().get(behind), ['c4']);
    assert.equal(balanceOf(test, walletId), 2000n);
    const events = test.store.events.length;
    await followToTheEnd(test);
    assert.equal(test.store.events.length, events, 'following the log again must change nothing');
  });

  it('codes allocated to a waiting order are delivered though nobody booked it', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 1000n);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    const checkpoint = await followToTheEnd(test);
    test.stock.add(VARIANT, ['c1']);
    await test.stock.allocateWaiting(10); // … and then the requesting process died
    await addStock(test, 'c2');
    await followToTheEnd(test, { from: checkpoint });
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred', 'OrderFulfilled']);
    assert.deepEqual(test.stock.sold().get(orderId), ['c1']);
  });
});
