import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { CheckoutAnswer, GiftCodesAnswer, OrderPage } from '#bff/contract/order.ts';
import { answersAreKept } from '#bff/http/keep-answers.ts';
import { sql } from '#bff/lib/sql.ts';
import { createProduct, stockUp } from '#bff/testing/catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { findWallet } from '#projections/wallets/queries.ts';
import { checkout } from './checkout.ts';

describe('checkout', async () => {
  const test = await startTestApp({ partialDelivery: true });
  after(() => test.stop());

  const add = async (customer: TestCustomer, walletId: string, variantId: string, quantity: number) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/cart',
      headers: customer.headers,
      payload: { wallet_id: walletId, variant_id: variantId, quantity },
    });
    assertStatus(answer, 201);
  };
  const click = (customer: TestCustomer, walletId: string, key?: string, more: { allow_partial?: boolean } = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/checkout',
      headers: { ...customer.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: { wallet_id: walletId, ...more },
    });
  const ordersOf = async (customer: TestCustomer) => {
    const answer = await test.app.inject({ url: '/api/orders', headers: customer.headers });
    assertStatus(answer, 200);
    return OrderPage.parse(answer.json()).data;
  };
  const cartSize = async (customer: TestCustomer, walletId: string) => {
    const answer = await test.app.inject({ url: `/api/cart?wallet_id=${walletId}`, headers: customer.headers });
    assertStatus(answer, 200);
    return z.object({ data: z.array(z.unknown()) }).parse(answer.json()).data.length;
  };

  /** On a busy machine a payment takes longer than a second click waits for it: that wait has no end for a while. */
  const takeTime = ({ mock }: TestContext) => mock.method(performance, 'now', () => 0);

  it('turns a funded cart into a paid order with its codes, and empties the cart', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 5, priceMinor: 4810n, currency: 'EUR' });
    await fund(test, customer, 'EUR', 20_000n);
    await add(customer, customer.wallets.EUR, variantId, 2);

    const answer = await click(customer, customer.wallets.EUR);

    assertStatus(answer, 201);
    const { order } = CheckoutAnswer.parse(answer.json());
    assert.match(order.order_number, /^GL-1\d{5}$/);
    assert.equal(order.total.decimal, '96.20');
    assert.equal(order.payment_status, 'completed');
    assert.equal(order.fulfillment_status, 'completed');
    assert.equal(order.items[0]?.codes_last_four.length, 2);
    assert.equal(await cartSize(customer, customer.wallets.EUR), 0);

    const codes = await test.app.inject({ url: `/api/orders/${order.id}/download-codes`, headers: customer.headers });
    assertStatus(codes, 200);
    const [group] = GiftCodesAnswer.parse(codes.json()).data.data;
    assert.equal(group?.codes.length, 2);
    assert.match(group?.codes[0] ?? '', /^[0-9A-F]{16}$/);
    assert.equal(codes.headers['cache-control'], 'private, no-store');
    const detail = await test.app.inject({ url: `/api/orders/${order.id}`, headers: customer.headers });
    assert.equal(detail.json().data.code_reveals.length, 1);
    assert.equal(detail.json().data.code_reveals[0].codes_count, 2);
    assert.ok(!detail.body.includes(group?.codes[0] ?? 'none'), 'a detail never shows a whole code');
  });

  it('makes one order of ten clicks at once', async (context) => {
    takeTime(context);
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 20 });
    await fund(test, customer, 'EUR', 1_000_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);

    const answers = await Promise.all(Array.from({ length: 10 }, () => click(customer, customer.wallets.EUR)));

    for (const answer of answers) assertStatus(answer, 201);
    assert.equal(new Set(answers.map((answer) => answer.json().order.id)).size, 1);
    assert.equal((await ordersOf(customer)).length, 1);
    // Those that came while the first was at work say the same as it: what became of the payment.
    assert.deepEqual(
      [...new Set(answers.map((answer) => `${answer.json().order.payment_status}: ${answer.json().message}`))],
      ['completed: Your order was placed and paid.'],
    );
  });

  it('tells a second click what became of a payment that was under way', async (context) => {
    takeTime(context);
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 1 });
    await add(customer, customer.wallets.EUR, variantId, 1);
    const first = await click(customer, customer.wallets.EUR);
    assert.equal(first.json().message, 'Your order was placed. It is paid as soon as your wallet covers it.');

    const [second] = await Promise.all([
      click(customer, customer.wallets.EUR),
      fund(test, customer, 'EUR', 1_000_000n),
    ]);

    assertStatus(second, 201);
    assert.equal(second.json().message, 'Your order was placed and paid.');
    assert.equal(second.json().order.payment_status, 'completed');
  });

  it('gives a late second click the same order, and one without a cart a plain refusal', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 1 });
    await add(customer, customer.wallets.EUR, variantId, 1);
    const first = await click(customer, customer.wallets.EUR);
    assertStatus(first, 201);

    const second = await click(customer, customer.wallets.EUR);
    assertStatus(second, 201);
    assert.equal(second.json().order.id, first.json().order.id);
    assert.match(second.json().message, /under way, or waits until your wallet covers it/, 'no more than is known');

    const other = await click(customer, customer.wallets.USD);
    assertStatus(other, 422);
    assert.equal(other.json().message, 'Your cart is empty');
  });

  it('answers a repeated Idempotency-Key with the first answer although the cart was filled again', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 5 });
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);
    const key = randomUUID();
    const first = await click(customer, customer.wallets.EUR, key);
    await add(customer, customer.wallets.EUR, variantId, 1);

    const second = await click(customer, customer.wallets.EUR, key);

    assertStatus(second, 201);
    assert.equal(second.json().order.id, first.json().order.id);
    assert.equal(await cartSize(customer, customer.wallets.EUR), 1);
  });

  it('places the order that was confirmed when it was cut off between ledger and cart', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 5 });
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);
    const wallet = await findWallet(test.deps.database, customer.wallets.EUR);
    assert.ok(wallet);
    const crash = new Error('the process was killed');

    // Given a checkout that dies after the ledger took the order
    await assert.rejects(
      checkout(
        test.deps,
        wallet,
        async (command) => {
          await send(test, command);
          throw crash;
        },
        randomUUID(),
      ),
      crash,
    );
    assert.equal(await cartSize(customer, customer.wallets.EUR), 1);

    // When the customer clicks again, then it is that order
    const again = await click(customer, customer.wallets.EUR);
    assertStatus(again, 201);
    assert.equal((await ordersOf(customer)).length, 1);
    assert.equal(await cartSize(customer, customer.wallets.EUR), 0);
  });

  it('gives a repetition its order, however late it comes after an answer that was lost', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 5 });
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);
    const key = randomUUID();
    const first = await click(customer, customer.wallets.EUR, key);
    assertStatus(first, 201);
    // As if the process had been killed before its answer was kept, and the repetition came long after the second click's time.
    await answersAreKept(test.deps);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.idempotency_key set status = null, response_sealed = null,
        created_at = now() - interval '5 minutes' where key = ${key}`,
    );
    await test.deps.database.query(
      sql.typeAlias('void')`update app.cart set last_checkout_at = now() - interval '5 minutes'
        where wallet_id = ${customer.wallets.EUR}`,
    );

    const again = await click(customer, customer.wallets.EUR, key);

    assertStatus(again, 201);
    assert.equal(again.json().order.id, first.json().order.id);
    assert.equal((await ordersOf(customer)).length, 1);
  });

  it('tells of an interrupted checkout whose cart was changed since, and orders nothing twice', async () => {
    const customer = await createCustomer(test);
    const [one, two] = [await createProduct(test, { codes: 5 }), await createProduct(test, { codes: 5 })];
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, one.variantId, 1);
    const wallet = await findWallet(test.deps.database, customer.wallets.EUR);
    assert.ok(wallet);
    await assert.rejects(
      checkout(
        test.deps,
        wallet,
        async (command) => {
          await send(test, command);
          throw new Error('the process was killed');
        },
        randomUUID(),
      ),
    );
    await add(customer, customer.wallets.EUR, two.variantId, 1);

    const refused = await click(customer, customer.wallets.EUR);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'earlier_checkout_done');
    assert.equal(await cartSize(customer, customer.wallets.EUR), 1);

    const after = await click(customer, customer.wallets.EUR);
    assertStatus(after, 201);
    assert.deepEqual(
      (await ordersOf(customer)).map((order) => order.items_count),
      [1, 1],
    );
  });

  it('charges what was shown or nothing', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 5, priceMinor: 1000n });
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product_variant set price_minor = 1200 where id = ${variantId}`,
    );

    const refused = await click(customer, customer.wallets.EUR);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'cart_changed');
    assert.match(refused.json().message, /€10\.00 to €12\.00/);
    assert.equal((await ordersOf(customer)).length, 0);

    const accepted = await click(customer, customer.wallets.EUR);
    assertStatus(accepted, 201);
    assert.equal(accepted.json().order.total.decimal, '12.00');
  });

  it('leaves an order unpaid without funds, and pays it when money comes', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 2, priceMinor: 5000n });
    await add(customer, customer.wallets.EUR, variantId, 1);
    const placed = await click(customer, customer.wallets.EUR);
    assertStatus(placed, 201);
    assert.equal(placed.json().order.payment_status, 'pending');
    const codes = await test.app.inject({
      url: `/api/orders/${placed.json().order.id}/download-codes`,
      headers: customer.headers,
    });
    assertStatus(codes, 404);
    assert.equal(codes.json().message, 'No codes found for this order.');

    await fund(test, customer, 'EUR', 5_000n);

    const [order] = await ordersOf(customer);
    assert.equal(order?.payment_status, 'completed');
    assert.equal(order?.fulfillment_status, 'completed');
  });

  it('pays a sold-out order and keeps it waiting for stock', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 0 });
    await fund(test, customer, 'EUR', 100_000n);
    await add(customer, customer.wallets.EUR, variantId, 1);
    const placed = await click(customer, customer.wallets.EUR);
    assertStatus(placed, 201);
    assert.equal(placed.json().order.payment_status, 'completed');
    assert.equal(placed.json().order.fulfillment_status, 'pending');
    await stockUp(test, variantId, 1);
  });

  it('delivers what is there where the customer agrees, then more, and gives back what they release', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 2, priceMinor: 1_000n });
    await fund(test, customer, 'EUR', 10_000n);
    const { EUR } = customer.wallets;
    const get = async (url: string) => (await test.app.inject({ url, headers: customer.headers })).json();
    const post = (url: string, payload: object) =>
      test.app.inject({ method: 'POST', url, headers: customer.headers, payload });
    await add(customer, EUR, variantId, 2);
    assert.equal((await get(`/api/cart?wallet_id=${EUR}`)).meta.may_deliver_in_part, false);
    await add(customer, EUR, variantId, 3);
    assert.equal((await get(`/api/cart?wallet_id=${EUR}`)).meta.may_deliver_in_part, true);

    // Cut off after it was kept: the agreement is kept with it.
    const wallet = await findWallet(test.deps.database, EUR);
    assert.ok(wallet);
    const cutOff = checkout(test.deps, wallet, () => Promise.reject(new Error('killed')), randomUUID(), {
      ...{ said: true, standing: false },
    });
    await assert.rejects(cutOff, /killed/);
    const placed = CheckoutAnswer.parse((await click(customer, EUR)).json()).order;
    assert.equal(placed.allow_partial, true);
    assert.deepEqual([placed.payment_status, placed.fulfillment_status], ['completed', 'processing']);
    assert.deepEqual([placed.undelivered?.decimal, placed.items[0]?.delivered_quantity], ['30.00', 2]);
    assert.equal(placed.items[0]?.codes_last_four.length, 2);
    const url = `/api/orders/${placed.id}`;
    const codes = async () => GiftCodesAnswer.parse(await get(`${url}/download-codes`)).data.data[0]?.codes ?? [];
    const first = await codes();
    assert.equal(first.length, 2);

    await stockUp(test, variantId, 1);
    const action = { type: 'RecordAdministratorAction', action: 'stock-added', facts: {} } as const;
    await send(test, { ...action, administratorId: randomUUID(), subject: { kind: 'variant', id: variantId } });
    assert.equal((await get(url)).data.undelivered.decimal, '20.00');
    const second = await codes();
    assert.deepEqual([second.length, first.every((code) => second.includes(code))], [3, true]);

    const late = await post(`${url}/release`, { amount: '30.00' });
    assertStatus(late, 422);
    assert.match(late.json().message, /€20\.00 now\. Nothing was released/);
    const released = await post(`${url}/release`, { amount: '20.00' });
    assertStatus(released, 200);
    assert.equal(released.json().message, 'The rest of the order was released. €20.00 is back in the wallet.');
    assertStatus(await post(`${url}/release`, { amount: '20.00' }), 200);
    const { data } = await get(url);
    assert.deepEqual([data.fulfillment_status, data.refunded.decimal, data.undelivered], ['partial', '20.00', null]);
    assert.equal((await findWallet(test.deps.database, EUR))?.balance, 7_000n);
    assert.deepEqual((await codes()).toSorted(), second.toSorted());
    assertStatus(await test.app.inject({ url: `${url}/download-invoice`, headers: customer.headers }), 200);
    const bell: string[] = (await get('/api/notifications')).data.map((note: { type: string }) => note.type);
    assert.ok(bell.includes('OrderPartlyDeliveredNotification') && bell.includes('OrderRestReleasedNotification'));
  });

  it('keeps a standing choice of delivery in part, and follows it where a checkout says nothing', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n });
    await fund(test, customer, 'EUR', 20_000n);
    const { EUR } = customer.wallets;
    const user = async () =>
      (await test.app.inject({ url: '/api/user', headers: customer.headers })).json().data.delivery;
    const choose = (in_part: boolean) =>
      test.app.inject({ method: 'PUT', url: '/api/user/delivery', headers: customer.headers, payload: { in_part } });
    const order = async (more: { allow_partial?: boolean } = {}) => {
      await add(customer, EUR, variantId, 2);
      return CheckoutAnswer.parse((await click(customer, EUR, undefined, more)).json()).order.allow_partial;
    };
    assert.deepEqual(await user(), { in_part: false, chosen_at: null });
    assert.equal(await order(), false);
    const chosen = await choose(true);
    assertStatus(chosen, 200);
    const { in_part, chosen_at } = chosen.json().data.delivery;
    assert.deepEqual([in_part, typeof chosen_at], [true, 'string']);
    // The same again is no new choice.
    assert.deepEqual((await choose(true)).json().data.delivery, { in_part, chosen_at });
    assert.equal(await order(), true);
    assert.equal(await order({ allow_partial: false }), false);
    assertStatus(await choose(false), 200);
    assert.equal(await order(), false);
    const kept = await test.deps.database.any(sql.type(z.object({ inPart: z.boolean() }))`
      select in_part as "inPart" from app.delivery_choice where customer_id = ${customer.customerId} order by chosen_at`);
    assert.deepEqual(kept, [{ inPart: true }, { inPart: false }]);
  });

  it('honours another choice after a checkout that was cut off, and refuses it while that may be under way or is done', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n });
    await fund(test, customer, 'EUR', 20_000n);
    const { EUR } = customer.wallets;
    const wallet = await findWallet(test.deps.database, EUR);
    assert.ok(wallet);
    await add(customer, EUR, variantId, 2);
    const choice = { said: true, standing: false };
    const cutOff = (secondsAgo: number) => {
      const clock = () => new Date(test.deps.clock().getTime() - secondsAgo * 1_000);
      return checkout({ ...test.deps, clock }, wallet, () => Promise.reject(new Error('killed')), randomUUID(), choice);
    };
    await assert.rejects(cutOff(0), /killed/);
    const early = await click(customer, EUR, undefined, { allow_partial: false });
    assertStatus(early, 409);
    assert.equal(early.json().code, 'checkout_under_way');
    // The same choice goes on with it.
    const first = CheckoutAnswer.parse((await click(customer, EUR, undefined, { allow_partial: true })).json()).order;
    assert.equal(first.allow_partial, true);
    // The answer was lost, and the tick changed since: it is not another order, and not silently the first one.
    const late = await click(customer, EUR, undefined, { allow_partial: false });
    assertStatus(late, 409);
    assert.match(late.json().message, new RegExp(`order ${first.order_number}, which delivers what is in stock first`));

    await add(customer, EUR, variantId, 2);
    await assert.rejects(cutOff(31), /killed/);
    const second = await click(customer, EUR, undefined, { allow_partial: false });
    assertStatus(second, 201);
    assert.equal(CheckoutAnswer.parse(second.json()).order.allow_partial, false);
    const { meta } = (await test.app.inject({ url: '/api/orders', headers: customer.headers })).json();
    assert.equal(meta.total, 2);
  });

  it('waits for all of a sold-out order where the customer did not agree to less', async () => {
    const customer = await createCustomer(test);
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n });
    await fund(test, customer, 'EUR', 10_000n);
    await add(customer, customer.wallets.EUR, variantId, 2);
    const { order } = (await click(customer, customer.wallets.EUR)).json();
    assert.deepEqual([order.allow_partial, order.fulfillment_status, order.undelivered], [false, 'pending', null]);
    const release = { method: 'POST', url: `/api/orders/${order.id}/release`, payload: { amount: '20' } } as const;
    assertStatus(await test.app.inject({ ...release, headers: customer.headers }), 409);
  });

  it('does not check out a cart with something that is gone for good', async () => {
    const customer = await createCustomer(test);
    const { productId, variantId } = await createProduct(test, { codes: 2 });
    await add(customer, customer.wallets.EUR, variantId, 1);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set permanent_out_of_stock = true where id = ${productId}`,
    );
    const refused = await click(customer, customer.wallets.EUR);
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'cart_invalid');
  });

  it('refuses another customer’s wallet', async () => {
    const [customer, other] = [await createCustomer(test), await createCustomer(test)];
    const answer = await click(customer, other.wallets.EUR);
    assertStatus(answer, 422);
    assert.equal(answer.json().message, 'No wallet selected');
  });
});
