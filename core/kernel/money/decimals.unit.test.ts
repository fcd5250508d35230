import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SEED } from '#core/kernel/testing/seed.ts';
import { CURRENCIES, CURRENCY_CODES } from './currencies.ts';
import {
  amountMessage,
  DECIMAL_PATTERN,
  decimalToMinor,
  formatMinor,
  groupMinor,
  isAtLeast,
  isAtMost,
  minorToDecimal,
} from './decimals.ts';

describe('amounts as text', () => {
  it('have the decimals of their currency: two, none or three', () => {
    assert.equal(decimalToMinor('12.5', 'USD'), 1250n);
    assert.equal(decimalToMinor('1000', 'JPY'), 1000n);
    assert.equal(decimalToMinor('1.234', 'KWD'), 1234n);
    assert.equal(minorToDecimal(1250n, 'USD'), '12.50');
    assert.equal(minorToDecimal(1000n, 'JPY'), '1000');
    assert.equal(minorToDecimal(-5n, 'KWD'), '-0.005');
    assert.equal(formatMinor(-123_456n, 'USD'), '-$1,234.56');
    assert.equal(formatMinor(1_000_000n, 'JPY'), '¥1,000,000');
    assert.equal(formatMinor(1234n, 'KWD'), 'KWD\u00a01.234');
    assert.equal(groupMinor(-123_456_789n, 'KWD'), '-123,456.789');
    assert.equal(groupMinor(1_000_000n, 'JPY'), '1,000,000');
  });

  it('are refused with more decimals than their currency has, and the message says how many those are', () => {
    assert.equal(decimalToMinor('1.5', 'JPY'), undefined);
    assert.equal(decimalToMinor('1.234', 'USD'), undefined);
    assert.equal(decimalToMinor('1.2345', 'KWD'), undefined);
    assert.equal(amountMessage('USD'), 'Please enter a valid amount');
    assert.equal(amountMessage('JPY'), 'Please enter a valid amount: Japanese yen have no decimals');
    assert.equal(amountMessage('KWD'), 'Please enter a valid amount: Kuwaiti dinars have at most 3 decimals');
  });

  it('are digits and nothing else', () => {
    for (const text of ['', '-1', '+1', '1e3', 'abc', '.5', '5.', '1,5', '1.2.3', ' 1', '1234567890123']) {
      assert.equal(decimalToMinor(text, 'USD'), undefined, text);
    }
  });

  it('go to text and back without loss in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCY_CODES),
        fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
        (currency, minor) => decimalToMinor(minorToDecimal(minor, currency), currency) === minor,
      ),
      { seed: SEED },
    );
  });

  it('are compared with whole units whatever their currency', () => {
    assert.equal(isAtLeast('0.999', 1n), false);
    assert.equal(isAtLeast('1', 1n), true);
    assert.equal(isAtMost('10000000', 10_000_000n), true);
    assert.equal(isAtMost('10000000.01', 10_000_000n), false);
  });

  it('may have as many decimals at the edges as the currency with the most of them', () => {
    const most = Math.max(...CURRENCY_CODES.map((code) => CURRENCIES[code].digits));
    assert.ok(DECIMAL_PATTERN.test(`1.${'1'.repeat(most)}`));
    assert.ok(!DECIMAL_PATTERN.test(`1.${'1'.repeat(most + 1)}`));
  });
});
