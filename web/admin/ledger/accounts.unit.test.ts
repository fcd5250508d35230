import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountClass, accountName, classOrder } from './accounts.ts';

describe('names of ledger accounts', () => {
  it('given a class kept by currency, then the currency ends the name', () => {
    assert.equal(accountName('assets:bank', 'EUR', ''), 'assets:bank:EUR');
  });

  it('given a class kept by wallet, then it needs a wallet', () => {
    assert.equal(accountName('liabilities:held', 'USD', ''), undefined);
    assert.equal(accountName('liabilities:held', 'USD', 'w1'), 'liabilities:held:w1');
  });

  it('given a class that is new, then it is shown by its id, at the end', () => {
    assert.equal(accountClass('assets:gold').label, 'assets:gold');
    assert.ok(classOrder('assets:gold') > classOrder('income:deposit-fees'));
    assert.ok(classOrder('assets:bank') < classOrder('liabilities:wallet'));
  });
});
