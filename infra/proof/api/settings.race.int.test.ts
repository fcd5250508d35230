import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { issuedInvoice } from '#bff/papers/invoices/issued.ts';
import { bankRows } from '#bff/papers/invoices/seller.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { multiply, parsePercentage } from '#core/kernel/money/rates.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { rulesOf, vatAt } from '#core/ledger/rules.ts';
import { type Settings, valuesAt, valuesOf } from '#core/ledger/settings.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { listInvoicesAfter } from '#projections/models/invoices.ts';
import { createAdministrator, type TestAdministrator } from './administrators.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, type TestCustomer } from './customers.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

const CUSTOMERS = 16;
const CHANGES = 10;
const NUMBERS = ['DE89 3704 0044 0532 0130 00', 'AT61 1904 3002 3457 3201'];

describe('settings that change while sixteen customers buy', () => {
  let test: TestApp;
  let owner: TestAdministrator;
  let variantId: string;
  let customers: TestCustomer[];
  const deposits: string[] = [];

  before(async () => {
    // The only owner: a change of accounts counts at once.
    test = await startTestApp({ settings: { waits: { settingsChangeHours: 0 } } });
    owner = await createAdministrator(test);
    // 22.50 euros, so that each fee below has half a cent, after an even number of cents.
    ({ variantId } = await createProduct(test, { codes: 4 * CUSTOMERS, priceMinor: 2_475n, currency: 'USD' }));
    customers = [];
    for (let each = 0; each < CUSTOMERS; each += 1) {
      const customer = await createCustomer(test);
      await fund(test, customer, 'EUR', 100_000n);
      customers.push(customer);
    }
  });
  after(() => test.stop());

  async function change(round: number): Promise<void> {
    const { seller, accounts, money } = AdminSettings.parse((await owner.get('/api/admin/settings')).json().data);
    const section = (['seller', 'money', 'accounts', 'money'] as const)[round % 4] ?? 'seller';
    const values = {
      seller: { ...seller.value, name: `Seller ${round} Ltd` },
      money: {
        ...money.value,
        conversion_fee_percent: `${4 * round + 1}`,
        vat_percent: `${round + 5}`,
        rounding: round % 4 === 1 ? 'half-away-from-zero' : 'half-even',
      },
      accounts: {
        accounts: (accounts.value?.accounts ?? []).map((account) =>
          account.currency === 'EUR'
            ? { ...account, number: NUMBERS[(round >> 2) % NUMBERS.length], bic: 'COBADEFFXXX' }
            : account,
        ),
      },
    };
    const { version } = { seller, accounts, money }[section];
    const body = { ...values[section], why: `Round ${round}`, expect_version: version };
    assertStatus(await owner.send('PUT', `/api/admin/settings/${section}`, body), 200);
  }

  /** Where the fee changed after the cart was shown, the checkout is refused: the customer looks again, and orders at the new total. */
  async function order({ headers, wallets }: TestCustomer): Promise<void> {
    const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, headers, payload });
    const wallet_id = wallets.EUR;
    assertStatus(await post('/api/cart', { wallet_id, variant_id: variantId, quantity: 1 }), 201);
    for (let changes = 0; changes <= CHANGES; changes += 1) {
      const answer = await post('/api/checkout', { wallet_id });
      if (answer.statusCode === 201) return;
      assert.equal(answer.json().code, 'cart_changed', answer.body);
    }
    assert.fail('The cart was never ordered.');
  }

  async function shop(customer: TestCustomer): Promise<void> {
    const ask = async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/deposits',
        headers: customer.headers,
        payload: { wallet_id: customer.wallets.EUR, amount: '10' },
      });
      assertStatus(answer, 201);
      deposits.push(DepositSaved.parse(answer.json()).data.id);
    };
    await order(customer);
    await ask();
    await order(customer);
    await ask();
  }

  /** The price that an order has is that of the version that its events name, and what follows from it has the same. */
  async function assertOrdersFollow(settings: Settings): Promise<void> {
    const orders = await test.deps.database.any(sql.type(z.object({ id: z.uuid() }))`
      select order_id as id from read.orders`);
    assert.equal(orders.length, 2 * CUSTOMERS);
    for (const { id } of orders) {
      const events = [];
      for await (const stored of test.deps.eventStore.readStream(`order-${id}`))
        events.push(ledgerCodec.decode(stored));
      const [placed, ...later] = events;
      assert.ok(placed?.type === 'OrderPlaced');
      const version = placed.metadata.settingsVersion ?? assert.fail('a version');
      const { conversionFeePercent, rounding } = rulesOf({ version, values: valuesOf(settings, version) });
      const [line] = placed.data.lines;
      assert.ok(line);
      assert.equal(
        line.conversionFee.amount,
        multiply(
          BigInt(line.quantity) * line.unitPrice.amount - line.discount.amount,
          parsePercentage(conversionFeePercent),
          rounding,
        ),
      );
      for (const { metadata } of later) assert.equal(metadata.settingsVersion, version);
    }
  }

  it('are followed by each order, paper and deposit in exactly one version', async () => {
    const changing = (async () => {
      for (let round = 0; round < CHANGES; round += 1) await change(round);
    })();
    await Promise.all([changing, ...customers.map(shop)]);
    const head = await test.deps.eventStore.headPosition();
    await test.deps.readModels.waitForPosition(head, PATIENCE_MS);
    const settings = test.deps.settings.now();
    // Of the test's own, and of the demonstration: that it is one, its seller and its accounts.
    assert.equal(settings.version, 4 + CHANGES);
    await assertOrdersFollow(settings);

    await issueInvoices(test.deps, { load: async () => null, save: async () => undefined });
    const invoices = await listInvoicesAfter(test.deps.database, -1n, 4 * CUSTOMERS);
    assert.equal(invoices.length, 2 * CUSTOMERS);
    const names = new Set<string>();
    for (const invoice of invoices) {
      const { seller, vatPercent } = await issuedInvoice(test.deps, invoice);
      assert.equal(seller.name, valuesAt(settings, invoice.position).seller?.name);
      assert.equal(vatPercent, vatAt(settings, invoice.position).vatPercent);
      names.add(seller.name);
    }
    assert.equal(deposits.length, 2 * CUSTOMERS);
    const versions = new Set<number>();
    for (const id of deposits) {
      const deposit = await findDeposit(test.deps.database, id);
      assert.ok(deposit?.settingsVersion);
      versions.add(deposit.settingsVersion);
      const account = valuesOf(settings, deposit.settingsVersion).accounts?.accounts.find(
        (each) => each.id === deposit.accountId,
      );
      const customer = customers.find(({ customerId }) => customerId === deposit.customerId);
      const shown = await test.app.inject({ url: `/api/deposits/${id}`, headers: customer?.headers ?? {} });
      assert.deepEqual(shown.json().data.pay_into, account && bankRows(account));
    }
    assert.ok(names.size > 1 || versions.size > 1, 'they changed meanwhile');
  });
});
