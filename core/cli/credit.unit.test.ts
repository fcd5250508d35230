import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';
import { run } from './testing/cli-story.ts';

it('`ledger credit` lists who has drawn credit, and with --all who may', async () => {
  const test = createTestLedger();
  assert.equal((await run(test.store, 'credit')).code, 0);
  const walletId = await fundedWallet(test, 1_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(4_000n), by: ALONE });
  assert.equal((await run(test.store, 'credit')).code, 0);
  assert.equal((await run(test.store, 'credit', '--all')).code, 0);
  await placedOrder(test, walletId, [orderLine('v', 2, 1_500n)]);
  await placedOrder(test, walletId, [orderLine('v', 1, 9_000n)]);
  const [row] = (await run(test.store, 'credit', '--json')).out.map((line) => JSON.parse(line));
  assert.deepEqual(
    [row.wallet, row.creditLimit, row.used, row.waiting, row.daysLeft],
    [walletId, '40.00', '20.00', '90.00', '30'],
  );
  assert.deepEqual(
    [row.usedPercent, row.days0To30, row.days31To60, row.days61To90, row.daysOver90],
    ['50.0', '20.00', '0.00', '0.00', '0.00'],
  );
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(row.since, today);
  assert.equal((await run(test.store, 'credit', '--at', '2001-01-01')).code, 0);
});

it('`ledger credit` looks back on the pace of 30 days from what stood before them, however long the wallet was free of debt', async () => {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 1_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(10_000n), by: ALONE });
  const wallet = test.store.events.find(({ streamId }) => streamId === `wallet-${walletId}`);
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  // The wallet was opened long ago, so that the days follow each other.
  for (const event of test.store.events) Object.assign(event.metadata as object, { time: days(200) });
  assert.ok(wallet);
  const pay = (daysAgo: number, minor: bigint) => {
    const id = randomUUID();
    return test.ledger.execute(
      {
        type: 'RequestPayment',
        walletId,
        reference: `order:${id}`,
        amount: usd(minor),
        conversionFee: usd(0n),
        document: { kind: 'order', id, number: 'GL-1' },
      },
      { commandId: id, correlationId: id, actor: { kind: 'system', id: 'test' }, time: days(daysAgo) },
    );
  };
  for (const daysAgo of [150, 120, 90]) await pay(daysAgo, 100n);
  // 700 are left before the pace begins; 400 after it began; 600 are owed now.
  await pay(20, 300n);
  await pay(10, 1_000n);
  const [row] = (await run(test.store, 'credit', '--json')).out.map((line) => JSON.parse(line));
  assert.deepEqual([row.used, row.since], ['6.00', days(10).slice(0, 10)]);
  // 1,300 went in 30 days, and 9,400 are left.
  assert.equal(row.daysLeft, String(Math.floor((9_400 * 30) / 1_300)));
});

it('`ledger credit --at` takes of a wallet what is before its first later movement, also where a clock went back', async () => {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 1_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(10_000n), by: ALONE });
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  for (const event of test.store.events) Object.assign(event.metadata as object, { time: days(200) });
  for (const [daysAgo, minor] of [
    [9, 200n],
    [10, 1_500n],
  ] as const) {
    const id = randomUUID();
    await test.ledger.execute(
      {
        ...({ type: 'RequestPayment', walletId, reference: `order:${id}`, amount: usd(minor) } as const),
        ...({ conversionFee: usd(0n), document: { kind: 'order', id, number: 'GL-1' } } as const),
      },
      { commandId: id, correlationId: id, actor: { kind: 'system', id: 'test' }, time: days(daysAgo) },
    );
  }
  const usedAt = async (daysAgo: number) =>
    (await run(test.store, 'credit', '--json', '--at', days(daysAgo).slice(0, 10))).out.map(
      (row) => JSON.parse(row).used,
    );
  assert.deepEqual([await usedAt(10), await usedAt(9)], [[], ['7.00']]);
});
