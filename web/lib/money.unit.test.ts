import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMinor, minorToDecimal, moneyOf, parseAmount, signOf } from './money.ts';

describe('amounts in the browser', () => {
  it('formats minor units exactly, however large', () => {
    assert.equal(formatMinor(0n, 'USD'), '$0.00');
    assert.equal(formatMinor(5n, 'EUR'), '€0.05');
    assert.equal(formatMinor(123_456_789n, 'USD'), '$1,234,567.89');
    assert.equal(formatMinor(-123_456n, 'USD'), '-$1,234.56');
    assert.equal(formatMinor('900719925474099301', 'USD'), '$9,007,199,254,740,993.01');
  });

  it('reads what people type, and nothing else', () => {
    assert.equal(parseAmount('12'), 1200n);
    assert.equal(parseAmount(' 1,234.5 '), 123_450n);
    for (const text of ['', '-1', '1.234', '1e3', 'abc', '.5']) assert.equal(parseAmount(text), undefined, text);
  });

  it('tells the sign, and goes to decimal and back without loss', () => {
    assert.equal(signOf(moneyOf(-1n, 'USD')), -1);
    assert.equal(signOf(moneyOf(0n, 'USD')), 0);
    assert.equal(signOf(moneyOf(1n, 'USD')), 1);
    for (const minor of [0n, 1n, 99n, 100n, 100_001n]) assert.equal(parseAmount(minorToDecimal(minor)), minor);
  });
});
