import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { TransactionPage } from '#bff/contract/money/transaction.ts';
import { WalletHistory, WalletList } from '#bff/contract/money/wallet.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('wallets', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  await fund(test, customer, 'EUR', 30_000n);
  const { variantId } = await createProduct(test, { priceMinor: 4_000n, codes: 5 });
  await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
  after(() => test.stop());
  const get = (url: string) => test.app.inject({ url, headers: customer.headers });

  it('show balance, what can be spent, and credit', async () => {
    await send(test, {
      type: 'SetCreditLimit',
      walletId: customer.wallets.USD,
      limit: { amount: 150_000n, currency: 'USD' },
      by: ALONE,
    });
    const { data } = WalletList.parse((await get('/api/wallets')).json());
    assert.deepEqual(
      data.map((wallet) => [wallet.name, wallet.balance.formatted, wallet.available.formatted]),
      [
        ['USD Wallet', '$0.00', '$1,500.00'],
        ['EUR Wallet', '€260.00', '€260.00'],
      ],
    );
  });

  it('stand on the end of any day, by either time', async () => {
    const yesterday = new Date(test.deps.clock().getTime() - 86_400_000).toISOString().slice(0, 10);
    const today = test.deps.clock().toISOString().slice(0, 10);
    for (const by of ['recorded', 'value-date']) {
      const balances = async (at: string) =>
        WalletList.parse((await get(`/api/wallets?at=${at}&by=${by}`)).json()).data.map(
          ({ balance }) => balance.formatted,
        );
      assert.deepEqual(await balances(yesterday), ['$0.00', '€0.00'], by);
      assert.deepEqual(await balances(today), ['$0.00', '€260.00'], by);
    }
    assertStatus(await get('/api/wallets?at=yesterday'), 422);
    const url = `/api/wallets/${customer.wallets.EUR}/balance-history?days=3&until=${yesterday}`;
    const { data } = WalletHistory.parse((await get(url)).json());
    assert.deepEqual([data.length, data.at(-1)?.date, data.at(-1)?.balance.amount], [3, yesterday, '0']);
  });

  it('can be looked at before the account is approved', async () => {
    const waiting = await createCustomer(test, 'company');
    const answer = await test.app.inject({ url: '/api/wallets', headers: waiting.headers });
    assertStatus(answer, 200);
    assert.equal(answer.json().data.length, 2);
  });

  it('have one point a day of history up to today', async () => {
    const answer = await get(`/api/wallets/${customer.wallets.EUR}/balance-history?days=7`);
    const { data } = WalletHistory.parse(answer.json());
    assert.equal(data.length, 7);
    assert.equal(data[0]?.balance.amount, '0');
    assert.equal(data.at(-1)?.date, new Date().toISOString().slice(0, 10));
    assert.equal(data.at(-1)?.balance.formatted, '€260.00');
    assertStatus(await get(`/api/wallets/${customer.wallets.EUR}/balance-history?days=5000`), 422);
  });

  it('list their movements with what they were for', async () => {
    const { data, meta } = TransactionPage.parse((await get('/api/transactions')).json());
    assert.equal(meta.total, 2);
    assert.deepEqual(
      data.map((row) => [row.type, row.amount.formatted, row.balance_after?.formatted, row.document?.kind]),
      [
        ['payment', '-€40.00', '€260.00', 'order'],
        ['deposit', '€300.00', '€300.00', 'deposit'],
      ],
    );
    const deposits = TransactionPage.parse((await get('/api/transactions?type=deposit')).json());
    assert.equal(deposits.meta.total, 1);
    const past = TransactionPage.parse((await get('/api/transactions?end_date=2020-01-01')).json());
    assert.equal(past.meta.total, 0);
    assertStatus(await get('/api/transactions?start_date=yesterday'), 422);
  });
});
