import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminDepositPage, DepositPage } from '#bff/contract/money/deposit.ts';
import { AdminTransactionPage } from '#bff/contract/money/transaction.ts';
import { AdminWithdrawalPage, WithdrawalPage } from '#bff/contract/money/withdrawal.ts';
import { DashboardStats } from '#bff/contract/office/admin-dashboard.ts';
import { AdminOrderPage, OrderPage } from '#bff/contract/shop/order.ts';
import type { DepositStatus } from '#core/aggregates/deposit/transitions.ts';
import type { OrderStatus } from '#core/aggregates/order/transitions.ts';
import {
  DEPOSIT_STATES,
  ORDER_STATES,
  SHOWN_DEPOSITS,
  SHOWN_WITHDRAWALS,
  TRANSACTION_TYPES,
  transactionWord,
  WITHDRAWAL_STATES,
} from '#core/aggregates/states.ts';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import type { WithdrawalStatus } from '#core/aggregates/withdrawal/transitions.ts';
import type { Money } from '#core/kernel/money/money.ts';
import { createAdministrator } from './administrators.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from './customers.ts';
import { startTestApp } from './test-app.ts';

const usd = (amount: bigint): Money => ({ amount, currency: 'USD' });
const PRICE = 1_000n;
const HOURS_49_MS = 49 * 3_600_000;

/** One object in each state, read wherever it is shown: all places must agree with core's table of states. */
describe('the states that people see', async () => {
  /** The state of each order, deposit and withdrawal. */
  const orders = new Map<string, OrderStatus>();
  const deposits = new Map<string, DepositStatus>();
  const withdrawals = new Map<string, WithdrawalStatus>();

  const place = async (customer: TestCustomer, variantId: string, status: OrderStatus, quantity = 1) => {
    const orderId = randomUUID();
    const now = Date.now();
    const line = { productName: 'Card', variantName: '10', brandName: 'Brand', region: 'us', productId: randomUUID() };
    const price = {
      unitPrice: usd(PRICE),
      discount: usd(0n),
      conversionFee: usd(0n),
      total: usd(PRICE * BigInt(quantity)),
    };
    await send(test, {
      type: 'PlaceOrder',
      orderId,
      number: `GL-${orderId.slice(0, 6).toUpperCase()}`,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      currency: 'USD',
      placedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + HOURS_49_MS).toISOString(),
      lines: [{ lineId: randomUUID(), variantId, quantity, ...line, ...price }],
      mayDeliverInPart: quantity > 1,
    });
    orders.set(orderId, status);
    return orderId;
  };
  const request = async (status: DepositStatus) => {
    const depositId = randomUUID();
    const { customerId, wallets } = rich;
    const number = `DEP-${depositId.slice(0, 6).toUpperCase()}`;
    const amount = usd(PRICE);
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number,
      customerId,
      walletId: wallets.USD,
      amount,
      note: null,
    });
    deposits.set(depositId, status);
    return depositId;
  };
  const withdraw = async (customer: TestCustomer, status: WithdrawalStatus) => {
    const withdrawalId = randomUUID();
    await send(test, {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: `WDR-${withdrawalId.slice(0, 6).toUpperCase()}`,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      amount: usd(PRICE),
      requestedBy: 'customer',
      bankSnapshotId: null,
      userNote: null,
      adminNote: null,
    });
    withdrawals.set(withdrawalId, status);
    return withdrawalId;
  };

  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const [rich, poor] = [await createCustomer(test), await createCustomer(test)];
  deposits.set(await fund(test, rich, 'USD', 100_000n), 'approved');
  const stocked = (await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 1 })).variantId;
  const sold = (await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 0 })).variantId;

  const cancel = (orderId: string) => send(test, { type: 'CancelOrder', orderId, reason: 'administrator', note: null });
  await place(poor, stocked, 'placed');
  await cancel(await place(poor, stocked, 'cancelled'));
  const expiring = await place(poor, stocked, 'cancelled');
  const now = new Date(Date.now() + HOURS_49_MS).toISOString();
  await send(test, { type: 'ExpireOrder', orderId: expiring, now });
  await place(rich, stocked, 'fulfilled');
  const short = (await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 2 })).variantId;
  const orderId = await place(rich, short, 'released', 3);
  await send(test, { type: 'ReleaseRest', orderId, amount: usd(PRICE) });
  const shorter = (await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 1 })).variantId;
  await place(rich, shorter, 'partly', 3);
  await place(rich, sold, 'paid');
  await cancel(await place(rich, sold, 'cancelled'));

  const note = await test.deps.notes.encrypt(rich.customerId, 'A reason');
  await request('pending');
  const proposed = await request('proposed');
  await send(test, { ...approvalOf(proposed, usd(PRICE)), note, by: { id: admin.administratorId, aloneUpTo: 1n } });
  await send(test, { type: 'RejectDeposit', depositId: await request('rejected'), note });
  await send(test, { type: 'DeleteDeposit', depositId: await request('deleted') });

  await withdraw(poor, 'failed');
  await withdraw(rich, 'held');
  await send(test, {
    type: 'CompleteWithdrawal',
    withdrawalId: await withdraw(rich, 'completed'),
    note: null,
    by: ALONE,
    now: new Date().toISOString(),
  });
  await send(test, {
    type: 'CompleteWithdrawal',
    withdrawalId: await withdraw(rich, 'proposed'),
    note: null,
    now: new Date().toISOString(),
    by: { id: admin.administratorId, aloneUpTo: 1n },
  });
  const withdrawalId = await withdraw(rich, 'rejected');
  await send(test, { type: 'RejectWithdrawal', withdrawalId, adminNote: note, userNote: null });
  after(() => test.stop());

  const read = async <T>(url: string, schema: { parse(value: unknown): T }): Promise<T> =>
    schema.parse((await admin.get(`/api/admin/${url}`)).json());
  const own = async <T>(who: TestCustomer, url: string, schema: { parse(value: unknown): T }): Promise<T> =>
    schema.parse((await test.app.inject({ url: `/api/${url}?per_page=100`, headers: who.headers })).json());
  const idsOf = (page: { data: readonly { id: string }[] }) => page.data.map(({ id }) => id).sort();
  const stats = async () => (await read('dashboard/stats', DashboardStats)).data;
  const countsOf = (words: readonly string[], wanted: readonly (string | null)[]) =>
    Object.fromEntries(words.map((word) => [word, wanted.filter((each) => each === word).length]));

  it('of an order are the same in the office, the store, the filters and the figures', async () => {
    const ofOffice = (await read('orders?per_page=100', AdminOrderPage)).data;
    const ofStore = [...(await own(rich, 'orders', OrderPage)).data, ...(await own(poor, 'orders', OrderPage)).data];
    assert.equal(ofOffice.length, orders.size);
    for (const [id, state] of orders) {
      const { payment, fulfilment } = ORDER_STATES[state];
      for (const order of [...ofOffice, ...ofStore].filter((each) => each.id === id)) {
        assert.deepEqual([order.payment_status, order.fulfillment_status], [payment, fulfilment], state);
      }
    }
    for (const field of ['payment', 'fulfilment'] as const) {
      for (const status of ['pending', 'processing', 'completed', 'partial', 'failed', 'cancelled']) {
        const expected = [...orders].filter(([, state]) => ORDER_STATES[state][field] === status).map(([id]) => id);
        const filter = field === 'payment' ? 'payment_status' : 'fulfillment_status';
        assert.deepEqual(idsOf(await read(`orders?per_page=100&${filter}=${status}`, AdminOrderPage)), expected.sort());
      }
    }
    const { total, completed, pending, cancelled } = (await stats()).orders;
    const payments = [...orders.values()].map((state) => ORDER_STATES[state].payment);
    assert.equal(total, orders.size);
    assert.deepEqual({ completed, pending, cancelled }, countsOf(['completed', 'pending', 'cancelled'], payments));
  });

  it('of a deposit are, too', async () => {
    const shown = [...deposits].flatMap(([, state]) => DEPOSIT_STATES[state] ?? []);
    const page = await read('deposits?per_page=100', AdminDepositPage);
    const ofStore = (await own(rich, 'deposits', DepositPage)).data;
    assert.equal(page.data.length, shown.length);
    for (const [id, state] of deposits) {
      const statuses = [...page.data, ...ofStore].filter((each) => each.id === id).map(({ status }) => status);
      const status = DEPOSIT_STATES[state];
      assert.deepEqual(statuses, status === null ? [] : [status, status], state);
    }
    for (const status of SHOWN_DEPOSITS) {
      const expected = [...deposits].filter(([, state]) => DEPOSIT_STATES[state] === status).map(([id]) => id);
      const filtered = await read(`deposits?per_page=100&status=${status}`, AdminDepositPage);
      assert.deepEqual(idsOf(filtered), expected.sort(), status);
    }
    const expected = { total: shown.length, ...countsOf(SHOWN_DEPOSITS, shown) };
    const { total_value: _value, ...counts } = page.meta.stats;
    assert.deepEqual(counts, expected);
    const { growth_percentage: _growth, trend: _trend, ...ofDashboard } = (await stats()).deposits;
    assert.deepEqual(ofDashboard, expected);
  });

  it('of a withdrawal are, too, in the list of movements as well', async () => {
    const ofOffice = (await read('withdrawals?per_page=100', AdminWithdrawalPage)).data;
    const ofStore = (await own(rich, 'withdrawals', WithdrawalPage)).data;
    const movements = (await read('transactions?per_page=100&type=withdrawal', AdminTransactionPage)).data;
    assert.equal(ofOffice.length, withdrawals.size);
    for (const [id, state] of withdrawals) {
      for (const { status } of [...ofOffice, ...ofStore].filter((each) => each.id === id)) {
        assert.equal(status, WITHDRAWAL_STATES[state]);
      }
      for (const movement of movements.filter(({ document }) => document?.id === id)) {
        assert.equal(transactionWord(movement), WITHDRAWAL_STATES[state]);
      }
    }
    for (const status of SHOWN_WITHDRAWALS) {
      const expected = [...withdrawals].filter(([, state]) => WITHDRAWAL_STATES[state] === status).map(([id]) => id);
      const filtered = await read(`withdrawals?per_page=100&status=${status}`, AdminWithdrawalPage);
      assert.deepEqual(idsOf(filtered), expected.sort(), status);
    }
  });

  it('of movements are counted under their own names, and named as what they belong to', async () => {
    const { data, meta } = await read('transactions?per_page=100', AdminTransactionPage);
    const { distribution, total_transactions } = (await stats()).transactions;
    assert.equal(total_transactions, meta.total);
    for (const [type, { figure }] of Object.entries(TRANSACTION_TYPES)) {
      const ofType = data.filter((row) => row.type === type);
      assert.equal(distribution[figure], ofType.length, type);
      const filtered = await read(`transactions?per_page=100&type=${type}`, AdminTransactionPage);
      assert.deepEqual(idsOf(filtered), idsOf({ data: ofType }));
    }
    assert.equal(distribution.refunds, [...orders.values()].filter((state) => state === 'released').length + 1);
    const unpaid = data.filter((row) => row.type === 'payment' && row.status === 'failed');
    assert.ok(unpaid.length > 0);
    for (const row of unpaid) assert.equal(transactionWord(row), 'cancelled');
  });
});
