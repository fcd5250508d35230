import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it, type TestContext } from 'node:test';
import { CheckoutAnswer, GiftCodesAnswer } from '#bff/contract/shop/order.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createProduct, stockUp } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { createShopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { checkout } from './checkout.ts';

describe('checkout', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  /** On a busy machine a payment takes longer than a second click waits for it, so the clock of that wait stands still. */
  const takeTime = ({ mock }: TestContext) => mock.method(performance, 'now', () => 0);

  /** A checkout that dies after the ledger took the order. */
  const dieBetweenLedgerAndCart = async (walletId: string) => {
    const wallet = await findWallet(test.deps.database, walletId);
    assert.ok(wallet);
    const crash = new Error('the process was killed');
    const execute = async (command: LedgerCommand) => {
      await send(test, command);
      throw crash;
    };
    await assert.rejects(checkout(test.deps, wallet, execute, randomUUID()), crash);
  };

  it('turns a funded cart into a paid order with its codes, and empties the cart', async () => {
    const shopper = await createShopper(test, { codes: 5, priceMinor: 4810n, funds: 20_000n, inCart: 2 });

    const answer = await shopper.click();

    assertStatus(answer, 201);
    const { order } = CheckoutAnswer.parse(answer.json());
    assert.match(order.order_number, /^GL-1\d{5}$/);
    assert.equal(order.total.decimal, '96.20');
    assert.equal(order.payment_status, 'completed');
    assert.equal(order.fulfillment_status, 'completed');
    assert.equal(order.items[0]?.codes_last_four.length, 2);
    assert.equal(await shopper.cartSize(), 0);

    const codes = await test.app.inject({ url: `/api/orders/${order.id}/download-codes`, headers: shopper.headers });
    assertStatus(codes, 200);
    const [group] = GiftCodesAnswer.parse(codes.json()).data.data;
    assert.equal(group?.codes.length, 2);
    assert.match(group?.codes[0] ?? '', /^[0-9A-F]{16}$/);
    assert.equal(codes.headers['cache-control'], 'private, no-store');
    const detail = await test.app.inject({ url: `/api/orders/${order.id}`, headers: shopper.headers });
    assert.equal(detail.json().data.code_reveals.length, 1);
    assert.equal(detail.json().data.code_reveals[0].codes_count, 2);
    assert.ok(!detail.body.includes(group?.codes[0] ?? 'none'), 'a detail never shows a whole code');
  });

  it('makes one order of ten clicks at once', async (context) => {
    takeTime(context);
    const shopper = await createShopper(test, { codes: 20, funds: 1_000_000n, inCart: 1 });

    const answers = await Promise.all(Array.from({ length: 10 }, () => shopper.click()));

    for (const answer of answers) assertStatus(answer, 201);
    assert.equal(new Set(answers.map((answer) => answer.json().order.id)).size, 1);
    assert.equal((await shopper.orders()).length, 1);
    // Clicks that came while the first was under way get the same answer: the outcome of the payment.
    assert.deepEqual(
      [...new Set(answers.map((answer) => `${answer.json().order.payment_status}: ${answer.json().message}`))],
      ['completed: Your order was placed and paid.'],
    );
  });

  it('shows a second click the outcome of a payment that was under way', async (context) => {
    takeTime(context);
    const shopper = await createShopper(test, { codes: 1, inCart: 1 });
    const first = await shopper.click();
    assert.equal(first.json().message, 'Your order was placed. It is paid as soon as your wallet covers it.');

    const [second] = await Promise.all([shopper.click(), fund(test, shopper, 'EUR', 1_000_000n)]);

    assertStatus(second, 201);
    assert.equal(second.json().message, 'Your order was placed and paid.');
    assert.equal(second.json().order.payment_status, 'completed');
  });

  it('gives a late second click the same order, and one without a cart a plain refusal', async () => {
    const shopper = await createShopper(test, { codes: 1, inCart: 1 });
    const first = await shopper.click();
    assertStatus(first, 201);

    const second = await shopper.click();
    assertStatus(second, 201);
    assert.equal(second.json().order.id, first.json().order.id);
    assert.match(second.json().message, /under way, or waits until your wallet covers it/, 'no more than is known');

    const other = await shopper.click({ wallet_id: shopper.wallets.USD });
    assertStatus(other, 422);
    assert.equal(other.json().message, 'Your cart is empty');
  });

  it('answers a repeated Idempotency-Key with the first answer although the cart was filled again', async () => {
    const shopper = await createShopper(test, { codes: 5, funds: 100_000n, inCart: 1 });
    const key = randomUUID();
    const first = await shopper.click({ key });
    await shopper.add();

    const second = await shopper.click({ key });

    assertStatus(second, 201);
    assert.equal(second.json().order.id, first.json().order.id);
    assert.equal(await shopper.cartSize(), 1);
  });

  it('places the order that was confirmed when it was cut off between ledger and cart', async () => {
    const shopper = await createShopper(test, { codes: 5, funds: 100_000n, inCart: 1 });
    await dieBetweenLedgerAndCart(shopper.walletId);
    assert.equal(await shopper.cartSize(), 1);

    // The customer clicks again and gets that order.
    const again = await shopper.click();
    assertStatus(again, 201);
    assert.equal((await shopper.orders()).length, 1);
    assert.equal(await shopper.cartSize(), 0);
  });

  it('gives a repetition its order, however late it comes after an answer that was lost', async () => {
    const shopper = await createShopper(test, { codes: 5, funds: 100_000n, inCart: 1 });
    const key = randomUUID();
    const first = await shopper.click({ key });
    assertStatus(first, 201);
    // As if the process was killed before its answer was stored, and the repetition came long after the time for a second click.
    await answersAreKept(test.deps);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.idempotency_key set status = null, response_sealed = null,
        created_at = now() - interval '5 minutes' where key = ${key}`,
    );
    await test.deps.database.query(
      sql.typeAlias('void')`update app.cart set last_checkout_at = now() - interval '5 minutes'
        where wallet_id = ${shopper.walletId}`,
    );

    const again = await shopper.click({ key });

    assertStatus(again, 201);
    assert.equal(again.json().order.id, first.json().order.id);
    assert.equal((await shopper.orders()).length, 1);
  });

  it('reports an interrupted checkout whose cart was changed since, and orders nothing twice', async () => {
    const shopper = await createShopper(test, { codes: 5, funds: 100_000n, inCart: 1 });
    await dieBetweenLedgerAndCart(shopper.walletId);
    await shopper.add(1, await createProduct(test, { codes: 5 }));

    const refused = await shopper.click();
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'earlier_checkout_done');
    assert.equal(await shopper.cartSize(), 1);

    const after = await shopper.click();
    assertStatus(after, 201);
    assert.deepEqual(
      (await shopper.orders()).map((order) => order.items_count),
      [1, 1],
    );
  });

  it('charges what was shown or nothing', async () => {
    const shopper = await createShopper(test, { codes: 5, priceMinor: 1000n, funds: 100_000n, inCart: 1 });
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product_variant set price_minor = 1200 where id = ${shopper.variantId}`,
    );

    const refused = await shopper.click();
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'cart_changed');
    assert.match(refused.json().message, /€10\.00 to €12\.00/);
    assert.equal((await shopper.orders()).length, 0);

    const accepted = await shopper.click();
    assertStatus(accepted, 201);
    assert.equal(accepted.json().order.total.decimal, '12.00');
  });

  it('orders no other lines than were shown, though they cost the same, nor one more that costs nothing', async () => {
    const shopper = await createShopper(test, { codes: 5, priceMinor: 1000n, funds: 100_000n, inCart: 1 });
    const shown = [{ variant_id: shopper.variantId, quantity: 1, total: '10.00' }];
    const other = await createProduct(test, { codes: 5, priceMinor: 500n });
    const click = (expect_lines: object[]) => shopper.click({ expect_total: '10.00', expect_lines });
    for (const lines of [
      [{ variant_id: other.variantId, quantity: 2, total: '5.00' }],
      [{ ...shown[0], quantity: 2 }],
      [{ ...shown[0], total: '9.00' }],
      [],
      [...shown, { variant_id: other.variantId, quantity: 1, total: '0' }],
    ]) {
      const refused = await click(lines);
      assertStatus(refused, 409);
      assert.deepEqual(
        [refused.json().code, /Nothing was ordered/.test(refused.json().message)],
        ['cart_changed', true],
      );
    }
    assertStatus(await click(shown), 201);
  });

  it('orders nothing that its own screen did not show, though others read the cart since', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1000n, funds: 900_000n, inCart: 1 });
    // The first tab shows €10.00. Another tab adds, and is shown more.
    await shopper.add(3, await createProduct(test, { codes: 9, priceMinor: 25_000n }));
    const added = await shopper.click({ expect_total: '10.00' });
    assertStatus(added, 409);
    assert.equal(added.json().code, 'cart_changed');
    assert.match(added.json().message, /from €10\.00 to €760\.00\. Nothing was ordered/);
    // A price rises, and another device reads the cart.
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product_variant set price_minor = 9500 where id = ${shopper.variantId}`,
    );
    await shopper.get(`/api/cart?wallet_id=${shopper.walletId}`);
    const risen = await shopper.click({ expect_total: '760.00' });
    assertStatus(risen, 409);
    assert.match(risen.json().message, /from €760\.00 to €845\.00/);
    assertStatus(await shopper.click({ expect_total: '845.001' }), 422);
    assert.equal((await shopper.orders()).length, 0);

    const placed = await shopper.click({ expect_total: '845.00' });
    assertStatus(placed, 201);
    assert.equal(placed.json().order.total.decimal, '845.00');

    // The other tab, which still shows what was in the cart before, is not given that order as its own.
    const other = await shopper.click({ expect_total: '760.00' });
    assertStatus(other, 409);
    assert.equal(other.json().code, 'earlier_checkout_done');
    assert.match(other.json().message, /total of €845\.00; you were shown €760\.00/);
    assertStatus(await shopper.click({ expect_total: '845.00' }), 201);
    assert.equal((await shopper.orders()).length, 1);
  });

  it('gives a second click with other lines of the same total not the order of the first as its own', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1000n, funds: 900_000n });
    const [shown, ordered] = await Promise.all([1, 2].map(() => createProduct(test, { codes: 9, priceMinor: 1000n })));
    assert.ok(shown && ordered);
    const lineOf = ({ variantId }: typeof shown) => ({ variant_id: variantId, quantity: 1, total: '10.00' });
    const click = (of: typeof shown, key?: string) =>
      shopper.click({ expect_total: '10.00', expect_lines: [lineOf(of)], ...(key !== undefined && { key }) });
    await shopper.add(1, ordered);
    const key = randomUUID();
    assertStatus(await click(ordered, key), 201);
    const other = await click(shown);
    assertStatus(other, 409);
    assert.equal(other.json().code, 'earlier_checkout_done');
    assert.match(other.json().message, /ordered meanwhile, as order GL-\d+ with other items than you were shown/);
    // Who was shown what was ordered is given it, by a second click and by a repetition.
    for (const again of [await click(ordered), await click(ordered, key)]) assertStatus(again, 201);
    assert.equal((await shopper.orders()).length, 1);
  });

  it('orders what one of two tabs shows, when both check out at once', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1000n, funds: 900_000n, inCart: 1 });
    await shopper.add(1);
    const answers = await Promise.all(['10', '20', '10', '20'].map((total) => shopper.click({ expect_total: total })));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [409, 201, 409, 201],
    );
    assert.deepEqual(
      (await shopper.orders()).map(({ total }) => total.decimal),
      ['20.00'],
    );
  });

  it('leaves an order unpaid without funds, and pays it when money comes', async () => {
    const shopper = await createShopper(test, { codes: 2, priceMinor: 5000n, inCart: 1 });
    const placed = await shopper.click();
    assertStatus(placed, 201);
    assert.equal(placed.json().order.payment_status, 'pending');
    const codes = await test.app.inject({
      url: `/api/orders/${placed.json().order.id}/download-codes`,
      headers: shopper.headers,
    });
    assertStatus(codes, 404);
    assert.equal(codes.json().message, 'No codes found for this order.');

    await fund(test, shopper, 'EUR', 5_000n);

    const [order] = await shopper.orders();
    assert.equal(order?.payment_status, 'completed');
    assert.equal(order?.fulfillment_status, 'completed');
  });

  it('pays a sold-out order and keeps it waiting for stock', async () => {
    const shopper = await createShopper(test, { codes: 0, funds: 100_000n, inCart: 1 });
    const placed = await shopper.click();
    assertStatus(placed, 201);
    assert.equal(placed.json().order.payment_status, 'completed');
    assert.equal(placed.json().order.fulfillment_status, 'pending');
    await stockUp(test, shopper.variantId, 1);
  });

  it('does not check out a cart with something that is gone for good', async () => {
    const shopper = await createShopper(test, { codes: 2, inCart: 1 });
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set permanent_out_of_stock = true where id = ${shopper.productId}`,
    );
    const refused = await shopper.click();
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'cart_invalid');
  });

  it('refuses another customer’s wallet', async () => {
    const [shopper, other] = [await createShopper(test, { codes: 0 }), await createCustomer(test)];
    const answer = await shopper.click({ wallet_id: other.wallets.EUR });
    assertStatus(answer, 422);
    assert.equal(answer.json().message, 'No wallet selected');
  });
});
