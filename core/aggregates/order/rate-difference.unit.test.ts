import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { run } from '#core/cli/testing/cli-story.ts';
import type { AppliedRate, DatedRates } from '#core/kernel/money/dated-rates.ts';
import { money } from '#core/kernel/money/money.ts';
import { addStock, VARIANT } from '#core/testing/process-story.ts';
import { approvedDeposit, createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';
import type { OrderLine } from './events.ts';
import { rateDifference } from './rate-difference.ts';

const eur = (amount: bigint) => money(amount, 'EUR');
const held = (rate: string): DatedRates => ({ EUR: { rate, from: '2026-11-20', source: 'ecb' } });
const pricedAt: AppliedRate[] = [{ currency: 'EUR', rate: '1.1', from: '2026-11-19', source: 'ecb' }];
/** $110.00 at 1.1 is €100.00; less a discount of €10.00, and a fee of €1.80. */
const converted = (): OrderLine => ({
  ...orderLine(VARIANT, 1, 10_000n, 'EUR'),
  listPrice: money(11_000n, 'USD'),
  discount: eur(1_000n),
  conversionFee: eur(180n),
  total: eur(9_180n),
});

/** An order from an empty wallet, paid by a deposit after the rate changed. */
async function story(
  rateOfPayment: string,
  lines = [converted()],
  rates: AppliedRate[] = pricedAt,
  mayDeliverInPart = false,
) {
  const asked: string[] = [];
  const port = {
    on: async (day: string) => {
      asked.push(day);
      return held(rateOfPayment);
    },
  };
  const test = createTestLedger({ rates: port });
  const walletId = await fundedWallet(test, 0n, 'EUR');
  const orderId = await placedOrder(test, walletId, lines, { rates, mayDeliverInPart });
  await approvedDeposit(test, walletId, 20_000n, 'EUR');
  const booked = () =>
    test
      .events(`order-${orderId}`)
      .flatMap((event) => (event.type === 'OrderRateDifferenceBooked' ? [event.data] : []));
  const accounts = async () =>
    (await run(test.store, 'accounts', '--csv')).out.filter((line) => /sales|fx|fees|bank/.test(line));
  const cancel = () => test.send({ type: 'CancelOrder', orderId, reason: 'administrator', note: null });
  return { test, walletId, orderId, asked, booked, accounts, cancel };
}

describe('an order that is paid when the rate is another', () => {
  it('books what was gained: the sale is what the goods are worth on the day of the payment', async () => {
    const { test, orderId, walletId, booked, accounts, asked } = await story('1.2');
    // €90.00 × 1.1 ÷ 1.2 = €82.50.
    assert.deepEqual(booked(), [
      {
        reason: 'payment',
        amount: eur(750n),
        rates: [{ currency: 'EUR', ...held('1.2').EUR }],
        document: { kind: 'order', id: orderId, number: `ORD-${orderId.slice(0, 6)}` },
        postings: [
          { account: 'income:sales:EUR', amount: eur(750n) },
          { account: 'income:fx-gains:EUR', amount: eur(-750n) },
        ],
      },
    ]);
    assert.deepEqual(await accounts(), [
      'assets:bank:EUR,EUR,200.00,debit',
      'income:conversion-fees:EUR,EUR,0.00,debit',
      'income:fx-gains:EUR,EUR,7.50,credit',
      'income:sales:EUR,EUR,7.50,debit',
    ]);
    await addStock(test, 'c1');
    assert.deepEqual(await accounts(), [
      'assets:bank:EUR,EUR,200.00,debit',
      'income:conversion-fees:EUR,EUR,1.80,credit',
      'income:fx-gains:EUR,EUR,7.50,credit',
      'income:sales:EUR,EUR,82.50,credit',
    ]);
    assert.deepEqual(asked, [new Date().toISOString().slice(0, 10)]);
    assert.match((await run(test.store, 'balance', walletId)).text, /€108\.20/);
    assert.equal((await run(test.store, 'check')).code, 0);
  });

  it('books nothing when the rates that it was priced at are not known', () => {
    const placement = { currency: 'EUR', lines: [converted()] } as unknown as Parameters<typeof rateDifference>[0];
    assert.equal(rateDifference(placement, held('1.2')), null);
  });

  it('books what was lost as an expense', async () => {
    const { test, accounts } = await story('1.0');
    // €90.00 × 1.1 = €99.00.
    assert.deepEqual((await accounts()).slice(0, 2), [
      'assets:bank:EUR,EUR,200.00,debit',
      'expenses:fx-losses:EUR,EUR,9.00,debit',
    ]);
    for (const format of ['hledger', 'beancount', 'csv']) {
      assert.match((await run(test.store, 'export', '--format', format)).text, /fx-losses/i, format);
    }
  });

  it('is taken back with the refund, to the cent', async () => {
    for (const rate of ['1.2', '1.0']) {
      const { test, walletId, booked, accounts, cancel } = await story(rate);
      await cancel();
      assert.deepEqual(
        booked().map(({ reason }) => reason),
        ['payment', 'refund'],
      );
      const left = (await accounts()).filter((line) => !/,0\.00,/.test(line));
      assert.deepEqual(left, ['assets:bank:EUR,EUR,200.00,debit'], rate);
      assert.match((await run(test.store, 'balance', walletId)).text, /€200\.00/);
      assert.equal((await run(test.store, 'check')).code, 0);
    }
  });

  it('is taken back in proportion with the refund of a rest that is released', async () => {
    const two = { ...converted(), quantity: 2, discount: eur(2_000n), conversionFee: eur(360n), total: eur(18_360n) };
    const { test, orderId, booked } = await story('1.2', [two], pricedAt, true);
    await addStock(test, 'c1');
    await test.send({ type: 'ReleaseRest', orderId, amount: eur(9_180n) });
    assert.deepEqual(
      booked().map(({ reason, amount }) => [reason, amount.amount]),
      [
        ['payment', 1_500n],
        ['refund', -750n],
      ],
    );
    assert.equal((await run(test.store, 'check')).code, 0);
  });

  it('books nothing where rates stand still, nothing was converted, or the order does not say its rate', async () => {
    assert.deepEqual((await story('1.10')).booked(), []);
    const plain = await story('1.2', [orderLine('v', 1, 9_180n, 'EUR')], []);
    assert.deepEqual([plain.booked(), plain.asked], [[], []]);
    const old = createTestLedger({ rates: { on: () => Promise.reject(new Error('not asked')) } });
    const orderId = await placedOrder(old, await fundedWallet(old, 20_000n, 'EUR'), [converted()]);
    assert.deepEqual(old.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred']);
  });

  it('is paid all the same where the day has no rate of its currency', async () => {
    const test = createTestLedger({ rates: { on: async () => ({}) } });
    const orderId = await placedOrder(test, await fundedWallet(test, 20_000n, 'EUR'), [converted()], {
      rates: pricedAt,
    });
    assert.deepEqual(test.types(`order-${orderId}`), ['OrderPlaced', 'OrderPaid', 'OrderDeferred']);
  });
});

describe('the rates of an order', () => {
  it('are there for every currency that was converted', async () => {
    const test = createTestLedger();
    const walletId = randomUUID();
    await assert.rejects(placedOrder(test, walletId, [converted()], { rates: [] }), {
      code: 'invalid_value',
      message: /rates/,
    });
  });
  it('by way of the base are two, and both count', async () => {
    const yen = money(16_250n, 'JPY');
    const both: AppliedRate[] = [
      { currency: 'EUR', rate: '1.1', from: '2026-11-19', source: 'ecb' },
      { currency: 'JPY', rate: '0.008', from: '2026-11-19', source: 'ecb' },
    ];
    const test = createTestLedger({
      rates: { on: async () => ({ ...held('1.1'), JPY: { rate: '0.0072', from: '2026-11-20', source: 'ecb' } }) },
    });
    const walletId = await fundedWallet(test, 20_000n, 'EUR');
    const line = { ...orderLine('v', 1, 11_818n, 'EUR'), listPrice: yen };
    const orderId = await placedOrder(test, walletId, [line], { rates: both });
    const [, , difference] = test.events(`order-${orderId}`);
    // The yen lost a tenth: €118.18 × 0.9 = €106.362.
    assert.deepEqual(difference?.type === 'OrderRateDifferenceBooked' && difference.data.amount, eur(1_182n));
  });
});
