import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminOrderAnswer, AdminOrderPage, AdminOrderSaved } from '#bff/contract/shop/order.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { issuedInvoice } from '#bff/papers/invoices/issued.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createProduct, type TestProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { adoptSection } from '#infra/seed/settings.ts';
import { listInvoicesAfter } from '#projections/models/invoices.ts';
import { findWallet } from '#projections/models/wallets.ts';

const PRICE = 2_500n;
const HOUR_MS = 3_600_000;

describe('orders in the back-office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  after(() => test.stop());

  const placed = async (product: TestProduct, quantity: number, buyer = customer): Promise<string> => {
    const orderId = randomUUID();
    const usd = (amount: bigint) => ({ amount, currency: 'USD' as const });
    const now = Date.now();
    await send(test, {
      type: 'PlaceOrder',
      orderId,
      number: `GL-${orderId.slice(0, 6).toUpperCase()}`,
      customerId: buyer.customerId,
      walletId: buyer.wallets.USD,
      currency: 'USD',
      placedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 48 * HOUR_MS).toISOString(),
      lines: [
        {
          lineId: randomUUID(),
          productId: product.productId,
          variantId: product.variantId,
          productName: 'Steam Gift Card',
          variantName: '25',
          brandName: 'Steam',
          region: 'us',
          quantity,
          unitPrice: usd(PRICE),
          discount: usd(0n),
          conversionFee: usd(0n),
          total: usd(PRICE * BigInt(quantity)),
        },
      ],
    });
    return orderId;
  };
  const show = async (id: string) => AdminOrderAnswer.parse((await admin.get(`/api/admin/orders/${id}`)).json()).data;
  const setStatus = (id: string, status: string) => admin.send('PATCH', `/api/admin/orders/${id}/status`, { status });
  const fulfill = (id: string) => admin.send('POST', `/api/admin/orders/${id}/fulfill`);
  const balance = async () => (await findWallet(test.deps.database, customer.wallets.USD))?.balance ?? 0n;

  it('paid and in stock are fulfilled, and offer nothing more to do', async () => {
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 3 });
    await fund(test, customer, 'USD', 10_000n);
    const order = await show(await placed(product, 2));
    assert.equal(order.payment_status, 'completed');
    assert.equal(order.fulfillment_status, 'completed');
    assert.deepEqual(order.allowed_statuses, []);
    assert.equal(order.can_fulfill, false);
    assert.equal(order.items[0]?.codes_last_four.length, 2);
    assert.equal(order.user.email, customer.email);
    assertStatus(await setStatus(order.id, 'cancelled'), 409);
    assertStatus(await fulfill(order.id), 409);
  });

  it('without stock stay paid, say so, and are fulfilled by the upload of codes', async () => {
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 1 });
    await fund(test, customer, 'USD', 10_000n);
    const id = await placed(product, 2);
    const waiting = await show(id);
    assert.equal(waiting.payment_status, 'completed');
    assert.deepEqual(waiting.allowed_statuses, ['completed', 'cancelled']);
    assert.equal(waiting.can_fulfill, true);

    const refused = await fulfill(id);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'out_of_stock');

    const upload = await admin.send(
      'POST',
      `/api/admin/products/${product.productId}/codes`,
      formOf({ codes: Buffer.from('code\nLATE-0001-AAAA\nLATE-0002-BBBB\n') }, 'codes.csv'),
    );
    assertStatus(upload, 201);
    assert.equal(upload.json().added, 2);
    const served = await show(id);
    assert.equal(served.fulfillment_status, 'completed');
    assert.equal(served.items[0]?.codes_last_four.length, 2);
  });

  it('are fulfilled on request when codes came in by another way', async () => {
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 0 });
    await fund(test, customer, 'USD', 10_000n);
    const id = await placed(product, 1);
    await test.deps.codes.addCodes(product.variantId, ['QUIET-0001-CCCC']);
    const answer = await fulfill(id);
    assertStatus(answer, 200);
    assert.equal(AdminOrderSaved.parse(answer.json()).data.fulfillment_status, 'completed');
  });

  it('cancelled after payment give the money back, once', async () => {
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 0 });
    await fund(test, customer, 'USD', 10_000n);
    const before = await balance();
    const id = await placed(product, 2);
    assert.equal(before - (await balance()), 5_000n);
    const unseen = await admin.send('PATCH', `/api/admin/orders/${id}/status`, {
      status: 'cancelled',
      expect_refund: '0',
    });
    assertStatus(unseen, 409);
    assert.match(unseen.json().message, /refund is \$50\.00 by now; you were shown \$0\.00/);
    const answers = await Promise.all([setStatus(id, 'cancelled'), setStatus(id, 'cancelled')]);
    for (const answer of answers) assertStatus(answer, 200);
    assert.equal(await balance(), before);
    const order = await show(id);
    assert.notEqual(order.refunded_at, null);
    assert.deepEqual(order.allowed_statuses, []);
    assertStatus(await setStatus(id, 'cancelled'), 200);
    assert.equal(await balance(), before);
  });

  it('unpaid can be cancelled, but neither fulfilled nor set to another status', async () => {
    const poor = await createCustomer(test);
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 5 });
    const id = await placed(product, 1, poor);
    assert.deepEqual((await show(id)).allowed_statuses, ['cancelled']);
    assertStatus(await fulfill(id), 409);
    assertStatus(await setStatus(id, 'completed'), 409);
    assertStatus(await setStatus(id, 'failed'), 409);
    assertStatus(await setStatus(id, 'nonsense'), 422);
    assertStatus(await setStatus(id, 'cancelled'), 200);
    assert.equal((await show(id)).payment_status, 'cancelled');
  });

  it('are listed, sorted and searched by number and customer', async () => {
    const list = AdminOrderPage.parse(
      (await admin.get('/api/admin/orders?per_page=5&sort_by=created_at&sort_order=desc')).json(),
    );
    assert.equal(list.data.length, 5);
    const times = list.data.map((order) => order.created_at);
    assert.deepEqual(times, [...times].sort().reverse());
    const [first] = list.data;
    const found = await admin.get(`/api/admin/orders/search?term=${first?.order_number}&page=1&per_page=15`);
    assert.deepEqual(
      AdminOrderPage.parse(found.json()).data.map((order) => order.id),
      [first?.id],
    );
    const byCustomer = AdminOrderPage.parse(
      (await admin.get(`/api/admin/orders/search?term=${customer.email}`)).json(),
    );
    assert.ok(byCustomer.data.every((order) => order.user.id === customer.customerId));
    const none = AdminOrderPage.parse((await admin.get('/api/admin/orders?payment_status=processing')).json());
    assert.deepEqual(none.data, []);
    for (const sort of ['order_number', 'total', 'payment_status', 'fulfillment_status']) {
      assertStatus(await admin.get(`/api/admin/orders?sort_by=${sort}`), 200);
    }
    assertStatus(await admin.get('/api/admin/orders?sort_by=number;drop'), 422);
  });

  it('have both invoices as PDF', async () => {
    const [order] = AdminOrderPage.parse((await admin.get('/api/admin/orders')).json()).data;
    for (const kind of ['download-invoice', 'download-sales-invoice']) {
      const answer = await admin.get(`/api/admin/orders/${order?.id}/${kind}`);
      assertStatus(answer, 200);
      assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
    }
    assertStatus(await admin.get(`/api/admin/orders/${randomUUID()}/download-invoice`), 404);
  });

  it('refunded have a credit note that names the invoice, for the customer and the back office alone', async () => {
    const product = await createProduct(test, { currency: 'USD', priceMinor: PRICE, codes: 0 });
    await fund(test, customer, 'USD', 10_000n);
    const id = await placed(product, 2);
    await setStatus(id, 'cancelled');
    const [invoice, note, ...more] = (await show(id)).invoices;
    assert.match(invoice?.number ?? '', /^INV-\d{4}-\d{6}$/);
    assert.match(note?.number ?? '', /^CN-\d{4}-\d{6}$/);
    assert.deepEqual([invoice?.kind, note?.kind, note?.amount.decimal, more], ['invoice', 'credit-note', '50.00', []]);
    const own = `/api/orders/${id}/credit-notes/${note?.id}`;
    for (const answer of [
      await admin.get(`/api/admin/orders/${id}/credit-notes/${note?.id}`),
      await test.app.inject({ url: own, headers: customer.headers }),
    ]) {
      assertStatus(answer, 200);
      assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
    }
    const stranger = await createCustomer(test);
    assertStatus(await test.app.inject({ url: own, headers: stranger.headers }), 404);
    assertStatus(await admin.get(`/api/admin/orders/${id}/credit-notes/${invoice?.id}`), 404);
  });

  it('keep what was issued: another company or another VAT later changes no invoice', async () => {
    let place: LogPlace | null = null;
    const checkpoint = {
      load: async () => place,
      save: async (at: LogPlace) => {
        place = at;
      },
    };
    assert.ok((await issueInvoices(test.deps, checkpoint)) > 0);
    assert.equal(await issueInvoices(test.deps, checkpoint), 0);
    // The read models were built again from another log.
    const known = place as LogPlace | null;
    assert.ok(known);
    const elsewhere = { load: async () => ({ ...known, position: known.position + 1_000n }), save: checkpoint.save };
    assert.ok((await issueInvoices(test.deps, elsewhere)) > 0);
    assert.deepEqual(place, known);
    const [invoice] = await listInvoicesAfter(test.deps.database, -1n, 1);
    assert.ok(invoice);
    const before = await issuedInvoice(test.deps, invoice);
    assert.deepEqual([before.number, before.treatment, before.vat], [invoice.number, 'voucher', 0n]);
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.company set company_name = 'Renamed B.V.' where customer_id = ${invoice.customerId}`,
    );
    const money = { ...SECTIONS.money.standard, voucherVat: 'single-purpose' } as const;
    const adopted = await adoptSection(test.deps.ledger, 'money', money);
    assert.ok(await test.deps.settings.reached(adopted, 10_000));
    assert.deepEqual(await issuedInvoice(test.deps, invoice), before);
    // After a restore the log gives the number of a lost order again, and the order of another number its own.
    const other = { ...invoice, invoiceId: randomUUID() };
    assert.equal((await issuedInvoice(test.deps, other)).number, invoice.number);
    const renumbered = { ...invoice, sequence: invoice.sequence + 1, number: 'INV-of-the-log' };
    assert.equal((await issuedInvoice(test.deps, renumbered)).number, 'INV-of-the-log');
  });
});
