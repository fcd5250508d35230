import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { issuedInvoice } from '#bff/papers/invoices/issued.ts';
import { bankRows } from '#bff/papers/invoices/seller.ts';
import { parsePolicy } from '#core/aggregates/policy.ts';
import { valuesAt, valuesOf } from '#core/ledger/settings.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { listInvoicesAfter } from '#projections/models/invoices.ts';
import { createAdministrator, type TestAdministrator } from './administrators.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, type TestCustomer } from './customers.ts';
import { buy } from './shopping.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

const CUSTOMERS = 16;
const CHANGES = 10;
const NUMBERS = ['DE89 3704 0044 0532 0130 00', 'AT61 1904 3002 3457 3201'];
const REACHED_MS = 10_000;

describe('settings that change while sixteen customers buy', () => {
  let test: TestApp;
  let owner: TestAdministrator;
  let variantId: string;
  let customers: TestCustomer[];
  const deposits: string[] = [];

  before(async () => {
    // The only owner: a change of accounts counts at once.
    test = await startTestApp({ policy: parsePolicy(['settingsChangeHours=0']) });
    owner = await createAdministrator(test);
    ({ variantId } = await createProduct(test, { codes: 4 * CUSTOMERS, priceMinor: 2_500n, currency: 'EUR' }));
    customers = [];
    for (let each = 0; each < CUSTOMERS; each += 1) {
      const customer = await createCustomer(test);
      await fund(test, customer, 'EUR', 100_000n);
      customers.push(customer);
    }
  });
  after(() => test.stop());

  async function change(round: number): Promise<void> {
    const { seller, accounts } = AdminSettings.parse((await owner.get('/api/admin/settings')).json().data);
    const isSeller = round % 2 === 0;
    const [section, version] = isSeller
      ? (['seller', seller.version] as const)
      : (['accounts', accounts.version] as const);
    const value = isSeller
      ? { ...seller.value, name: `Seller ${round} Ltd` }
      : {
          accounts: (accounts.value?.accounts ?? []).map((account) =>
            account.currency === 'EUR'
              ? { ...account, number: NUMBERS[(round >> 1) % NUMBERS.length], bic: 'COBADEFFXXX' }
              : account,
          ),
        };
    const body = { ...value, why: `Round ${round}`, expect_version: version };
    assertStatus(await owner.send('PUT', `/api/admin/settings/${section}`, body), 200);
  }

  async function shop(customer: TestCustomer): Promise<void> {
    const ask = async () => {
      const answer = await test.app.inject({
        ...{ method: 'POST', url: '/api/deposits', headers: customer.headers },
        payload: { wallet_id: customer.wallets.EUR, amount: '10' },
      });
      assertStatus(answer, 201);
      deposits.push(DepositSaved.parse(answer.json()).data.id);
    };
    await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
    await ask();
    await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
    await ask();
  }

  it('are followed by each order, paper and deposit in exactly one version', async () => {
    const changing = (async () => {
      for (let round = 0; round < CHANGES; round += 1) await change(round);
    })();
    await Promise.all([changing, ...customers.map(shop)]);
    const head = await test.deps.eventStore.headPosition();
    await test.deps.readModels.waitForPosition(head, REACHED_MS);
    const settings = test.deps.settings.now();
    assert.equal(settings.version, 2 + CHANGES);

    await issueInvoices(test.deps, { load: async () => null, save: async () => undefined });
    const invoices = await listInvoicesAfter(test.deps.database, -1n, 4 * CUSTOMERS);
    assert.equal(invoices.length, 2 * CUSTOMERS);
    const names = new Set<string>();
    for (const invoice of invoices) {
      const { seller } = await issuedInvoice(test.deps, invoice);
      assert.equal(seller.name, valuesAt(settings, invoice.position).seller?.name);
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
