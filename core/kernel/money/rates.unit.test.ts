import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isDomainError } from '#core/kernel/errors.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { money } from './money.ts';
import { convert, multiply, multiplyHalfEven, parsePercentage, parseRatio, sumInBase } from './rates.ts';

const rates = { USD: '1', EUR: '1.1', JPY: '0.008', KWD: '3.25' };

describe('a product', () => {
  const eighth = { numerator: 1n, denominator: 8n };
  const halfEven = (amount: bigint) => multiply(amount, eighth, 'half-even');
  const halfAway = (amount: bigint) => multiply(amount, eighth, 'half-away-from-zero');

  it('is rounded as it is asked for, which differs at a half alone', () => {
    const amounts = [3n, 4n, 5n, 11n, 12n, 13n, 20n, -4n, -12n, -20n, 0n];
    assert.deepEqual(amounts.map(halfEven), [0n, 0n, 1n, 1n, 2n, 2n, 2n, 0n, -2n, -2n, 0n]);
    assert.deepEqual(amounts.map(halfAway), [0n, 1n, 1n, 1n, 2n, 2n, 3n, -1n, -2n, -3n, 0n]);
  });

  it('is as large for an amount below zero, and its two roundings are equal or, at a half, one minor unit apart', () => {
    const ratio = fc.record({
      numerator: fc.bigInt({ min: 0n, max: 30_000n }),
      denominator: fc.constantFrom(1n, 2n, 7n, 8n, 100n, 1_000n, 10_000n, 12_100n),
    });
    let halves = 0;
    fc.assert(
      fc.property(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), ratio, (amount, by) => {
        const [even, away] = [multiply(amount, by, 'half-even'), multiply(amount, by, 'half-away-from-zero')];
        assert.equal(multiply(-amount, by, 'half-even'), -even);
        assert.equal(multiply(-amount, by, 'half-away-from-zero'), -away);
        const doubled = 2n * amount * by.numerator;
        const isHalf = doubled % by.denominator === 0n && (doubled / by.denominator) % 2n !== 0n;
        // Both are among the two whole amounts that are nearest.
        for (const one of [even, away]) assert.ok(abs(2n * one * by.denominator - doubled) <= by.denominator);
        if (!isHalf) return assert.equal(even, away);
        halves += 1;
        assert.equal(even % 2n, 0n);
        assert.ok(abs(away) === abs(even) || abs(away) === abs(even) + 1n);
        assert.ok(abs(2n * away * by.denominator) > abs(doubled));
      }),
      { seed: SEED, numRuns: 2_000 },
    );
    assert.ok(halves > 20, `${halves} halves`);
  });
});

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

describe('rates', () => {
  it('are exact, and round once, half to even', () => {
    assert.deepEqual(parseRatio('1.1'), { numerator: 11n, denominator: 10n });
    assert.deepEqual(parsePercentage('1.5'), { numerator: 15n, denominator: 1000n });
    assert.deepEqual(
      [5n, 15n, 25n, -5n].map((amount) => multiplyHalfEven(amount, parseRatio('1.1'))),
      [6n, 16n, 28n, -6n],
    );
    assert.throws(
      () => parseRatio('1,1'),
      (error) => isDomainError(error, 'invalid_value'),
    );
  });

  it('convert by way of the base, whatever the digits', () => {
    assert.deepEqual(convert(money(1000n, 'JPY'), 'USD', rates), money(800n, 'USD'));
    assert.deepEqual(convert(money(1250n, 'USD'), 'JPY', rates), money(1562n, 'JPY'));
    assert.deepEqual(convert(money(1234n, 'KWD'), 'EUR', rates), money(365n, 'EUR'));
    assert.deepEqual(convert(money(7n, 'KWD'), 'KWD', {}), money(7n, 'KWD'));
  });

  it('sum several currencies in the base, and refuse one that has none', () => {
    assert.deepEqual(
      sumInBase([money(1000n, 'USD'), money(1000n, 'EUR'), money(1000n, 'JPY')], rates),
      money(2900n, 'USD'),
    );
    assert.deepEqual(sumInBase([], rates), money(0n, 'USD'));
    assert.throws(
      () => convert(money(1n, 'GBP'), 'USD', rates),
      (error) => isDomainError(error, 'invalid_value'),
    );
  });
});
