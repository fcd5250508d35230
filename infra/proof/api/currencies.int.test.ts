import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { WalletList } from '#bff/contract/money/wallet.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';
import { auditBooks } from './books.ts';
import { createProduct } from './catalogue.ts';
import { createCurrencyDesk } from './currency-desk.ts';
import { assertStatus } from './test-app.ts';

const run = promisify(execFile);
const CLI = path.join(import.meta.dirname, '../../../programs/ledger/main.ts');

describe('a store that also offers a currency without decimals and one with three', async () => {
  const { test, admin, customer, post, wallet, deposit } = await createCurrencyDesk();
  after(() => test.stop());

  const ledger = async (...argv: string[]) => {
    const env = { ...process.env, DATABASE_URL: test.databaseUrl, EVENTSTORE_URL: test.eventstoreUrl };
    return (await run(process.execPath, [CLI, ...argv], { env })).stdout;
  };

  it('opens a wallet in each for each customer who registers', async () => {
    const answer = await test.app.inject({ url: '/api/wallets', headers: customer.headers });
    const wallets = WalletList.parse(answer.json()).data.map((each) => [each.name, each.balance.formatted]);
    assert.deepEqual(wallets.sort(), [
      ['EUR Wallet', '€0.00'],
      ['JPY Wallet', '¥0'],
      ['KWD Wallet', 'KWD\u00a00.000'],
      ['USD Wallet', '$0.00'],
    ]);
    const session = await admin.get('/api/admin/session');
    assert.deepEqual(session.json().data.currencies, ['USD', 'EUR', 'JPY', 'KWD']);
  });

  it('credits a deposit in minor units of its currency', async () => {
    await deposit('JPY', '1000');
    await deposit('KWD', '1.234');
    assert.deepEqual((await wallet('JPY'))?.balance, {
      amount: '1000',
      decimal: '1000',
      formatted: '¥1,000',
      currency: 'JPY',
    });
    assert.equal((await wallet('KWD'))?.balance.amount, '1234');
    assert.equal((await wallet('KWD'))?.balance.formatted, 'KWD\u00a01.234');
  });

  it('refuses more decimals than a currency has, and says how many it has', async () => {
    const noDecimals = 'Please enter a valid amount: Japanese yen have no decimals';
    const refused = [
      ['JPY', '1.5', noDecimals],
      ['KWD', '1.2345', 'Please enter a valid amount'],
      ['USD', '1.234', 'Please enter a valid amount'],
    ] as const;
    for (const [currency, amount, message] of refused) {
      const asked = await post('/api/deposits', { wallet_id: customer.wallets[currency], amount });
      assertStatus(asked, 422);
      assert.deepEqual(asked.json().errors.amount, [message], currency);
      const bankDetails = {
        bankName: 'B',
        accountName: 'A',
        accountNumber: 'DE89370400440532013000',
        swiftCode: 'COBADEFF',
      };
      const withdrawn = await post('/api/withdrawals', { currency, amount, bankDetails });
      assertStatus(withdrawn, 422);
      assert.deepEqual(withdrawn.json().errors.amount, [message], currency);
    }
    const product = { name: 'Card', variant_name: '10', category_name: 'Games', brand_name: 'Steam', region: 'jp' };
    const priced = await admin.send('POST', '/api/admin/products', { ...product, currency: 'JPY', price: '1.5' });
    assertStatus(priced, 422);
    assert.deepEqual(priced.json().errors.price, [noDecimals]);
    const unknown = await admin.send('POST', '/api/admin/products', { ...product, currency: 'GBP', price: '1' });
    assertStatus(unknown, 422);
    assert.ok(unknown.json().errors.currency ?? unknown.json().errors.brand_name);
  });

  it('sells in them what is priced in another, converted by way of the base', async () => {
    const { variantId } = await createProduct(test, { currency: 'USD', priceMinor: 480n, codes: 4 });
    const order = (currency: Currency) => buy(test, customer, { walletId: customer.wallets[currency], variantId });
    // $4.80 ÷ 0.008 = ¥600; 2 % = ¥12.
    const inYen = await order('JPY');
    assert.deepEqual(
      [inYen.total.formatted, inYen.conversion_fees.formatted, inYen.fulfillment_status],
      ['¥612', '¥12', 'completed'],
    );
    assert.equal((await wallet('JPY'))?.balance.formatted, '¥388');
    // $4.80 ÷ 3.25 = KWD 1.4769… → 1.477; 2 % = 0.02954 → 0.030: more than there is, so it waits for funds.
    const inDinars = await order('KWD');
    assert.deepEqual([inDinars.total.decimal, inDinars.payment_status], ['1.507', 'pending']);
    await deposit('KWD', '1.000');
    assert.equal((await wallet('KWD'))?.balance.decimal, '0.727');
  });

  it('keeps books that balance in every currency, and prints them with its decimals', async () => {
    const statement = await ledger('statement', customer.wallets.JPY);
    assert.match(statement, /deposit\s+¥1,000\s+¥1,000/);
    assert.match(statement, /order\s+¥612\s+¥388/);
    assert.doesNotMatch(statement, /¥[\d,]+\./);
    assert.match(await ledger('statement', customer.wallets.KWD), /deposit\s+KWD\u00a01\.234/);
    const books = await ledger('trial-balance');
    assert.match(books, /Total JPY\s+JPY\s+1000\s+1000\n/);
    assert.match(books, /Total KWD\s+KWD\s+2\.234\s+2\.234\n/);
    assert.match(books, /Total EUR\s+EUR\s+0\.00\s+0\.00/);
    const { isBalanced, totals } = await trialBalance(test.deps.database);
    assert.equal(isBalanced, true);
    assert.deepEqual(totals.map(({ currency }) => currency).sort(), ['JPY', 'KWD']);
    await auditBooks(test);
  });
});
