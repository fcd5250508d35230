import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { issuedInvoice } from '#bff/papers/invoices/issued.ts';
import { vatWithin } from '#core/finance/invoices/vat.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { convert } from '#core/kernel/money/rates.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { changeMoney } from '#infra/proof/api/settings.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { notingRows } from '#infra/proof/testing/pages-touched.ts';
import { type InvoiceView, listInvoicesAfter } from '#projections/models/invoices.ts';
import { readVatReturn } from './vat-return.ts';

const SALES = 2_300;

describe('a VAT return', async () => {
  const test = await startTestApp({ settings: { money: { voucherVat: 'single-purpose', vatPercent: '21' } } });
  const admin = await createAdministrator(test, 'finance');
  after(() => test.stop());
  const month = new Date().toISOString().slice(0, 7);
  const { deps } = test;
  const read = async (query = `from=${month}&to=${month}`): Promise<VatReturn> => {
    const answer = await admin.get(`/api/admin/ledger/vat?${query}`);
    assertStatus(answer, 200);
    return answer.json().data;
  };
  const product = await createProduct(test, { codes: 10, priceMinor: 2_500n });
  const customerIn = async (country: string, vatId: string, currency: Currency & ('EUR' | 'USD')) => {
    const customer = await createCustomer(test);
    await test.deps.database.query(sql.typeAlias('void')`update app.company
      set country_of_registration = ${country}, vat_tax_registration = ${vatId} where customer_id = ${customer.customerId}`);
    await fund(test, customer, currency, 100_000n);
    return customer;
  };
  const buyerIn = async (country: string, vatId: string, currency: Currency & ('EUR' | 'USD')) => {
    const customer = await customerIn(country, vatId, currency);
    await buy(test, customer, { walletId: customer.wallets[currency], variantId: product.variantId });
    return customer.customerId;
  };
  const invoiceOf = async (customerId: string): Promise<InvoiceView> => {
    const found = (await listInvoicesAfter(test.deps.database, -1n, 100)).find(
      (each) => each.customerId === customerId,
    );
    return found ?? assert.fail('an invoice');
  };
  const rates = { USD: '1', EUR: '1.1' };
  const euros = (amount: bigint, currency: Currency = 'USD') => convert({ amount, currency }, 'EUR', rates).amount;
  const decimal = (minor: bigint) => minorToDecimal(minor, 'EUR');

  it('counts what is not written down yet, and has nothing else', async () => {
    const buyer = await buyerIn('NL', '-', 'USD');
    const before = await read();
    assert.deepEqual([before.unwritten, before.lines, before.vat.decimal], [1, [], '0.00']);
    await issueInvoices(deps, { load: async () => null, save: async () => undefined });
    const { amount, currency } = await invoiceOf(buyer);
    assert.equal(currency, 'USD');
    const vat = vatWithin(amount, 'standard', '21', 'half-even');
    const [line, ...others] = (await read()).lines;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [line?.treatment, line?.percent, line?.net.decimal, line?.vat.decimal],
      ['standard', '21', decimal(euros(amount - vat)), decimal(euros(vat))],
    );
  });

  it('keeps the euros of a foreign invoice with the rate of its day, whatever the rate is later', async () => {
    const invoice = await invoiceOf(
      (await listInvoicesAfter(test.deps.database, -1n, 1))[0]?.customerId ?? assert.fail('an invoice'),
    );
    const before = await issuedInvoice(deps, invoice);
    assert.deepEqual(
      before.home?.rates.map(({ currency, rate }) => [currency, rate]),
      [['EUR', rates.EUR]],
    );
    const sums = (await read()).vat.decimal;
    await test.deps.database.query(sql.typeAlias('void')`update app.exchange_rate set rate = 2 where currency = 'EUR'`);
    assert.deepEqual(await issuedInvoice(deps, invoice), before);
    assert.equal((await read()).vat.decimal, sums);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.exchange_rate set rate = ${rates.EUR}::numeric where currency = 'EUR'`,
    );
  });

  it('converts those of before by the rate of their day, and says how many', async () => {
    const sums = (await read()).vat.decimal;
    await test.deps.database.query(
      sql.typeAlias('void')`update app.invoice_number set home_net = null, home_vat = null, home_rates = null`,
    );
    const found = await read();
    assert.deepEqual([found.converted_now, found.vat.decimal], [1, sums]);
  });

  it('has a line for each treatment, and lists reverse charges by VAT id in euros', async () => {
    const poles = [await buyerIn('PL', 'PL 123-456-78-90', 'EUR'), await buyerIn('PL', 'PL1234567890', 'USD')];
    await buyerIn('US', '-', 'USD');
    await issueInvoices(deps, { load: async () => null, save: async () => undefined });
    const found = await read();
    assert.deepEqual(
      found.lines.map(({ treatment, invoices, vat }) => [treatment, invoices, vat.decimal === '0.00']),
      [
        ['standard', 1, false],
        ['reverse-charge', 2, true],
        ['outside-scope', 1, true],
      ],
    );
    const [one, two] = await Promise.all(poles.map(invoiceOf));
    const sum = euros(one?.amount ?? 0n, one?.currency) + euros(two?.amount ?? 0n, two?.currency);
    assert.deepEqual(
      found.reverse_charges.map(({ country, vat_id, net }) => [country, vat_id, net.decimal]),
      [['PL', 'PL1234567890', decimal(sum)]],
    );
    assert.equal(found.lines[1]?.net.decimal, decimal(sum));
    const file = await admin.get(`/api/admin/ledger/vat/export?from=${month}&to=${month}&what=reverse-charges`);
    assertStatus(file, 200);
    assert.match(file.body, new RegExp(`PL,PL1234567890,${decimal(sum)},EUR`));

    // An erased customer's VAT id is gone with the parties; the sum stays.
    await test.deps.database.query(
      sql.typeAlias('void')`delete from app.invoice_parties where customer_id = ${poles[0] ?? ''}`,
    );
    assert.deepEqual(
      (await read()).reverse_charges.map(({ vat_id }) => vat_id),
      ['PL1234567890', null],
    );
  });

  it('has nothing left of what was refunded: a credit note is rounded as its invoice, whatever counts on either day', async () => {
    const customer = await customerIn('NL', '-', 'EUR');
    // At 20 % a sixth of it is VAT: 452.5 cents. Without codes it is paid, and refunded when it is cancelled.
    const { variantId } = await createProduct(test, { codes: 0, priceMinor: 2_715n, currency: 'EUR' });
    const order = async () => (await buy(test, customer, { walletId: customer.wallets.EUR, variantId })).id;
    const cancel = (orderId: string) =>
      send(test, { type: 'CancelOrder', orderId, reason: 'administrator', note: null });
    const before = await read();
    await changeMoney(test, { vatPercent: '20' });
    const even = await order();
    await changeMoney(test, { rounding: 'half-away-from-zero' });
    const away = await order();
    await cancel(even);
    await changeMoney(test, { rounding: 'half-even' });
    await cancel(away);
    const papers = async () => {
      const all = await listInvoicesAfter(deps.database, -1n, 100);
      const vatOf = async (id: string, kind: string) => {
        const paper = all.find((each) => each.orderId === id && each.kind === kind);
        return (await issuedInvoice(deps, paper ?? assert.fail(kind))).vat;
      };
      return Promise.all([even, away].flatMap((id) => [vatOf(id, 'invoice'), vatOf(id, 'credit-note')]));
    };
    // All are written down now, after the last change.
    await issueInvoices(deps, { load: async () => null, save: async () => undefined });
    assert.deepEqual(await papers(), [452n, 452n, 453n, 453n]);
    assert.equal((await read()).vat.decimal, before.vat.decimal);
    await changeMoney(test, { rounding: 'half-away-from-zero' });
    assert.deepEqual(await papers(), [452n, 452n, 453n, 453n]);
  });

  it('reads what is sealed of the buyers of a year some at a time', async () => {
    const { database } = deps;
    const before = await read();
    // Beside a log without them, on the day of the first invoice: each of a euro, to buyers whose data were erased.
    await database.query(sql.typeAlias('void')`
      insert into read.invoices (invoice_id, order_id, customer_id, kind, year, sequence, number, issued_at, currency, amount, position)
        select ('00000000-0000-4000-8000-' || lpad(sale::text, 12, '0'))::uuid, ('00000000-0000-4000-8000-' || lpad(sale::text, 12, '0'))::uuid, customer_id, 'invoice', 1, sale, 'INV-' || sale, issued_at, 'EUR', 100, position + sale
        from generate_series(1, ${SALES}) sale, (select * from read.invoices order by position limit 1) as first`);
    await database.query(sql.typeAlias('void')`
      insert into app.invoice_number (invoice_id, kind, year, sequence, vat_treatment, vat_percent, vat)
        select ('00000000-0000-4000-8000-' || lpad(sale::text, 12, '0'))::uuid, 'invoice', 1, sale, 'reverse-charge', '0', 0 from generate_series(1, ${SALES}) sale`);
    const noting = notingRows(database);
    const found = await readVatReturn({ ...deps, database: noting.database as never }, { from: month, to: month });
    assert.ok(noting.most() <= 1_000, `${noting.most()} rows at a time`);
    const erased = (of: VatReturn) => of.reverse_charges.find(({ vat_id }) => vat_id === null)?.net.amount ?? '0';
    assert.equal(BigInt(erased(found)) - BigInt(erased(before)), BigInt(SALES) * 100n);
  });

  it('is of whole months in their order, for those who read the ledger', async () => {
    assert.deepEqual((await read('from=2020-01&to=2020-03')).lines, []);
    for (const query of ['from=2026-13&to=2026-13', 'from=2026-03&to=2026-01', '']) {
      assertStatus(await admin.get(`/api/admin/ledger/vat?${query}`), 422);
    }
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get(`/api/admin/ledger/vat?from=${month}&to=${month}`), 403);
  });
});
