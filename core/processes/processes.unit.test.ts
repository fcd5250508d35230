import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Correction } from '#core/aggregates/correction/commands.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import { run } from '#core/cli/testing/cli-story.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { routeCommand } from '#core/ledger/ledger.ts';
import { addStock, balanceOf, followToTheEnd, VARIANT, withdraw } from '#core/testing/process-story.ts';
import {
  approvedDeposit,
  createTestLedger,
  fundedWallet,
  orderLine,
  placedOrder,
  type TestLedger,
  usd,
} from '#core/testing/test-ledger.ts';
import { MAX_STEPS_IN_LINE } from './create-ledger.ts';

describe('in line with the command', () => {
  it('an approved deposit is credited, and the answer knows how far the log went', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const depositId = randomUUID();
    const request = { depositId, number: 'DEP-1', customerId: randomUUID(), walletId };
    await test.send({ type: 'RequestDeposit', ...request, amount: usd(1000n), note: null });
    const result = await test.send(approvalOf(depositId, usd(900n), 9n));
    assert.deepEqual(test.types(`wallet-${walletId}`), ['WalletOpened', 'WalletCredited', 'WalletDebited']);
    assert.equal(balanceOf(test, walletId), 891n);
    assert.equal(result.position, test.store.events.at(-1)?.position);
    assert.deepEqual(
      result.events.map((event) => event.type),
      ['DepositApproved'],
    );
    const causes = test.events().slice(-2);
    assert.ok(causes.every((event) => event.metadata.causationId === result.events[0]?.id));
    assert.ok(causes.every((event) => event.metadata.correlationId === result.events[0]?.metadata.correlationId));
    assert.deepEqual(causes[0]?.metadata.actor, { kind: 'system', id: 'credit-approved-deposits' });
  });

  it('an order is paid and its codes are delivered', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 5000n);
    test.stock.add(VARIANT, ['c1', 'c2', 'c3']);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 2, 1000n)]);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderFulfilled']);
    assert.equal(balanceOf(test, walletId), 3000n);
    assert.deepEqual(test.stock.sold().get(orderId), ['c1', 'c2']);
  });

  it('an order waits for funds, is paid when they arrive, and waits for stock', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced']);
    await approvedDeposit(test, walletId, 1000n);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred']);
    await addStock(test, 'c1');
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred', 'OrderFulfilled']);
  });

  it('an order whose codes are refused for good does not stop the orders behind it', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 10_000n);
    const refused = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    const behind = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    // Its codes were delivered before, and Postgres, restored to an earlier time, gives it others.
    const [line] = test
      .events(`order-${refused}`)
      .flatMap((event) => (event.type === 'OrderPlaced' ? event.data.lines : []));
    assert.ok(line);
    await test.send({
      type: 'FulfilOrder',
      orderId: refused,
      lines: [{ lineId: line.lineId, quantity: 1, codesDigest: 'a'.repeat(64) }],
    });
    await addStock(test, 'c1', 'c2');
    assert.deepEqual(test.types(`order-${behind}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred', 'OrderFulfilled']);
  });

  it('one request fulfils so many waiting orders, and leaves the rest to the runner', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 1_000_000n);
    const orders: string[] = [];
    const count = MAX_STEPS_IN_LINE + 60;
    for (let placed = 0; placed < count; placed += 1)
      orders.push(await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1n)]));
    await addStock(test, ...Array.from({ length: count }, (_, index) => `c${index}`));
    const fulfilled = () => orders.filter((id) => test.types(`order-${id}`).includes('OrderFulfilled')).length;
    assert.equal(fulfilled(), MAX_STEPS_IN_LINE);
    await followToTheEnd(test);
    assert.equal(fulfilled(), count);
  });

  it('a payout that came back is credited, and a deposit that was taken back is debited', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 1_000n);
    const withdrawalId = await withdraw(test, walletId, 400n);
    await test.send({ type: 'CompleteWithdrawal', withdrawalId, note: null, by: ALONE, now: new Date().toISOString() });
    const correct = async (parts: Pick<Correction, 'kind' | 'amount' | 'corrects'>) => {
      const correctionId = randomUUID();
      const valueDate = '2026-10-31';
      const about = { number: 'COR-1', reason: 'The bank says so', paper: 'Folder 12', walletId, valueDate };
      await test.send({ type: 'ProposeCorrection', correctionId, ...about, ...parts, by: 'ada' });
      const seen = { number: about.number, amount: parts.amount, valueDate };
      await test.send({ type: 'ConfirmCorrection', correctionId, ...seen, by: 'ben' });
    };
    const corrects = { kind: 'withdrawal', id: withdrawalId, number: 'WDR-1' } as const;
    await correct({ kind: 'payout-returned', amount: usd(400n), corrects });
    assert.equal(balanceOf(test, walletId), 1_000n);
    const deposit = { kind: 'deposit', id: randomUUID(), number: 'DEP-1' } as const;
    await correct({ kind: 'deposit-taken-back', amount: usd(-1_200n), corrects: deposit });
    assert.equal(balanceOf(test, walletId), 0n);
    const { text, code } = await run(test.store, 'check');
    assert.equal(code, 0, text);
    const { out } = await run(test.store, 'accounts', '--csv');
    assert.ok(out.includes('assets:receivables:USD,USD,2.00,debit'), out.join('\n'));
  });

  it('a cancelled order that waits for funds is never paid', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    await test.send({ type: 'ExpireOrder', orderId, now: '2026-01-04T00:00:00.000Z' });
    await approvedDeposit(test, walletId, 5000n);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderCancelled']);
    assert.equal(balanceOf(test, walletId), 5000n);
  });

  it('a paid order that is cancelled is refunded once, and its place in the queue is given up', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 3000n);
    const [first, second] = [orderLine(VARIANT, 2, 1000n), orderLine(VARIANT, 1, 1000n)];
    test.stock.add(VARIANT, ['c1']);
    const waiting = await placedOrder(test, walletId, [first]);
    const behind = await placedOrder(test, walletId, [second]);
    const waits = ['OrderPlaced', 'OrderPaid', 'OrderDeferred'];
    assert.deepEqual(test.types(`order-${behind}`), waits);
    await test.send({ type: 'CancelOrder', orderId: waiting, reason: 'customer', note: null });
    assert.deepEqual(test.types(`order-${waiting}`), [...waits, 'OrderCancelled', 'OrderRefunded']);
    assert.deepEqual(test.types(`order-${behind}`), [...waits, 'OrderFulfilled']);
    assert.equal(balanceOf(test, walletId), 2000n);
  });

  it('a withdrawal is held, then captured or released', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 1000n);
    const [completed, rejected] = [await withdraw(test, walletId, 600n), await withdraw(test, walletId, 300n)];
    await test.send({
      type: 'CompleteWithdrawal',
      withdrawalId: completed,
      note: null,
      by: ALONE,
      now: new Date().toISOString(),
    });
    await test.send({ type: 'RejectWithdrawal', withdrawalId: rejected, adminNote: null, userNote: null });
    assert.deepEqual(test.types(`wallet-${walletId}`).slice(2), [
      'WalletFundsHeld',
      'WalletFundsHeld',
      'WalletHoldCaptured',
      'WalletHoldReleased',
    ]);
    assert.equal(balanceOf(test, walletId), 400n);
  });

  it('a withdrawal that the wallet does not cover fails and moves nothing', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 100n);
    const withdrawalId = await withdraw(test, walletId, 101n);
    assert.deepEqual(test.types(`withdrawal-${withdrawalId}`), ['WithdrawalRequested', 'WithdrawalFailed']);
    assert.deepEqual(test.types(`wallet-${walletId}`), ['WalletOpened', 'WalletCredited']);
  });

  it('a step that fails does not fail the command', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 5000n);
    test.stock.allocate = () => Promise.reject(new Error('the database is away'));
    const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid']);
  });

  it('a refused command writes nothing', async () => {
    const test = createTestLedger();
    await assert.rejects(test.send({ type: 'DeleteDeposit', depositId: randomUUID() }), (error) =>
      isDomainError(error, 'not_found'),
    );
    await assert.rejects(test.send({ type: 'DeleteDeposit', depositId: 'not-an-id' }), (error) =>
      isDomainError(error, 'invalid_value'),
    );
    assert.equal(test.store.events.length, 0);
  });
});

describe('the process runner', () => {
  /** Follows the log from its beginning until its checkpoint is at the end, and counts its calls to the outside. */
  async function follow(test: TestLedger, headStartMs = 400, meanwhile?: () => Promise<unknown>) {
    const asked = { reads: 0, allocations: 0, confirmations: 0 };
    await followToTheEnd(test, {
      store: {
        ...test.store,
        readStream: (streamId, options) => {
          asked.reads += 1;
          return test.store.readStream(streamId, options);
        },
      },
      stock: {
        ...test.stock,
        allocate: (request) => {
          asked.allocations += 1;
          return test.stock.allocate(request);
        },
        confirmFulfilled: (orderId) => {
          asked.confirmations += 1;
          return test.stock.confirmFulfilled(orderId);
        },
      },
      headStartMs,
      ...(meanwhile && { meanwhile }),
    });
    return asked;
  }

  it('leaves what just happened to its writer, and looks nothing up that the log shows', async () => {
    const test = createTestLedger();
    const allocated: string[] = [];
    const { allocate } = test.stock;
    test.stock.allocate = async (request) => {
      allocated.push('in line');
      // The request is slow: without the delay, the runner would allocate meanwhile.
      await delay(60);
      return allocate(request);
    };
    test.stock.add(VARIANT, ['c1']);
    const walletId = await fundedWallet(test, 1000n);
    // The request must be through by then, on a loaded machine too.
    const asked = await follow(test, 2_000, async () => {
      const orderId = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
      assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderFulfilled']);
    });
    assert.deepEqual(allocated, ['in line']);
    assert.deepEqual(asked, { reads: 0, allocations: 0, confirmations: 1 });
  });

  it('goes on behind an order whose stock is refused for good', async () => {
    for (const code of ['invalid_state', 'reference_reused'] as const) {
      const test = createTestLedger();
      const { allocate } = test.stock;
      let isFirst = true;
      // Only the runner looks: the requests themselves die before.
      test.stock.allocate = () => Promise.reject(new Error('down'));
      const walletId = await fundedWallet(test, 2_000n);
      const refused = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
      const behind = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1000n)]);
      test.stock.add(VARIANT, ['c1', 'c2']);
      test.stock.allocate = (request) => {
        if (!isFirst) return allocate(request);
        isFirst = false;
        return Promise.reject(new DomainError(code, 'Stock was given out otherwise.'));
      };
      await follow(test);
      assert.deepEqual(test.types(`order-${refused}`), ['OrderPlaced', 'OrderPaid']);
      assert.deepEqual(test.types(`order-${behind}`), ['OrderPlaced', 'OrderPaid', 'OrderFulfilled']);
    }
  });

  it('of a log in which everything is done, looks nothing up', async () => {
    const test = createTestLedger();
    test.stock.add(VARIANT, ['c1', 'c2']);
    const walletId = await fundedWallet(test, 5_000n);
    await test.send({ type: 'RegisterCustomer', customerId: randomUUID() });
    await placedOrder(test, walletId, [orderLine(VARIANT, 2, 1_000n)]);
    const unpaid = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 9_000n)]);
    await test.send({ type: 'CancelOrder', orderId: unpaid, reason: 'customer', note: null });
    const paidOut = await withdraw(test, walletId, 100n);
    await test.send({
      type: 'CompleteWithdrawal',
      withdrawalId: paidOut,
      note: null,
      by: ALONE,
      now: new Date().toISOString(),
    });
    await withdraw(test, walletId, 1_000_000n);
    const events = test.store.events.length;
    assert.deepEqual(await follow(test), { reads: 0, allocations: 0, confirmations: 1 });
    assert.equal(test.store.events.length, events);
  });

  for (const [funds, taken] of [
    [0n, 0n],
    [700n, 700n],
    [2_000n, 1_200n],
  ] as const) {
    it(`of 12.00 that the bank took back, takes what a wallet with ${funds} cents had then, where nothing was stored of that step`, async () => {
      const test = createTestLedger();
      const walletId = await fundedWallet(test, funds);
      const correctionId = randomUUID();
      const seen = { number: 'COR-1', amount: usd(-1_200n), valueDate: '2026-10-31' };
      await test.send({
        type: 'ProposeCorrection',
        ...{ correctionId, ...seen, kind: 'deposit-taken-back', walletId, by: 'ada' },
        ...{ corrects: { kind: 'deposit', id: randomUUID(), number: 'DEP-1' } },
        ...{ reason: 'The bank says so', paper: 'Folder 12' },
      });
      // As a crash leaves it. Up to 0.3.0 nothing was stored where there were no funds.
      const parts = { store: test.store, codec: ledgerCodec, clock: () => new Date(), logger: silentLogger };
      const context = {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        actor: { kind: 'administrator', id: 'ben' },
      } as const;
      const confirm = { type: 'ConfirmCorrection', correctionId, ...seen, by: 'ben' } as const;
      await routeCommand(createCommandHandler(parts), confirm, context);
      await approvedDeposit(test, walletId, 5_000n);

      await followToTheEnd(test);

      assert.equal(balanceOf(test, walletId), funds + 5_000n - taken);
    });
  }

  it('takes the step that the log lacks among many that it has', async () => {
    const test = createTestLedger();
    test.stock.add(VARIANT, ['c1', 'c2', 'c3']);
    const walletId = await fundedWallet(test, 5_000n);
    const { allocate } = test.stock;
    await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1_000n)]);
    test.stock.allocate = () => Promise.reject(new Error('crashed'));
    const left = await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1_000n)]);
    test.stock.allocate = allocate;
    await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1_000n)]);
    const asked = await follow(test);
    assert.equal(asked.allocations, 1);
    assert.equal(asked.confirmations, 3);
    assert.deepEqual(test.types(`order-${left}`), ['OrderPlaced', 'OrderPaid', 'OrderFulfilled']);
  });
});
