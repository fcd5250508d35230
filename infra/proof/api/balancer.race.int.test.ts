import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { OrderPage } from '#bff/contract/shop/order.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { expireOrders } from '#bff/shop/orders/expire-orders.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from './administrators.ts';
import { auditBooks } from './books.ts';
import { createProduct, stockUp } from './catalogue.ts';
import { createCustomer, fund, proofOf, send, type TestCustomer } from './customers.ts';
import { patiently } from './patiently.ts';
import { assertStatus, startTestApp, type TestApi, type TestDeps } from './test-app.ts';

const HOURS_49_MS = 49 * 3_600_000;
const ROUNDS = 3;
const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: 'DE89370400440532013000', swiftCode: 'COBADEFF' };
type Who = { readonly headers: Readonly<Record<string, string>> };
type Bff = TestApi & Pick<TestDeps<'database' | 'ledger' | 'config' | 'clock' | 'readModels' | 'logger'>, 'deps'>;

/** Two BFFs on the same stores: neither has the other's memory, and a balancer sends a customer to both. */
describe('races of two BFFs behind a balancer', async () => {
  const test = await startTestApp();
  const left = test;
  const right = await test.twin();
  const staff = [await createAdministrator(test), await createAdministrator(test)];
  after(async () => {
    try {
      await auditBooks(test);
    } finally {
      await test.stop();
    }
  });

  const post = (bff: Bff, who: Who, url: string, payload: object, headers: Record<string, string> = {}) =>
    patiently((key) =>
      bff.app.inject({ method: 'POST', url, headers: { ...who.headers, ...key, ...headers }, payload }),
    );
  const both = (who: Who, url: string, payload: object, headers: Record<string, string> = {}) =>
    Promise.all([post(left, who, url, payload, headers), post(right, who, url, payload, headers)]);
  const statuses = (answers: readonly { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted();
  /** The two are on different sides, and change sides every round. */
  const sides = (round: number): [Bff, Bff] => (round % 2 === 0 ? [left, right] : [right, left]);
  const euros = async (who: TestCustomer) => {
    const answer = await test.app.inject({ url: '/api/wallets', headers: who.headers });
    const wallet = WalletList.parse(answer.json()).data.find(({ currency }) => currency === 'EUR');
    assert.ok(wallet);
    const { balance, available, held } = wallet;
    return { balance: BigInt(balance.amount), available: BigInt(available.amount), held: BigInt(held.amount) };
  };
  const ordersOf = async (who: TestCustomer) => {
    const answer = await test.app.inject({ url: '/api/orders?per_page=100', headers: who.headers });
    return OrderPage.parse(answer.json()).data;
  };
  const fillCart = async (who: TestCustomer, variantId: string, quantity = 1) =>
    assertStatus(
      await post(left, who, '/api/cart', { wallet_id: who.wallets.EUR, variant_id: variantId, quantity }),
      201,
    );
  const checkout = (bff: Bff, who: TestCustomer, headers: Record<string, string> = {}) =>
    post(bff, who, '/api/checkout', { wallet_id: who.wallets.EUR }, headers);
  const withdraw = (bff: Bff, who: TestCustomer, amount: string) =>
    post(bff, who, '/api/withdrawals', { amount, currency: 'EUR', bankDetails: BANK });

  it('given one code and twenty buyers, ten on each side, one buyer gets it', async () => {
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n, currency: 'EUR' });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => createCustomer(test)));
    await Promise.all(
      buyers.map(async (buyer) => {
        await fund(test, buyer, 'EUR', 1_000n);
        await fillCart(buyer, variantId);
      }),
    );

    const answers = await Promise.all(buyers.map((buyer, index) => checkout(index % 2 ? left : right, buyer)));

    for (const answer of answers) assert.ok([201, 409].includes(answer.statusCode), answer.body);
    const isServed = (answer: (typeof answers)[number]) =>
      answer.statusCode === 201 && answer.json().order.fulfillment_status === 'completed';
    assert.equal(answers.filter(isServed).length, 1);
    const sold = await test.deps.database.oneFirst(
      sql.type(z.object({ sold: z.int() }))`select count(*)::int as sold from app.gift_code
        where variant_id = ${variantId} and order_id is not null`,
    );
    assert.equal(sold, 1);
  });

  it('given a wallet that covers ten, of a hundred withdrawals on both sides exactly ten are taken', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 10_000n);

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => withdraw(index % 2 ? left : right, customer, '10')),
    );

    assert.deepEqual(statuses(answers), [...Array(10).fill(201), ...Array(90).fill(422)]);
    assert.deepEqual(await euros(customer), { balance: 10_000n, available: 0n, held: 10_000n });
  });

  it('given a deposit that one administrator approves and another rejects, one of the two happens', async () => {
    const customer = await createCustomer(test);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { balance } = await euros(customer);
      const asked = await post(left, customer, '/api/deposits', { wallet_id: customer.wallets.EUR, amount: '100' });
      assertStatus(asked, 201);
      // Without a proof an approval is only the first of two, and a rejection may come after it.
      await send(test, proofOf(asked.json().data.id));
      const url = `/api/admin/deposits/${asked.json().data.id}`;
      const [one, other] = sides(round);

      const [approved, rejected] = await Promise.all([
        post(one, staff[0] ?? customer, `${url}/approve`, { approved_amount: '100', admin_notes: 'Seen' }),
        post(other, staff[1] ?? customer, `${url}/reject`, { admin_notes: 'No such transfer' }),
      ]);

      assert.deepEqual(statuses([approved, rejected]), [200, 409]);
      const isApproved = approved.statusCode === 200;
      const credited = (await euros(customer)).balance - balance;
      assert.equal(credited, isApproved ? 10_000n : 0n);
      const shown = await test.app.inject({ url: `/api/deposits/${asked.json().data.id}`, headers: customer.headers });
      assert.equal(shown.json().data.status, isApproved ? 'approved' : 'rejected');
    }
  });

  it('given a withdrawal that one completes and another rejects, its funds go one way', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { balance } = await euros(customer);
      const asked = await withdraw(left, customer, '100');
      assertStatus(asked, 201);
      const url = `/api/admin/withdrawals/${asked.json().data.id}`;
      const [one, other] = sides(round);

      const [completed, rejected] = await Promise.all([
        post(one, staff[0] ?? customer, `${url}/complete`, {}),
        post(other, staff[1] ?? customer, `${url}/reject`, { admin_notes: 'No such account' }),
      ]);

      assert.deepEqual(statuses([completed, rejected]), [200, 409]);
      const rest = balance - (completed.statusCode === 200 ? 10_000n : 0n);
      assert.deepEqual(await euros(customer), { balance: rest, available: rest, held: 0n });
    }
  });

  it('given an order whose time is over, it is paid by the money that comes in, or it expires', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 5_000n, currency: 'EUR' });
    const customers = await Promise.all(Array.from({ length: 6 }, () => createCustomer(test)));
    for (const customer of customers) {
      await fillCart(customer, variantId);
      assertStatus(await checkout(left, customer), 201);
    }
    test.advance(HOURS_49_MS);
    try {
      await Promise.all([
        expireOrders(right.deps),
        ...customers.map((customer) => fund(left, customer, 'EUR', 5_000n)),
      ]);
    } finally {
      test.advance(-HOURS_49_MS);
    }
    for (const customer of customers) {
      await eventually(async () => {
        const [order] = await ordersOf(customer);
        const isPaid = order?.payment_status === 'completed';
        assert.equal(order?.fulfillment_status, isPaid ? 'completed' : 'cancelled');
        assert.equal((await euros(customer)).balance, isPaid ? 0n : 5_000n);
      });
    }
  });

  it('given an unpaid order that its customer cancels as the money comes in, it is paid, or the money stays', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 5_000n, currency: 'EUR' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const customer = await createCustomer(test);
      await fillCart(customer, variantId);
      const placed = await checkout(left, customer);
      assertStatus(placed, 201);
      const [one, other] = sides(round);

      const [cancelled] = await Promise.all([
        post(one, customer, `/api/orders/${placed.json().order.id}/cancel`, {}),
        fund(other, customer, 'EUR', 5_000n),
      ]);

      assert.ok([200, 409].includes(cancelled.statusCode), cancelled.body);
      await eventually(async () => {
        const [order] = await ordersOf(customer);
        assert.equal(order?.fulfillment_status, cancelled.statusCode === 200 ? 'cancelled' : 'completed');
        assert.equal((await euros(customer)).balance, cancelled.statusCode === 200 ? 5_000n : 0n);
      });
    }
  });

  it('given a paid order that one cancels and another fulfils, it is refunded or its codes are given', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { variantId } = await createProduct(test, { codes: 1, priceMinor: 5_000n, currency: 'EUR' });
      const [customer, rival] = [await createCustomer(test), await createCustomer(test)];
      await fund(test, rival, 'EUR', 5_000n);
      for (const who of [customer, rival]) await fillCart(who, variantId);
      const placed = await checkout(left, customer);
      assertStatus(placed, 201);
      // The rival has the money, and so the code: the customer's order is paid later and waits for stock.
      assertStatus(await checkout(right, rival), 201);
      await fund(test, customer, 'EUR', 5_000n);
      const url = `/api/admin/orders/${placed.json().order.id}`;
      await stockUp(test, variantId, 1);
      const [one, other] = sides(round);

      const [cancelled, fulfilled] = await Promise.all([
        one.app.inject({
          method: 'PATCH',
          url: `${url}/status`,
          headers: { ...staff[0]?.headers },
          payload: { status: 'cancelled' },
        }),
        post(other, staff[1] ?? customer, `${url}/fulfill`, {}),
      ]);

      assert.deepEqual(statuses([cancelled, fulfilled]), [200, 409], `${cancelled.body} ${fulfilled.body}`);
      await eventually(async () => {
        const [order] = await ordersOf(customer);
        assert.equal(order?.fulfillment_status, cancelled.statusCode === 200 ? 'cancelled' : 'completed');
        assert.equal((await euros(customer)).balance, cancelled.statusCode === 200 ? 5_000n : 0n);
      });
    }
  });

  it('given a cart paid in two tabs at once, one order is made', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 1_000n, currency: 'EUR' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const customer = await createCustomer(test);
      await fund(test, customer, 'EUR', 10_000n);
      await fillCart(customer, variantId, 2);

      const answers = await Promise.all([
        checkout(left, customer, { 'idempotency-key': randomUUID() }),
        checkout(right, customer, { 'idempotency-key': randomUUID() }),
      ]);

      for (const answer of answers) assert.ok([201, 409].includes(answer.statusCode), answer.body);
      assert.ok(answers.some(({ statusCode }) => statusCode === 201));
      assert.equal((await ordersOf(customer)).length, 1);
      assert.equal((await euros(customer)).balance, 8_000n);
    }
  });

  it('given one Idempotency-Key on both sides at once, both get the one answer of one effect', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 1_000n, currency: 'EUR' });
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 50_000n);
    const walletId = customer.wallets.EUR;
    const once = async (who: Who, url: string, payload: object) => {
      const answers = await both(who, url, payload, { 'idempotency-key': randomUUID() });
      for (const answer of answers) assert.ok(answer.statusCode < 300, answer.body);
      assert.deepEqual(answers[0].json(), answers[1].json());
      assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 1);
      return answers[0].json();
    };

    const deposit = await once(customer, '/api/deposits', { wallet_id: walletId, amount: '50' });
    await send(test, proofOf(deposit.data.id));
    const url = `/api/admin/deposits/${deposit.data.id}/approve`;
    await once(staff[0] ?? customer, url, { approved_amount: '50', admin_notes: 'Seen' });
    await once(customer, '/api/withdrawals', { amount: '20', currency: 'EUR', bankDetails: BANK });
    await once(customer, '/api/cart', { wallet_id: walletId, variant_id: variantId, quantity: 3 });
    await once(customer, '/api/checkout', { wallet_id: walletId });

    assert.deepEqual(await euros(customer), { balance: 52_000n, available: 50_000n, held: 2_000n });
    assert.deepEqual(
      (await ordersOf(customer)).map(({ items_count }) => items_count),
      [3],
    );
  });

  it('given one Idempotency-Key for two different withdrawals at once, one is made and the other is refused', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 50_000n);
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'idempotency-key': randomUUID() };
      const payload = (amount: string) => ({ amount, currency: 'EUR', bankDetails: BANK });
      const answers = await Promise.all([
        post(left, customer, '/api/withdrawals', payload('10'), headers),
        post(right, customer, '/api/withdrawals', payload('11'), headers),
      ]);
      assert.deepEqual(statuses(answers), [201, 422]);
      const refused = answers.find(({ statusCode }) => statusCode === 422);
      assert.equal(refused?.json().code, 'idempotency_key_reused');
    }
    const listed = await test.app.inject({ url: '/api/withdrawals', headers: customer.headers });
    assert.equal(listed.json().meta.total, ROUNDS);
  });
});
