import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { Cart } from '#bff/contract/shop/cart.ts';
import { CheckoutAnswer, Order } from '#bff/contract/shop/order.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { parseSubject } from '#core/finance/explain/explain.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { changeMoney } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('the cart', async () => {
  let customer: TestCustomer;
  const test = await startTestApp();
  after(() => test.stop());

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: customer.headers, ...(payload ? { payload } : {}) });
  const show = async (walletId: string) => {
    const answer = await call('GET', `/api/cart?wallet_id=${walletId}`);
    assertStatus(answer, 200);
    return Cart.parse(answer.json());
  };
  const add = (walletId: string, variantId: string, quantity: number | string) =>
    call('POST', '/api/cart', { wallet_id: walletId, variant_id: variantId, quantity });

  it('is one for each wallet, and prices in its currency with the conversion fee', async () => {
    customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { currency: 'EUR', priceMinor: 4810n, codes: 3 });
    assertStatus(await add(customer.wallets.EUR, variantId, 3), 201);
    assertStatus(await add(customer.wallets.USD, variantId, 3), 201);

    const euros = await show(customer.wallets.EUR);
    assert.equal(euros.meta.totals.total.formatted, '€144.30');
    assert.equal(euros.meta.totals.conversion_fees.amount, '0');
    const dollars = await show(customer.wallets.USD);
    assert.equal(dollars.meta.totals.subtotal.formatted, '$158.73');
    assert.equal(dollars.meta.totals.conversion_fees.formatted, '$3.17');
    assert.equal(dollars.meta.totals.total.formatted, '$161.90');
    assert.equal(dollars.data[0]?.variant.price.formatted, '€48.10');
    assert.equal(dollars.data[0]?.variant.stock_amount, 3);
  });

  it('takes the customer’s discount off', async () => {
    customer = await createCustomer(test);
    const { productId, variantId } = await createProduct(test, { priceMinor: 1000n });
    await send(test, { type: 'SetDiscount', customerId: customer.customerId, productId, basisPoints: 1250, by: ALONE });
    await add(customer.wallets.EUR, variantId, 2);
    const cart = await show(customer.wallets.EUR);
    assert.equal(cart.meta.totals.discount.formatted, '€2.50');
    assert.equal(cart.meta.totals.total.formatted, '€17.50');
  });

  it('rounds half a cent as the settings say, and the order has what it showed, which stays', async () => {
    customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 10_000n);
    const walletId = customer.wallets.EUR;
    const { productId, variantId } = await createProduct(test, { currency: 'EUR', priceMinor: 100n, codes: 2 });
    await send(test, { type: 'SetDiscount', customerId: customer.customerId, productId, basisPoints: 1250, by: ALONE });
    const discountOf = async () => (await show(walletId)).meta.totals.discount.formatted;
    const order = async () => {
      const answer = await call('POST', '/api/checkout', { wallet_id: walletId });
      assertStatus(answer, 201);
      return CheckoutAnswer.parse(answer.json()).order;
    };
    /** Of an order and what explains it. */
    const kept = async (id: string) => {
      const shown = Order.parse((await call('GET', `/api/orders/${id}`)).json().data);
      const tree = await test.deps.explain(parseSubject(`order-${id}`) ?? assert.fail('an order'));
      const { rounding } = tree?.children.find(({ what }) => what === 'Ordered')?.facts ?? {};
      return [shown.total.formatted, rounding];
    };
    await add(walletId, variantId, 1);
    assert.equal(await discountOf(), '€0.12');
    const before = await order();
    await add(walletId, variantId, 1);
    assert.equal(await discountOf(), '€0.12');
    await changeMoney(test, { rounding: 'half-away-from-zero' });
    const moved = await call('POST', '/api/checkout', { wallet_id: walletId });
    assertStatus(moved, 409);
    assert.equal(moved.json().code, 'cart_changed', 'not what was shown');
    assert.equal(await discountOf(), '€0.13');
    const later = await order();
    await changeMoney(test, { rounding: 'half-even' });
    assert.deepEqual(await kept(before.id), ['€0.88', undefined]);
    assert.deepEqual(await kept(later.id), ['€0.87', 'half away from zero']);
  });

  it('adds up, changes, and removes at a quantity below 1', async () => {
    customer = await createCustomer(test);
    const walletId = customer.wallets.EUR;
    const { variantId } = await createProduct(test);
    await add(walletId, variantId, 2);
    await add(walletId, variantId, '3');
    const [item] = (await show(walletId)).data;
    assert.equal(item?.quantity, 5);

    assertStatus(await call('PUT', `/api/cart/${item?.id}`, { wallet_id: walletId, quantity: 99 }), 200);
    assert.equal((await show(walletId)).meta.totals.items_count, 99);
    assertStatus(await call('PUT', `/api/cart/${item?.id}`, { wallet_id: walletId, quantity: 0 }), 200);
    assert.equal((await show(walletId)).data.length, 0);
    assertStatus(await call('PUT', `/api/cart/${item?.id}`, { wallet_id: walletId, quantity: 2 }), 404);

    await add(walletId, variantId, 1);
    assertStatus(await call('DELETE', `/api/cart?wallet_id=${walletId}`), 200);
    assert.equal((await show(walletId)).data.length, 0);
  });

  it('is invalid where it costs nothing, and a free product is ordered beside one that is paid', async () => {
    customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 10_000n);
    const walletId = customer.wallets.EUR;
    const free = await createProduct(test, { name: 'Gift', priceMinor: 1000n, codes: 3 });
    const cheap = await createProduct(test, { name: 'Cent', priceMinor: 1n, codes: 3 });
    const paid = await createProduct(test, { name: 'Paid', priceMinor: 500n, codes: 3 });
    for (const [{ productId }, basisPoints] of [
      [free, 10_000],
      [cheap, 6_000],
    ] as const) {
      await send(test, { type: 'SetDiscount', customerId: customer.customerId, productId, basisPoints, by: ALONE });
    }
    const order = () => call('POST', '/api/checkout', { wallet_id: walletId });
    await add(walletId, free.variantId, 2);
    await add(walletId, cheap.variantId, 1);
    const { validation } = (await show(walletId)).meta;
    const refused = await order();
    assert.deepEqual([validation.valid, refused.statusCode, refused.json().code], [false, 409, 'nothing_to_pay']);
    assert.deepEqual(
      validation.invalid_items.map(({ name, code }) => [name, code]),
      [
        ['Gift', 'nothing_to_pay'],
        ['Cent', 'nothing_to_pay'],
      ],
    );
    // The cart and the checkout say the same.
    assert.deepEqual(
      refused.json().errors.cart,
      validation.invalid_items.map(({ message }) => message),
    );
    assert.match(validation.invalid_items[0]?.message ?? '', /Gift costs nothing .* something that is paid/);

    await add(walletId, paid.variantId, 1);
    assert.deepEqual((await show(walletId)).meta.validation.invalid_items, []);
    const placed = await order();
    assertStatus(placed, 201);
    const { id, total, fulfillment_status } = placed.json().order;
    assert.deepEqual([total.formatted, fulfillment_status], ['€5.00', 'completed']);
    assertStatus(await call('GET', `/api/orders/${id}/download-invoice`), 200);
  });

  it('is shown, and not ordered, where it costs more than the books hold', async () => {
    const { variantId } = await createProduct(test, { priceMinor: 999_999_999_999_999n });
    const other = await createCustomer(test);
    const wallet_id = other.wallets.EUR;
    const { headers } = other;
    const payload = { wallet_id, variant_id: variantId, quantity: 99_999 };
    assertStatus(await test.app.inject({ method: 'POST', url: '/api/cart', headers, payload }), 201);
    const shown = await test.app.inject({ url: `/api/cart?wallet_id=${wallet_id}`, headers });
    assert.deepEqual(
      shown.json().meta.validation.invalid_items.map(({ code }: { code: string }) => code),
      ['too_much'],
    );
    const refused = await test.app.inject({ method: 'POST', url: '/api/checkout', headers, payload: { wallet_id } });
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'too_much');
  });

  it('holds at most 99999 of a product, and nothing that cannot be a quantity', async () => {
    customer = await createCustomer(test);
    const walletId = customer.wallets.EUR;
    const { variantId } = await createProduct(test);
    assertStatus(await add(walletId, variantId, 99_999), 201);
    assertStatus(await add(walletId, variantId, 1), 422);
    for (const quantity of [0, -1, 1.5, 100_000, 'many']) {
      assertStatus(await add(walletId, variantId, quantity), 422);
    }
    assert.equal((await show(walletId)).data[0]?.quantity, 99_999);
    assertStatus(await add(walletId, randomUUID(), 1), 404);
  });

  it('shows once that a price moved and that a product is gone', async () => {
    customer = await createCustomer(test);
    const walletId = customer.wallets.EUR;
    const moved = await createProduct(test, { name: 'Moved', priceMinor: 1000n });
    const gone = await createProduct(test, { name: 'Gone' });
    await add(walletId, moved.variantId, 1);
    await add(walletId, gone.variantId, 1);
    const { database } = test.deps;
    await database.query(
      sql.typeAlias('void')`update app.product_variant set price_minor = 1100 where id = ${moved.variantId}`,
    );
    await database.query(sql.typeAlias('void')`update app.product set active = false where id = ${gone.productId}`);

    const cart = await show(walletId);
    assert.equal(cart.meta.validation.valid, true);
    assert.equal(cart.meta.validation.has_changes, true);
    assert.deepEqual(
      cart.meta.validation.updated_items.map((issue) => issue.message),
      ['The price of Moved changed from €10.00 to €11.00.'],
    );
    assert.deepEqual(
      cart.meta.validation.removed_items.map((issue) => issue.name),
      ['Gone'],
    );
    assert.equal(cart.data.length, 1);
    assert.equal(cart.meta.totals.total.formatted, '€11.00');

    const changed = await call('PUT', `/api/cart/${cart.data[0]?.id}`, { wallet_id: walletId, quantity: 2 });
    assertStatus(changed, 200);
    assert.equal(changed.json().meta.validation.has_changes, false);
  });

  it('is invalid while it holds something that is out of stock for good', async () => {
    customer = await createCustomer(test);
    const { productId, variantId } = await createProduct(test);
    await add(customer.wallets.EUR, variantId, 1);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set permanent_out_of_stock = true where id = ${productId}`,
    );
    const cart = await show(customer.wallets.EUR);
    assert.equal(cart.meta.validation.valid, false);
    assert.equal(cart.meta.validation.invalid_items[0]?.code, 'unavailable');
    assertStatus(await add(customer.wallets.EUR, variantId, 1), 409);
  });
});
