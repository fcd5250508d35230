import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { history, run } from '#core/cli/testing/cli-story.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';

/** A wallet of $100 and $50 of credit that paid $120, and waits with $60 more; a converted line among them. */
async function story() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 10_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(5_000n), by: ALONE });
  test.stock.add(
    'v',
    Array.from({ length: 30 }, (_, at) => `c${at}`),
  );
  const line = orderLine('v', 2, 5_000n);
  const converted = { ...line, discount: usd(500n), conversionFee: usd(190n), total: usd(9_690n) };
  const paid = await placedOrder(test, walletId, [converted]);
  const waiting = await placedOrder(test, walletId, [orderLine('v', 1, 6_000n)]);
  return { test, walletId, paid: `ORD-${paid.slice(0, 6)}`, waiting: `ORD-${waiting.slice(0, 6)}` };
}

type Row = { kind: string; order?: string; inFact: string | null; whatIf: string | null };
async function ask(test: { store: Parameters<typeof run>[0] }, ...rules: string[]) {
  const before = JSON.stringify(test.store, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  const { code, out, err } = await run(test.store, 'what-if', ...rules, '--json');
  assert.equal(code, 0, err);
  assert.equal(
    JSON.stringify(test.store, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    before,
  );
  const rows: Row[] = out.map((line) => JSON.parse(line));
  return {
    err,
    orders: rows.filter(({ kind }) => kind === 'order').map(({ order, inFact, whatIf }) => [order, inFact, whatIf]),
    balances: rows.filter(({ kind }) => kind === 'wallet').map(({ inFact, whatIf }) => [inFact, whatIf]),
  };
}

describe('what-if', () => {
  it('changes nothing under the rules as they were, whatever happened', async () => {
    const { test } = await story();
    assert.deepEqual(await ask(test, '--credit-limit', 'USD=50'), {
      ...(await ask(test, '--fee', '2')),
      orders: [],
      balances: [],
    });
    const other = (await history()).test;
    const { orders, balances } = await ask(other, '--credit-limit', 'USD=0');
    assert.deepEqual({ orders, balances }, { orders: [], balances: [] });
  });

  it('accepts what a higher limit covers, and refuses what a lower one does not', async () => {
    const { test, waiting } = await story();
    const more = await ask(test, '--credit-limit', 'USD=100');
    assert.deepEqual(more.orders, [[waiting, null, '60.00']]);
    assert.deepEqual(more.balances, [['3.10', '-56.90']]);
    const poor = createTestLedger();
    const walletId = await fundedWallet(poor, 1_000n);
    await poor.send({ type: 'SetCreditLimit', walletId, limit: usd(5_000n), by: ALONE });
    const id = await placedOrder(poor, walletId, [orderLine('v', 1, 3_000n)]);
    const less = await ask(poor, '--credit-limit', 'USD=0');
    assert.deepEqual(less.orders, [[`ORD-${id.slice(0, 6)}`, '30.00', null]]);
    assert.deepEqual(less.balances, [['-20.00', '10.00']]);
    assert.match(less.err, /not paid that were: 1\. .*Nothing was written/);
  });

  it('follows a rate for what is priced in its currency, also in a wallet of another one and without a fee', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 50_000n);
    test.stock.add('v', ['c1', 'c2']);
    const rates = [{ currency: 'EUR' as const, rate: '1.1', from: '2026-01-01', source: 'hand' as const }];
    const line = { ...orderLine('v', 1, 11_000n), listPrice: { amount: 10_000n, currency: 'EUR' as const } };
    const orderId = await placedOrder(test, walletId, [line], { rates });
    const { orders, err } = await ask(test, '--rate', 'EUR=1.10:1.20');
    assert.deepEqual(orders, [[`ORD-${orderId.slice(0, 6)}`, '110.00', '120.00']]);
    assert.doesNotMatch(err, /do not say/);
    assert.deepEqual((await ask(test, '--rate', 'USD=1:2')).orders[0]?.[2], '55.00');
  });

  it('prices orders by another fee, discount or rate, by the rules of the store', async () => {
    const { test, paid } = await story();
    assert.deepEqual((await ask(test, '--fee', '4')).orders, [[paid, '96.90', '98.80']]);
    assert.deepEqual((await ask(test, '--rate', 'USD=1:2')).orders[0], [paid, '96.90', '48.45']);
    // Of an older order nobody knows what the euro priced.
    assert.match((await ask(test, '--rate', 'EUR=1.10:1.20')).err, /^1 converted lines of older orders do not say/);
    const [order] = (await ask(test, '--discount', '10')).orders;
    assert.deepEqual(order, [paid, '96.90', '91.80']);
    assert.deepEqual((await ask(test, '--deposit-fee', '1')).balances, [['3.10', '2.10']]);
  });

  it('shows as many orders and wallets as were asked for, and says how many more there are', async () => {
    const { test } = await story();
    for (let count = 0; count < 2; count += 1) await fundedWallet(test, 1_000n);
    const { text } = await run(test.store, 'what-if', '--deposit-fee', '1', '--limit', '1');
    assert.match(text, /^Customer .*\n.*\n.*\$3\.10.*\n… and 2 more$/m);
    const { out } = await run(test.store, 'what-if', '--fee', '4', '--csv');
    assert.equal(out[0], '\uFEFFOrder,Customer,In fact,What if,Currency');
    assert.match(out[1] ?? '', /,96\.90,98\.80,USD$/);
  });

  it('asks for a rule that is one', async () => {
    const { store } = createTestLedger();
    for (const wrong of [
      [],
      ['--fee', 'much'],
      ['--credit-limit', '50'],
      ['--rate', 'EUR=1.1'],
      ['--discount', '100'],
    ]) {
      assert.equal((await run(store, 'what-if', ...wrong)).code, 2, wrong.join(' '));
    }
  });
});
