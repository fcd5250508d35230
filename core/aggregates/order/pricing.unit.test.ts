import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Currency, money } from '#core/kernel/money/money.ts';
import { ROUNDINGS } from '#core/kernel/money/rounding.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { type LineToPrice, type PricingTerms, priceLine, pricingTerms, sumLines } from './pricing.ts';

const rates = { USD: '1', EUR: '1.1', JPY: '0.008', KWD: '3.25' };
const terms = pricingTerms({ rates, conversionFeePercent: '2', rounding: 'half-even' });
const commercial: PricingTerms = { ...terms, rounding: 'half-away-from-zero' };
const line = (amount: bigint, currency: Currency, quantity = 1, discountBasisPoints = 0): LineToPrice => ({
  price: money(amount, currency),
  quantity,
  discountBasisPoints,
});

describe('the price of a cart line', () => {
  it('is quantity × price without any fee in a wallet of the product’s currency', () => {
    const priced = priceLine(line(4810n, 'EUR', 3), 'EUR', terms);
    assert.equal(priced.gross.amount, 14_430n);
    assert.equal(priced.conversionFee.amount, 0n);
    assert.equal(priced.total.amount, 14_430n);
  });

  it('converts EUR to USD at the rate and adds the fee', () => {
    // €48.10 × 1.1 = $52.91; × 3 = $158.73; 2 % = $3.1746 → $3.17
    const priced = priceLine(line(4810n, 'EUR', 3), 'USD', terms);
    assert.equal(priced.unitPrice.amount, 5291n);
    assert.equal(priced.gross.amount, 15_873n);
    assert.equal(priced.conversionFee.amount, 317n);
    assert.equal(priced.total.amount, 16_190n);
    assert.equal(priced.total.currency, 'USD');
  });

  it('converts USD to EUR by the inverse of the rate', () => {
    // $47.90 ÷ 1.1 = €43.5454… → €43.55
    assert.equal(priceLine(line(4790n, 'USD'), 'EUR', terms).unitPrice.amount, 4355n);
  });

  it('rounds the converted price of one half to even', () => {
    // 5 × 1.1 = 5.5 → 6 and 25 × 1.1 = 27.5 → 28 (even), 15 × 1.1 = 16.5 → 16 (even)
    assert.equal(priceLine(line(5n, 'EUR'), 'USD', terms).unitPrice.amount, 6n);
    assert.equal(priceLine(line(25n, 'EUR'), 'USD', terms).unitPrice.amount, 28n);
    assert.equal(priceLine(line(15n, 'EUR'), 'USD', terms).unitPrice.amount, 16n);
  });

  it('converts between currencies of other digits by way of the base, rounded once', () => {
    // $10.00 ÷ 0.008 = ¥1,250; ¥1,000 × 0.008 = $8.00; KWD 1.234 × 3.25 = $4.0105 → $4.01; × 3.25 ÷ 0.008 = ¥501.3 → ¥501
    assert.equal(priceLine(line(1000n, 'USD'), 'JPY', terms).unitPrice.amount, 1250n);
    assert.equal(priceLine(line(1000n, 'JPY'), 'USD', terms).unitPrice.amount, 800n);
    assert.equal(priceLine(line(1234n, 'KWD'), 'USD', terms).unitPrice.amount, 401n);
    assert.equal(priceLine(line(1234n, 'KWD'), 'JPY', terms).unitPrice.amount, 501n);
    assert.equal(priceLine(line(4810n, 'EUR'), 'KWD', terms).unitPrice.amount, 16_280n);
  });

  it('takes the customer’s discount off the whole line, before the fee', () => {
    // €10.05 × 1 at 2.5 % = 25.125 → 25
    const own = priceLine(line(1005n, 'EUR', 1, 250), 'EUR', terms);
    assert.equal(own.discount.amount, 25n);
    assert.equal(own.total.amount, 980n);
    // $100.00 at 10 % in EUR: 9091 − 909 = 8182; 2 % = 163.64 → 164
    const converted = priceLine(line(10_000n, 'USD', 1, 1000), 'EUR', terms);
    assert.equal(converted.discount.amount, 909n);
    assert.equal(converted.conversionFee.amount, 164n);
    assert.equal(converted.total.amount, 8346n);
  });

  it('rounds half a cent of discount and fee as the terms say, and the converted price of one half to even', () => {
    // $1.00 at 12.5 % = 12.5
    assert.equal(priceLine(line(100n, 'USD', 1, 1250), 'USD', terms).discount.amount, 12n);
    assert.equal(priceLine(line(100n, 'USD', 1, 1250), 'USD', commercial).discount.amount, 13n);
    // €0.15 × 1.1 = 16.5 → 16; €0.20 × 1.1 × 75 = 1650 at 1 % = 16.5
    const [even, away] = [terms, commercial].map((each) => ({
      ...each,
      conversionFee: { numerator: 1n, denominator: 100n },
    }));
    assert.ok(even && away);
    assert.equal(priceLine(line(15n, 'EUR'), 'USD', away).unitPrice.amount, 16n);
    assert.equal(priceLine(line(20n, 'EUR', 75), 'USD', even).conversionFee.amount, 16n);
    assert.equal(priceLine(line(20n, 'EUR', 75), 'USD', away).conversionFee.amount, 17n);
  });

  it('never rounds a price down to nothing', () => {
    const dear: PricingTerms = { ...terms, rates: { USD: '1', EUR: '10' } };
    assert.equal(priceLine(line(1n, 'USD'), 'EUR', dear).unitPrice.amount, 1n);
  });

  it('always adds up as the ledger demands of an order line', () => {
    const anyLine = fc.record({
      amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
      currency: fc.constantFrom<Currency>('USD', 'EUR', 'JPY', 'KWD'),
      wallet: fc.constantFrom<Currency>('USD', 'EUR', 'JPY', 'KWD'),
      quantity: fc.integer({ min: 1, max: 99_999 }),
      basisPoints: fc.integer({ min: 0, max: 10_000 }),
      rounding: fc.constantFrom(...ROUNDINGS),
    });
    fc.assert(
      fc.property(anyLine, ({ amount, currency, wallet, quantity, basisPoints, rounding }) => {
        const priced = priceLine(line(amount, currency, quantity, basisPoints), wallet, { ...terms, rounding });
        const expected =
          priced.unitPrice.amount * BigInt(quantity) - priced.discount.amount + priced.conversionFee.amount;
        return (
          priced.total.amount === expected &&
          priced.discount.amount <= priced.gross.amount &&
          priced.conversionFee.amount >= 0n
        );
      }),
      { seed: SEED },
    );
  });
});

describe('the sums of a cart', () => {
  it('are the sums of its lines, and zero without any', () => {
    const sums = sumLines(
      [priceLine(line(4810n, 'EUR', 3), 'USD', terms), priceLine(line(1000n, 'USD', 2, 500), 'USD', terms)],
      'USD',
    );
    assert.equal(sums.subtotal.amount, 17_873n);
    assert.equal(sums.discount.amount, 100n);
    assert.equal(sums.conversionFees.amount, 317n);
    assert.equal(sums.total.amount, 18_090n);
    assert.equal(sumLines([], 'EUR').total.amount, 0n);
  });
});
