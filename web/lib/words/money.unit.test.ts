import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { formatMinor, minorToDecimal } from '#core/kernel/money/decimals.ts';
import { parseAmount, signOf } from './money.ts';

describe('amounts in the browser', () => {
  it('formats minor units exactly, however large', () => {
    assert.equal(formatMinor(0n, 'USD'), '$0.00');
    assert.equal(formatMinor(5n, 'EUR'), '€0.05');
    assert.equal(formatMinor(123_456_789n, 'USD'), '$1,234,567.89');
    assert.equal(formatMinor(-123_456n, 'USD'), '-$1,234.56');
    assert.equal(formatMinor('900719925474099301', 'USD'), '$9,007,199,254,740,993.01');
  });

  it('reads what people type, and nothing else', () => {
    assert.equal(parseAmount('12', 'USD'), 1200n);
    assert.equal(parseAmount('1234.5', 'USD'), 123_450n);
    for (const text of ['', undefined, '98,50', '1,234.5', '-1', '1.234', '1e3', 'abc', '.5'])
      assert.equal(parseAmount(text, 'USD'), undefined, text);
  });

  it('has its sign, and goes to decimal and back without loss', () => {
    assert.equal(signOf(minorJson(-1n, 'USD')), -1);
    assert.equal(signOf(minorJson(0n, 'USD')), 0);
    assert.equal(signOf(minorJson(1n, 'USD')), 1);
    for (const minor of [0n, 1n, 99n, 100n, 100_001n])
      assert.equal(parseAmount(minorToDecimal(minor, 'USD'), 'USD'), minor);
  });
});
