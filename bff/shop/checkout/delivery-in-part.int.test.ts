import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { CheckoutAnswer, GiftCodesAnswer } from '#bff/contract/shop/order.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { obstaclesOf } from '#bff/people/personal-data/obstacles.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createProduct, stockUp } from '#infra/proof/api/catalogue.ts';
import { send } from '#infra/proof/api/customers.ts';
import { createShopper, type Shopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { checkout } from './checkout.ts';

describe('delivery in part', async () => {
  const test = await startTestApp({ settings: { orders: { partialDelivery: true } } });
  after(() => test.stop());

  const order = async (shopper: Shopper, more: { allow_partial?: boolean } = {}) =>
    CheckoutAnswer.parse((await shopper.click(more)).json()).order;

  /** A checkout with delivery in part that dies before it reaches the ledger. */
  const dieAfterItWasKept = async (walletId: string) => {
    const wallet = await findWallet(test.deps.database, walletId);
    assert.ok(wallet);
    const killed = () => Promise.reject(new Error('killed'));
    const choice = { said: true, standing: false };
    await assert.rejects(checkout(test.deps, wallet, killed, randomUUID(), choice), /killed/);
  };

  it('delivers what is there where the customer agrees, then more, and gives back what they release', async () => {
    const shopper = await createShopper(test, { codes: 2, priceMinor: 1_000n, funds: 10_000n, inCart: 2 });
    const { get, post, variantId, walletId } = shopper;
    assert.equal((await get(`/api/cart?wallet_id=${walletId}`)).meta.may_deliver_in_part, false);
    await shopper.add(3);
    assert.equal((await get(`/api/cart?wallet_id=${walletId}`)).meta.may_deliver_in_part, true);

    await dieAfterItWasKept(walletId);
    // The consent was stored with the checkout.
    const placed = await order(shopper);
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
    assert.equal((await findWallet(test.deps.database, walletId))?.balance, 7_000n);
    assert.deepEqual((await codes()).toSorted(), second.toSorted());
    assertStatus(await test.app.inject({ url: `${url}/download-invoice`, headers: shopper.headers }), 200);
    const bell: string[] = (await get('/api/notifications')).data.map((note: { type: string }) => note.type);
    assert.ok(bell.includes('OrderPartlyDeliveredNotification') && bell.includes('OrderRestReleasedNotification'));
  });

  it('gives nothing back for a rest that a discount made free, and nothing of it stays open', async () => {
    const shopper = await createShopper(test, { codes: 1, priceMinor: 1_000n, funds: 1_000n, inCart: 1 });
    const { customerId, post, get } = shopper;
    const free = await createProduct(test, { codes: 0, priceMinor: 700n });
    const basisPoints = 10_000;
    await send(test, { type: 'SetDiscount', customerId, productId: free.productId, basisPoints, by: ALONE });
    await shopper.add(1, free);
    const { id, total, undelivered } = await order(shopper, { allow_partial: true });
    assert.deepEqual([total.decimal, undelivered?.decimal], ['10.00', '0.00']);
    const released = await post(`/api/orders/${id}/release`, { amount: '0' });
    assertStatus(released, 200);
    assert.equal(released.json().message, 'The rest of the order was released. Nothing was paid for it.');
    const { data } = await get(`/api/orders/${id}`);
    assert.deepEqual([data.fulfillment_status, data.refunded?.decimal], ['partial', '0.00']);
    assert.deepEqual(await obstaclesOf(test.deps.database, customerId), []);
  });

  it('keeps a standing choice of delivery in part, and follows it where a checkout says nothing', async () => {
    const shopper = await createShopper(test, { codes: 1, priceMinor: 1_000n, funds: 20_000n });
    const { customerId, headers } = shopper;
    const choose = (in_part: boolean) =>
      test.app.inject({ method: 'PUT', url: '/api/user/delivery', headers, payload: { in_part } });
    const isInPart = async (more: { allow_partial?: boolean } = {}) => {
      await shopper.add(2);
      return (await order(shopper, more)).allow_partial;
    };
    assert.deepEqual((await shopper.get('/api/user')).data.delivery, { in_part: false, chosen_at: null });
    assert.equal(await isInPart(), false);
    const chosen = await choose(true);
    assertStatus(chosen, 200);
    const { in_part, chosen_at } = chosen.json().data.delivery;
    assert.deepEqual([in_part, typeof chosen_at], [true, 'string']);
    // The same choice again is not a new one.
    assert.deepEqual((await choose(true)).json().data.delivery, { in_part, chosen_at });
    assert.equal(await isInPart(), true);
    assert.equal(await isInPart({ allow_partial: false }), false);
    assertStatus(await choose(false), 200);
    assert.equal(await isInPart(), false);
    const kept = await test.deps.database.any(sql.type(z.object({ inPart: z.boolean() }))`
      select in_part as "inPart" from app.delivery_choice where customer_id = ${customerId} order by chosen_at`);
    assert.deepEqual(kept, [{ inPart: true }, { inPart: false }]);
  });

  it('honours another choice after a checkout that was cut off, and refuses it where that one is done', async () => {
    const shopper = await createShopper(test, { codes: 1, priceMinor: 1_000n, funds: 20_000n, inCart: 2 });
    await dieAfterItWasKept(shopper.walletId);
    // A click with the same choice continues it.
    const first = await order(shopper, { allow_partial: true });
    assert.equal(first.allow_partial, true);
    // The answer was lost, and the choice changed since: the click must neither make another order nor silently get the first one.
    const late = await shopper.click({ allow_partial: false });
    assertStatus(late, 409);
    assert.match(late.json().message, new RegExp(`order ${first.order_number}, which delivers what is in stock first`));

    await shopper.add(2);
    await dieAfterItWasKept(shopper.walletId);
    const second = await shopper.click({ allow_partial: false });
    assertStatus(second, 201);
    assert.equal(CheckoutAnswer.parse(second.json()).order.allow_partial, false);
    assert.equal((await shopper.get('/api/orders')).meta.total, 2);
  });

  it('waits for all of a sold-out order where the customer did not agree to less', async () => {
    const shopper = await createShopper(test, { codes: 1, priceMinor: 1_000n, funds: 10_000n, inCart: 2 });
    const placed = await order(shopper);
    assert.deepEqual([placed.allow_partial, placed.fulfillment_status, placed.undelivered], [false, 'pending', null]);
    assertStatus(await shopper.post(`/api/orders/${placed.id}/release`, { amount: '20' }), 409);
  });
});
