import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { lastDayOf, monthBefore } from '#core/aggregates/period/months.ts';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import { type Currency, money } from '#core/kernel/money/money.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { openCheckpoint } from '#core/proofs/check/checkpoint.ts';
import { createGrowingTree, leafHash } from '#core/proofs/check/merkle.ts';
import { parseVerifierKey } from '#core/proofs/check/note.ts';
import { orderLine } from '#core/testing/test-ledger.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';
import { createProduct, type TestProduct } from './catalogue.ts';
import { createCustomer, send, type TestCustomer } from './customers.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { differencesOf, tellAccounts, tellDay, tellWallets } from './totals.ts';

const RUNNING = new Date().toISOString().slice(0, 7);
const LAST = monthBefore(RUNNING);

describe('all totals', async () => {
  const test = await startTestApp();
  const client = createEventStoreClient(test.eventstoreUrl);
  const store = createEventStoreDb(client);
  await playHistory(test);
  after(async () => {
    await client.dispose();
    await test.stop();
  });
  const agree = async () => {
    const days = [lastDayOf(LAST), new Date().toISOString().slice(0, 10)];
    const all = [await tellAccounts(test, store), await tellWallets(test, store)];
    for (const day of days)
      for (const by of ['recorded', 'value-date'] as const) all.push(await tellDay(test, store, day, by));
    return all.flatMap(differencesOf);
  };

  it('agree: journals, trial balance by both times, wallets, read models and exports', async () => {
    assert.deepEqual(await agree(), []);
    const { 'trial balance': listed = new Map() } = await tellAccounts(test, store);
    // Without these classes the comparison would show very little.
    assert.deepEqual([...new Set([...listed.keys()].map((key) => key.split(':').slice(0, 2).join(':')))].sort(), [
      'assets:bank',
      'income:conversion-fees',
      'income:deposit-fees',
      'income:sales',
      'liabilities:held',
      'liabilities:undelivered',
      'liabilities:wallet',
    ]);
  });

  it('and the signed head is of the events that they were counted from', async () => {
    await runNotary({
      databaseUrl: test.databaseUrl,
      eventstoreUrl: test.eventstoreUrl,
      publicUrl: 'http://localhost:3000',
      eventMacs: undefined,
      notaryKeys: [Buffer.alloc(32, 7)],
      logHeadsTo: { folder: undefined, mails: [], witnesses: [] },
    });
    const key = parseVerifierKey((await test.app.inject('/tlog/key')).body);
    const head = await openCheckpoint((await test.app.inject('/tlog/checkpoint')).body, key);
    const tree = createGrowingTree();
    let end = 0n;
    for await (const { metadata, position } of store.readAll({ prefixes: STREAM_PREFIXES })) {
      tree.add(leafHash(Buffer.from((metadata as { hash: string }).hash, 'hex')));
      end = position;
    }
    assert.deepEqual([head.size, head.root], [tree.size, tree.root()]);
    assert.equal((await test.deps.readModels.freshness())?.position, end);
  });

  it('are listed by account and source where one of them is wrong', async () => {
    const { database } = test.deps;
    const change = (by: bigint) =>
      database.query(
        sql.typeAlias(
          'void',
        )`update read.ledger_accounts set balance = balance + ${by} where account = 'assets:bank:USD'`,
      );
    await change(1n);
    const [sentence = '', ...others] = await agree();
    await change(-1n);
    assert.match(sentence, /^assets:bank:USD USD: trial balance (\d+\.\d\d), .*csv \1, read accounts (?!\1)/);
    assert.deepEqual(others, []);
    assert.deepEqual(await agree(), []);
  });
});

/** Every kind of movement, in two currencies, in two months by both times, one of them closed. */
async function playHistory(test: TestApp): Promise<void> {
  const [one, other] = [await createCustomer(test), await createCustomer(test)];
  const [shelf, empty] = [await createProduct(test, { codes: 10 }), await createProduct(test)];
  const lastMonth = `${LAST}-20T10:00:00.000Z`;
  await deposit(test, one, 'USD', { minor: 50_000n, fee: 250n, time: lastMonth });
  await deposit(test, other, 'EUR', { minor: 20_001n, time: lastMonth });
  // Received last month, recorded now.
  await deposit(test, one, 'USD', { minor: 7_777n, valueDate: `${LAST}-28` });
  await order(test, one, 'USD', line(shelf, 2, 1_250n, 'USD'), lastMonth);
  await withdraw(test, one, 3_000n, 'complete', `${LAST}-27`);
  await send(test, { type: 'ClosePeriod', month: LAST, today: new Date().toISOString().slice(0, 10), totals: [] });
  // An order in another currency than the product's, one on credit, one given back after it was paid.
  await order(test, other, 'EUR', {
    ...line(shelf, 1, 4_810n, 'EUR'),
    conversionFee: money(96n, 'EUR'),
    total: money(4_906n, 'EUR'),
  });
  const limit = money(30_000n, 'EUR');
  await send(test, { type: 'SetCreditLimit', walletId: other.wallets.EUR, limit, by: ALONE });
  await order(test, other, 'EUR', line(shelf, 3, 9_000n, 'EUR'));
  const cancelled = await order(test, one, 'USD', line(empty, 1, 999n, 'USD'));
  await send(test, { type: 'CancelOrder', orderId: cancelled, reason: 'customer', note: null });
  await order(test, one, 'USD', line(empty, 1, 1_001n, 'USD'));
  await withdraw(test, one, 2_000n, 'complete');
  await withdraw(test, one, 1_500n, 'reject');
  await withdraw(test, one, 1_100n, 'wait');
}

const line = (
  { productId, variantId }: TestProduct,
  quantity: number,
  priceMinor: bigint,
  currency: Currency,
): OrderLine => ({ ...orderLine(variantId, quantity, priceMinor, currency), productId });

/** As it was recorded then. What follows waits for the read models. */
const recorded = (test: TestApp, command: LedgerCommand, time: string) => {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 'test' } as const;
  return test.deps.ledger.execute(command, { commandId, correlationId: commandId, actor, time });
};

async function deposit(
  test: TestApp,
  { customerId, wallets }: TestCustomer,
  currency: Currency,
  {
    minor,
    fee,
    valueDate,
    time = new Date().toISOString(),
  }: {
    readonly minor: bigint;
    readonly fee?: bigint;
    readonly valueDate?: string;
    readonly time?: string;
  },
): Promise<void> {
  const depositId = randomUUID();
  const amount = money(minor, currency);
  const request = { depositId, number: `DEP-${depositId.slice(0, 8)}`, customerId, walletId: wallets[currency] };
  await recorded(test, { type: 'RequestDeposit', ...request, amount, note: null }, time);
  await recorded(test, { ...approvalOf(depositId, amount, fee), ...(valueDate && { valueDate }) }, time);
}

async function order(
  test: TestApp,
  { customerId, wallets }: TestCustomer,
  currency: Currency,
  bought: OrderLine,
  time = new Date().toISOString(),
): Promise<string> {
  const orderId = randomUUID();
  const number = `GL-${orderId.slice(0, 8)}`;
  const expiresAt = new Date(Date.parse(time) + 3_600_000).toISOString();
  const walletId = wallets[currency];
  await recorded(
    test,
    { type: 'PlaceOrder', orderId, number, customerId, walletId, currency, lines: [bought], placedAt: time, expiresAt },
    time,
  );
  return orderId;
}

async function withdraw(
  test: TestApp,
  { customerId, wallets }: TestCustomer,
  minor: bigint,
  then: 'complete' | 'reject' | 'wait',
  valueDate?: string,
): Promise<void> {
  const withdrawalId = randomUUID();
  await send(test, {
    type: 'RequestWithdrawal',
    withdrawalId,
    number: `WDR-${withdrawalId.slice(0, 8)}`,
    customerId,
    walletId: wallets.USD,
    amount: money(minor, 'USD'),
    requestedBy: 'customer',
    bankSnapshotId: null,
    userNote: null,
    adminNote: null,
  });
  if (then === 'complete') {
    await send(test, {
      type: 'CompleteWithdrawal',
      withdrawalId,
      note: null,
      by: ALONE,
      now: new Date().toISOString(),
      ...(valueDate && { valueDate }),
    });
  }
  if (then === 'reject') await send(test, { type: 'RejectWithdrawal', withdrawalId, adminNote: null, userNote: null });
}
