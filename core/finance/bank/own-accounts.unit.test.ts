import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foreignCurrencyOf, type OwnAccount, ownAccountOf } from './own-accounts.ts';
import { readStatements } from './statements/read-statements.ts';

const EURO: OwnAccount = { account: 'DE89370400440532013000', currencies: ['EUR'] };
const DOLLAR: OwnAccount = { account: '000123456789', currencies: ['USD', 'JPY'] };
const own = [EURO, DOLLAR];

describe('the account of a statement', () => {
  it('is ours by its IBAN or number, with its currency behind, or by the number at the end of its IBAN', () => {
    for (const [account, expected] of [
      ['DE89370400440532013000', EURO],
      ['DE89370400440532013000EUR', EURO],
      ['0532013000', EURO],
      ['532013000', EURO],
      ['532013000EUR', EURO],
      ['000123456789', DOLLAR],
      ['000123456789JPY', DOLLAR],
    ] as const)
      assert.equal(ownAccountOf(account, own), expected, account);
  });

  it('is not ours where it is another one, says too little, or fits two', () => {
    for (const account of [
      '',
      '3000',
      '013000',
      'DE02120300000000202051',
      'DE89370400440532013000USD',
      '123456789',
      '532013000USD',
    ])
      assert.equal(ownAccountOf(account, own), undefined, account);
    // Both end with the same number.
    const twins = [EURO, { account: 'DE27370400450532013000', currencies: ['USD'] as const }];
    assert.equal(ownAccountOf('0532013000', twins), undefined);
  });

  it('has the currencies that move on it, and no other', () => {
    const of = (currency: string) => readStatements(Buffer.from(`date,amount,currency\n2026-10-31,1,${currency}\n`))[0];
    const [dollars, euros] = [of('USD'), of('EUR')];
    assert.ok(dollars && euros);
    assert.equal(foreignCurrencyOf(dollars, EURO), 'USD');
    assert.equal(foreignCurrencyOf(euros, EURO), undefined);
    assert.equal(foreignCurrencyOf(dollars, DOLLAR), undefined);
  });
});
