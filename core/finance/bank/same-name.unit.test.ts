import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isSameName } from './same-name.ts';

it('the name of an account is the company’s, however it is transliterated', () => {
  for (const [one, other] of [
    ['Żółć Sp. z o.o.', 'ZOLC SP Z O O'],
    ['Müller & Söhne GmbH', 'MUELLER SOEHNE'],
    ['Weiß B.V.', 'weiss bv'],
    ['Đurić Trading d.o.o.', 'Trading Duric d.o.o.'],
    ['Cœur SARL', 'COEUR'],
  ] as const)
    assert.ok(isSameName(one, other), `${one} = ${other}`);
  for (const [one, other] of [
    ['Żółć Sp. z o.o.', 'Mallory Thief'],
    ['Northwind Trading Ltd', 'Northwind Holding Ltd'],
    ['株式会社', '東京'],
    ['GmbH', 'AG'],
  ] as const)
    assert.ok(!isSameName(one, other), `${one} is not ${other}`);
});
