import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AuditPage } from '#bff/contract/identity/admin-audit.ts';
import { DiscountList } from '#bff/contract/people/admin-customer.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('customers', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  after(() => test.stop());

  it('get a discount on a product, which 0 removes', async () => {
    const customer = await createCustomer(test);
    const { productId } = await createProduct(test);
    const set = (percentage: unknown, product = productId) =>
      admin.send('POST', '/api/admin/discounts', { user_id: customer.customerId, product_id: product, percentage });
    const listed = async () => (await admin.get(`/api/admin/users/${customer.customerId}/discounts`)).json().data;
    const applied = await set(12.5);
    assertStatus(applied, 200);
    assert.equal(applied.json().message, 'Discount applied successfully');
    const discount = { user_id: customer.customerId, product_id: productId, percentage: 12.5, proposed: null };
    assert.deepEqual(applied.json().discount, discount);
    assert.deepEqual(await listed(), [discount]);
    const removed = await set(0);
    assert.deepEqual(removed.json(), { message: 'Discount removed successfully', discount: null });
    assert.deepEqual(await listed(), []);
    assertStatus(await set('7.5'), 200);
    for (const bad of [101, -1, 'ten', 1.234, '', ' ', true, '1e1', [3], null, undefined])
      assertStatus(await set(bad), 422);
    assert.equal((await listed())[0]?.percentage, 7.5);
    assert.equal((await set(101)).json().message, 'Discount must be between 0 and 100');
    assertStatus(await set(5, randomUUID()), 404);
  });

  it('have discounts in the audit trail by the product’s name', async () => {
    const customer = await createCustomer(test);
    const { productId } = await createProduct(test, { name: 'Steam Audit $20' });
    const body = { user_id: customer.customerId, product_id: productId, percentage: 12.5 };
    assertStatus(await admin.send('POST', '/api/admin/discounts', body), 200);
    await eventually(async () => {
      const { data } = AuditPage.parse((await admin.get(`/api/admin/audit/customer/${customer.customerId}`)).json());
      const entry = data.find(({ type }) => type === 'CustomerDiscountSet');
      assert.equal(entry?.title, 'Discount set');
      assert.equal(entry?.summary, '12.5 % discount on Steam Audit $20.');
      assert.deepEqual(entry?.product, { id: productId, name: 'Steam Audit $20' });
    });
  });

  it('get a large discount from two administrators: no price knows it before the second one confirmed exactly it', async () => {
    const customer = await createCustomer(test);
    const { productId, variantId } = await createProduct(test, { priceMinor: 2_000n });
    const second = await createAdministrator(test);
    const of = { user_id: customer.customerId, product_id: productId };
    const set = (as: TestAdministrator, percentage: number) =>
      as.send('POST', '/api/admin/discounts', { ...of, percentage });
    const url = `/api/admin/users/${customer.customerId}/discounts`;
    const { headers, wallets } = customer;
    const payload = { wallet_id: wallets.EUR, variant_id: variantId, quantity: 1 };
    assertStatus(await test.app.inject({ method: 'POST', url: '/api/cart', headers, payload }), 201);
    const inCart = async () => {
      const cart = await test.app.inject({ url: `/api/cart?wallet_id=${wallets.EUR}`, headers });
      return cart.json().meta.totals.discount.formatted;
    };
    assertStatus(await set(admin, 10), 200);
    const first = await set(admin, 30);
    assertStatus(first, 200);
    assert.match(first.json().message, /^Your approval of 30 % is saved\. A second administrator has to confirm it/);
    const { data, second_approval_above } = DiscountList.parse((await admin.get(url)).json());
    assert.equal(second_approval_above, 20);
    assert.deepEqual(
      [data[0]?.percentage, data[0]?.proposed?.percentage, data[0]?.proposed?.by],
      [10, 30, { id: admin.administratorId, name: admin.name }],
    );
    assert.equal(await inCart(), '€2.00');
    assertStatus(await set(admin, 30), 409);
    const other = await set(second, 29);
    assertStatus(other, 409);
    assert.match(other.json().message, /a discount of 30 %\. Confirm exactly that, or reject it/);
    assertStatus(await set(second, 30), 200);
    assert.equal(await inCart(), '€6.00');

    assertStatus(await set(admin, 50), 200);
    assertStatus(await admin.send('POST', '/api/admin/discounts/reject', of), 200);
    assertStatus(await set(second, 0), 200);
    assert.deepEqual(DiscountList.parse((await admin.get(url)).json()).data, []);
    await eventually(async () => {
      const trail = await admin.get(`/api/admin/audit/customer/${customer.customerId}?per_page=100`);
      const recorded = (trail.json().data as { summary: string; actor: { name: string } }[])
        .filter(({ summary }) => /discount/i.test(summary))
        .map(({ summary, actor }) => `${summary} ${actor.name}`);
      assert.deepEqual(recorded, [
        `There is no discount on Steam Gift Card any more. ${second.name}`,
        `The discount of 50 % on Steam Gift Card that waited was taken back. ${admin.name}`,
        `A discount of 50 % on Steam Gift Card waits for a second administrator. It does not count yet. ${admin.name}`,
        `30 % discount on Steam Gift Card, by the second of two administrators. ${second.name}`,
        `A discount of 30 % on Steam Gift Card waits for a second administrator. It does not count yet. ${admin.name}`,
        `10 % discount on Steam Gift Card. ${admin.name}`,
      ]);
    });
  });

  it('get no discount by an administrator who was shown another', async () => {
    const customer = await createCustomer(test);
    const { productId } = await createProduct(test, { priceMinor: 2_000n });
    const post = (body: object, path = '') =>
      admin.send('POST', `/api/admin/discounts${path}`, {
        user_id: customer.customerId,
        product_id: productId,
        ...body,
      });
    assertStatus(await post({ percentage: 5, expect_percentage: 0, expect_proposed: null }), 200);
    const late = await post({ percentage: 7, expect_percentage: 0 });
    assertStatus(late, 409);
    assert.match(late.json().message, /discount is 5 % by now; you were shown 0 %/);
    assertStatus(await post({ percentage: 5, expect_percentage: 0 }), 200);
    assertStatus(await post({ percentage: 30, expect_percentage: 5 }), 200);
    const blind = await post({ expect_proposed: 40 }, '/reject');
    assertStatus(blind, 409);
    assert.match(blind.json().message, /waits is 30 % by now; you were shown 40 %/);
    assertStatus(await post({ expect_proposed: 30 }, '/reject'), 200);
    assertStatus(await post({ percentage: 30, expect_proposed: 30 }), 409);
  });

  it('get a large discount once, however two administrators meet', async () => {
    const customer = await createCustomer(test);
    const { productId } = await createProduct(test);
    const second = await createAdministrator(test);
    const of = { user_id: customer.customerId, product_id: productId };
    const set = (as: TestAdministrator) => as.send('POST', '/api/admin/discounts', { ...of, percentage: 60 });
    const now = async () => (await admin.get(`/api/admin/users/${customer.customerId}/discounts`)).json().data[0];
    const twice = await Promise.all([set(admin), set(admin)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).toSorted(), [200, 409]);
    assert.equal((await now()).percentage, 0);
    assertStatus(await admin.send('POST', '/api/admin/discounts/reject', of), 200);
    assert.equal(await now(), undefined);
    for (const answer of await Promise.all([set(admin), set(second)])) assertStatus(answer, 200);
    assert.deepEqual([(await now()).percentage, (await now()).proposed], [60, null]);
  });
});
