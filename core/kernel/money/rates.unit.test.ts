import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDomainError } from '#core/kernel/errors.ts';
import { money } from './money.ts';
import { convert, multiplyHalfEven, parsePercentage, parseRatio, sumInBase } from './rates.ts';

const rates = { USD: '1', EUR: '1.1', JPY: '0.008', KWD: '3.25' };

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
