import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { expireOrders } from '#bff/shop/orders/expire-orders.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, type TestCustomer } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { countReveal, MAX_REVEALS_PER_MINUTE } from './reveal-codes.ts';

const HOUR_MS = 3_600_000;

describe('orders', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const placed = async (customer: TestCustomer, quantity = 1, codes = 5): Promise<string> => {
    const { variantId } = await createProduct(test, { codes });
    return (await buy(test, customer, { walletId: customer.wallets.EUR, variantId, quantity })).id;
  };
  const get = (customer: TestCustomer, url: string) => test.app.inject({ url, headers: customer.headers });
  const cancel = (customer: TestCustomer, orderId: string) =>
    test.app.inject({ method: 'POST', url: `/api/orders/${orderId}/cancel`, headers: customer.headers });

  it('expire 48 hours after they were placed, and not before', async () => {
    const customer = await createCustomer(test);
    const orderId = await placed(customer);
    const order = (await get(customer, `/api/orders/${orderId}`)).json().data;
    assert.equal(Date.parse(order.expires_at) - Date.parse(order.created_at), 48 * HOUR_MS);

    test.advance(47 * HOUR_MS);
    assert.equal(await expireOrders(test.deps), 0);
    test.advance(2 * HOUR_MS);
    assert.equal(await expireOrders(test.deps), 1);
    await test.deps.readModels.waitForPosition(await test.deps.eventStore.headPosition(), 120_000);
    assert.equal(await expireOrders(test.deps), 0);
    test.advance(-49 * HOUR_MS);

    const expired = (await get(customer, `/api/orders/${orderId}`)).json().data;
    assert.equal(expired.payment_status, 'cancelled');
    assert.equal(expired.fulfillment_status, 'cancelled');
    // Money that comes later stays in the wallet.
    await fund(test, customer, 'EUR', 100_000n);
    const [, wallet] = (await get(customer, '/api/wallets')).json().data;
    assert.equal(wallet.balance.formatted, '€1,000.00');
  });

  it('can be cancelled by their customer until they are paid', async () => {
    const customer = await createCustomer(test);
    const unpaid = await placed(customer);
    const cancelled = await cancel(customer, unpaid);
    assertStatus(cancelled, 200);
    assert.equal(cancelled.json().data.payment_status, 'cancelled');
    assertStatus(await cancel(customer, unpaid), 200);

    await fund(test, customer, 'EUR', 100_000n);
    const paid = await placed(customer);
    const refused = await cancel(customer, paid);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'order_paid');
  });

  it('have a proforma while unpaid and an invoice once paid', async () => {
    const customer = await createCustomer(test);
    const orderId = await placed(customer);
    const proforma = await get(customer, `/api/orders/${orderId}/download-invoice`);
    assertStatus(proforma, 200);
    assert.equal(proforma.headers['content-type'], 'application/pdf');
    assert.match(
      String(proforma.headers['content-disposition']),
      /attachment; filename="proforma-invoice-GL-\d+\.pdf"/,
    );
    assert.equal(proforma.rawPayload.subarray(0, 5).toString(), '%PDF-');
    await fund(test, customer, 'EUR', 100_000n);
    const invoice = await get(customer, `/api/orders/${orderId}/download-invoice`);
    assertStatus(invoice, 200);
    assert.match(String(invoice.headers['content-disposition']), /filename="INV-\d{4}-\d{6}\.pdf"/);
  });

  it('show who saw which codes when, and from where', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const [orderId, other] = [await placed(customer, 2), await placed(customer)];
    const life = async () => (await get(customer, `/api/orders/${orderId}/codes`)).json();
    const before = await life();
    assert.equal(before.meta.total, 2);
    assert.deepEqual([before.data[0].reveals_count, before.data[0].first_revealed_at], [0, null]);

    const headers = { ...customer.headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
    for (const id of [orderId, other]) {
      assertStatus(await test.app.inject({ url: `/api/orders/${id}/download-codes`, headers }), 200);
    }
    const [code] = (await life()).data;
    assert.deepEqual([code.reveals_count, code.first_revealed_at], [1, code.last_revealed_at]);
    const { order_number, code_reveals } = (await get(customer, `/api/orders/${orderId}`)).json().data;
    assert.equal(code_reveals[0].codes_count, 2);
    const reveals = async (query: string) => (await get(customer, `/api/code-reveals?${query}`)).json();
    assert.equal((await reveals('')).meta.total, 2);
    const [found, ...more] = (await reveals(`order=${order_number.toLowerCase()}&by=customer`)).data;
    assert.deepEqual([found, more], [code_reveals[0], []]);
    assert.deepEqual([found.device, found.address], ['Firefox on Linux', '127.0.0.1']);
    assert.equal((await reveals('by=api-key')).meta.total, 0);
    assert.equal((await reveals('start_date=2099-01-01')).meta.total, 0);
    const table = await get(customer, '/api/code-reveals/export');
    assert.match(table.body, new RegExp(`${order_number},2,Customer,Firefox on Linux,127\\.0\\.0\\.1\\r\\n$`));

    // The log has neither the origin nor a code in the clear.
    let shown = '';
    for await (const event of test.deps.eventStore.readStream(`order-${orderId}`)) shown = JSON.stringify(event.data);
    assert.match(shown, /"codesRoot":"[0-9a-f]{64}"/);
    // In quotes, because a hash may contain four digits by chance.
    assert.doesNotMatch(shown, new RegExp(`Firefox|127\\.0|"${code.last_four}"`));

    const stranger = await createCustomer(test);
    assertStatus(await get(stranger, `/api/orders/${orderId}/codes`), 404);
    assertStatus(await get(stranger, `/api/orders/${orderId}/codes/${code.id}/proof`), 404);
    assert.equal((await get(stranger, '/api/code-reveals')).json().meta.total, 0);
  });

  it('stop showing codes to somebody who asks all the time', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const orderId = await placed(customer);
    const url = `/api/orders/${orderId}/download-codes`;
    const twin = await test.twin();
    const look = (count: number) => (count % 2 === 0 ? test : twin).app.inject({ url, headers: customer.headers });
    for (let count = 0; count < MAX_REVEALS_PER_MINUTE; count += 1) assertStatus(await look(count), 200);
    // Of looks in the minute before, some may not count any more.
    let refused = await look(0);
    for (let count = 0; refused.statusCode === 200 && count < MAX_REVEALS_PER_MINUTE; count += 1)
      refused = await look(count);
    assertStatus(refused, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const [code] = (await get(customer, `/api/orders/${orderId}/codes`)).json().data;
    assertStatus(await get(customer, `/api/orders/${orderId}/codes/${code.id}/proof`), 429);
    test.advance(120_000);
    assertStatus(await get(customer, url), 200);
  });

  it('count a look at thousands of codes as many, because opening them is what costs', async () => {
    const { customerId } = await createCustomer(test);
    const look = () => countReveal(test.deps, customerId, [{ delivered: 30_000 }, { delivered: 20_000 }]);
    const looks = await Promise.allSettled(Array.from({ length: 8 }, look));
    const refused = looks.flatMap((each) => (each.status === 'rejected' ? [each.reason.statusCode] : []));
    // Three fit into a minute; where it ends in between, three more into the next.
    assert.ok(refused.length >= 2 && refused.every((status) => status === 429), JSON.stringify(refused));
    await assert.rejects(countReveal(test.deps, customerId, [{ delivered: 100_001 }]), { code: 'too_many_codes' });
  });

  it('never let a code into the log', async () => {
    const lines: string[] = [];
    const logged = await startTestApp({}, { write: (line) => lines.push(line) });
    try {
      const customer = await createCustomer(logged);
      await fund(logged, customer, 'EUR', 100_000n);
      const { variantId } = await createProduct(logged, { codes: 1 });
      const order = await buy(logged, customer, { walletId: customer.wallets.EUR, variantId });
      const answer = await logged.app.inject({
        url: `/api/orders/${order.id}/download-codes`,
        headers: customer.headers,
      });
      const code: string = answer.json().data.data[0].codes[0];
      assert.ok(lines.length > 0, 'requests are logged');
      assert.ok(!lines.some((line) => line.includes(code)));
    } finally {
      await logged.stop();
    }
  });
});
