import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import type { SettingsCommand } from '#core/aggregates/settings/commands.ts';
import type { Section, ValueOf } from '#core/aggregates/settings/sections.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { SELLER } from '#infra/proof/api/settings.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { DEMO_SELLER } from '#infra/seed/settings.ts';
import { type InvoiceView, listInvoicesAfter } from '#projections/models/invoices.ts';
import { findBuyers } from './buyer.ts';
import { issueInvoices } from './issue-invoices.ts';
import { issuedInvoice, partiesNow } from './issued.ts';

const NO_CHECKPOINT = { load: async () => null, save: async () => undefined };

describe('a store of before there were settings', () => {
  let test: TestApp;
  let customer: TestCustomer;
  let other: TestCustomer;
  let variantId: string;
  const { tradeName: _, ...keptBefore } = SELLER;

  const order = (who: TestCustomer) => buy(test, who, { walletId: who.wallets.EUR, variantId });
  const invoicesOf = async (who: TestCustomer): Promise<InvoiceView[]> =>
    (await listInvoicesAfter(test.deps.database, -1n, 100)).filter((each) => each.customerId === who.customerId);
  /** As an earlier version wrote it: the seller is with the sealed parties alone. */
  async function issueAsBefore(invoice: InvoiceView): Promise<void> {
    const { database, crypto } = test.deps;
    const { invoiceId, customerId, kind, year, sequence } = invoice;
    const parties = { seller: keptBefore, buyer: (await findBuyers(database, [customerId])).get(customerId) };
    const sealed = crypto.seal('invoiceParties', invoiceId, Buffer.from(JSON.stringify(parties)));
    await database.query(sql.typeAlias('void')`insert into app.invoice_number
      (invoice_id, kind, year, sequence, vat_treatment, vat_percent, vat) values (${invoiceId}, ${kind}, ${year}, ${sequence}, 'voucher', '21', 0)`);
    await database.query(sql.typeAlias('void')`insert into app.invoice_parties (invoice_id, customer_id, parties_sealed)
      values (${invoiceId}, ${customerId}, ${sql.binary(sealed)})`);
  }
  const forget = (invoiceId: string) =>
    test.deps.database.query(sql.typeAlias('void')`delete from app.invoice_parties where invoice_id = ${invoiceId}`);
  const adopted = (section: Section, value: ValueOf) =>
    test.deps.ledger.execute(
      { type: 'AdoptSettings', section, value, why: 'Ours' },
      { commandId: randomUUID(), correlationId: 'c', actor: { kind: 'system', id: 'test' } },
    );
  async function rename(name: string, version: number): Promise<void> {
    const command: SettingsCommand = {
      type: 'ChangeSettings',
      section: 'seller',
      value: { ...DEMO_SELLER, name },
      why: 'Renamed',
      by: 'ada',
      version,
      proposalId: randomUUID(),
      hasSecond: false,
      now: new Date().toISOString(),
      waitHours: 0,
    };
    const context = {
      commandId: randomUUID(),
      correlationId: 'c',
      actor: { kind: 'administrator', id: 'ada' },
    } as const;
    const { position } = await test.deps.ledger.execute(command, context);
    assert.ok(await test.deps.settings.reached(position, PATIENCE_MS));
  }

  before(async () => {
    test = await startTestApp({ hasSettings: false });
    [customer, other] = [await createCustomer(test), await createCustomer(test)];
    ({ variantId } = await createProduct(test, { codes: 10, priceMinor: 2_500n, currency: 'EUR' }));
    for (const each of [customer, other]) await fund(test, each, 'EUR', 100_000n);
  });
  after(() => test.stop());

  it('waits with an invoice until it is known who sells, and sells on', async () => {
    await order(customer);
    assert.equal(await issueInvoices(test.deps, NO_CHECKPOINT), 0);
    const [invoice] = await invoicesOf(customer);
    assert.ok(invoice);
    const url = `/api/orders/${invoice.orderId}/download-invoice`;
    const refused = await test.app.inject({ url, headers: customer.headers });
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'seller_not_set');
  });

  it('keeps the seller of its invoices, also for what is sold before the settings are filled in, and of erased customers', async () => {
    const [first] = await invoicesOf(customer);
    assert.ok(first);
    await issueAsBefore(first);
    await order(other);
    assert.equal(await issueInvoices(test.deps, NO_CHECKPOINT), 2);
    const [second] = await invoicesOf(other);
    assert.ok(second);
    assert.deepEqual((await issuedInvoice(test.deps, first)).seller, keptBefore);
    assert.deepEqual((await issuedInvoice(test.deps, second)).seller, keptBefore);
    await forget(second.invoiceId);
    await rename('Another Name B.V.', 0);
    assert.deepEqual((await issuedInvoice(test.deps, first)).seller, keptBefore);
    assert.deepEqual((await issuedInvoice(test.deps, second)).seller, keptBefore, 'kept in the clear');
    await forget(first.invoiceId);
    assert.deepEqual((await issuedInvoice(test.deps, first)).seller, keptBefore, 'the seller of the others then');
  });

  it('issues what is sold under the new settings by them, whenever it is written down', async () => {
    await order(other);
    await rename('A Third Name B.V.', 1);
    await order(other);
    await issueInvoices(test.deps, NO_CHECKPOINT);
    const names = await Promise.all(
      (await invoicesOf(other)).map(async (invoice) => (await issuedInvoice(test.deps, invoice)).seller.name),
    );
    assert.deepEqual(names, [SELLER.name, 'Another Name B.V.', 'A Third Name B.V.']);
  });

  it('keeps the colour that its papers were issued with, and gives none to those of before', async () => {
    const look = { accent: '#0f766e', logo: null, logoOnDark: null };
    const { position } = await adopted('look', look);
    assert.ok(await test.deps.settings.reached(position, PATIENCE_MS));
    await order(customer);
    const accents = async () =>
      Promise.all(
        (await invoicesOf(customer)).map(async (each) => (await issuedInvoice(test.deps, each)).seller.accent),
      );
    assert.deepEqual(await accents(), [undefined, '#0f766e']);
  });

  it('says on papers of the demonstration what it is, and leaves those of before it as they were issued', async () => {
    const { position } = await adopted('demonstration', { isDemonstration: true });
    assert.ok(await test.deps.settings.reached(position, PATIENCE_MS));
    await order(customer);
    const said = async () =>
      Promise.all(
        (await invoicesOf(customer)).map(async (each) => (await issuedInvoice(test.deps, each)).seller.isDemonstration),
      );
    assert.deepEqual(await said(), [undefined, undefined, true]);
    const { seller } = await partiesNow(test.deps, customer.customerId);
    assert.equal(seller.isDemonstration, true, 'a statement that is drawn now');
  });

  it('issues none by the seller of before: a process that is behind waits until it has read the change', async () => {
    const before = test.deps.settings.now();
    await rename('A Fourth Name B.V.', 2);
    await order(other);
    const behind = { ...test.deps, settings: { now: () => before, held: () => before, reached: async () => false } };
    await assert.rejects(issueInvoices(behind, NO_CHECKPOINT), (error) => isDomainError(error, 'unavailable'));
    await issueInvoices(test.deps, NO_CHECKPOINT);
    const last = (await invoicesOf(other)).at(-1) ?? assert.fail('an invoice');
    assert.equal((await issuedInvoice(test.deps, last)).seller.name, 'A Fourth Name B.V.');
  });

  it('prints the deposits of before with its seller, and takes no new ones before it is said where they are paid to', async () => {
    const depositId = randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number: 'DEP-OLD',
      customerId: customer.customerId,
      note: null,
      walletId: customer.wallets.EUR,
      amount: { amount: 10_000n, currency: 'EUR' },
    });
    const shown = await test.app.inject({ url: `/api/deposits/${depositId}`, headers: customer.headers });
    assert.equal(shown.json().data.pay_into, null);
    assertStatus(
      await test.app.inject({ url: `/api/deposits/${depositId}/deposit-invoice`, headers: customer.headers }),
      200,
    );
    const refused = await test.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: customer.headers,
      payload: { wallet_id: customer.wallets.EUR, amount: '10' },
    });
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'deposits_closed');
    assert.match(refused.json().message, /not open: .*do not transfer anything/);
  });
});
