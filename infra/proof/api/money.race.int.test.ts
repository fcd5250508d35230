import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { WithdrawalPage } from '#bff/contract/money/withdrawal.ts';
import { Cart } from '#bff/contract/shop/cart.ts';
import { OrderPage } from '#bff/contract/shop/order.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { expireOrders } from '#bff/shop/orders/expire-orders.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from './administrators.ts';
import { auditBooks } from './books.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, proofOf, send, type TestCustomer } from './customers.ts';
import { patiently } from './patiently.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const BUYERS = 100;
const HOURS_49_MS = 49 * 3_600_000;
const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: 'DE89370400440532013000', swiftCode: 'COBADEFF' };

/** Everybody at the same moment, through HTTP. Each race ends in one of its legal outcomes, and the books are audited at the end. */
describe('races for money and codes', async () => {
  const test = await startTestApp();
  const administrators = [await createAdministrator(test), await createAdministrator(test)];
  after(async () => {
    try {
      await auditBooks(test);
    } finally {
      await test.stop();
    }
  });

  const post = (who: { readonly headers: object }, url: string, payload: object, headers: object = {}) =>
    test.app.inject({ method: 'POST', url, headers: { ...who.headers, ...headers }, payload });
  const get = async <T>(who: { readonly headers: object }, url: string, schema: z.ZodType<T>) => {
    const answer = await test.app.inject({ url, headers: { ...who.headers } });
    assertStatus(answer, 200);
    return schema.parse(answer.json());
  };
  const euros = async (who: TestCustomer) => {
    const wallet = (await get(who, '/api/wallets', WalletList)).data.find(({ currency }) => currency === 'EUR');
    assert.ok(wallet);
    return {
      balance: BigInt(wallet.balance.amount),
      available: BigInt(wallet.available.amount),
      held: BigInt(wallet.held.amount),
    };
  };
  const fillCart = async (who: TestCustomer, variantId: string, quantity = 1) =>
    assertStatus(await post(who, '/api/cart', { wallet_id: who.wallets.EUR, variant_id: variantId, quantity }), 201);
  const checkout = (who: TestCustomer, headers: object = {}) =>
    post(who, '/api/checkout', { wallet_id: who.wallets.EUR }, headers);
  const withdraw = (who: TestCustomer, amount: string, headers: object = {}) =>
    post(who, '/api/withdrawals', { amount, currency: 'EUR', bankDetails: BANK }, headers);
  const ordersOf = async (who: TestCustomer) => (await get(who, '/api/orders?per_page=100', OrderPage)).data;

  it('sells the last code to one of a hundred buyers', async () => {
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n, currency: 'EUR' });
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createCustomer(test)));
    await Promise.all(
      buyers.map(async (buyer) => {
        await fund(test, buyer, 'EUR', 1_000n);
        await fillCart(buyer, variantId);
      }),
    );

    const answers = await Promise.all(buyers.map((buyer) => patiently((headers) => checkout(buyer, headers))));

    for (const answer of answers) assert.ok([201, 409].includes(answer.statusCode), answer.body);
    const winners = answers.filter(
      (answer) => answer.statusCode === 201 && answer.json().order.fulfillment_status === 'completed',
    );
    assert.equal(winners.length, 1);
    const sold = await test.deps.database.one(
      sql.type(z.object({ sold: z.int(), orders: z.int() }))`select count(*)::int as sold,
        count(distinct order_id)::int as orders from app.gift_code where variant_id = ${variantId} and order_id is not null`,
    );
    assert.deepEqual(sold, { sold: 1, orders: 1 });
    // The others have paid and wait in their order, or were refused before anything was taken.
    for (const buyer of buyers) {
      const spent = (await ordersOf(buyer)).filter(({ payment_status }) => payment_status === 'completed').length;
      assert.equal((await euros(buyer)).balance, 1_000n - 1_000n * BigInt(spent));
    }
  });

  it('spends a wallet that covers ten ten times, of a hundred orders and withdrawals at once', async () => {
    const customer = await createCustomer(test);
    const { productId, variantId } = await createProduct(test, { codes: 100, priceMinor: 1_000n, currency: 'EUR' });
    await fund(test, customer, 'EUR', 10_000n);
    const price = { amount: 1_000n, currency: 'EUR' } as const;
    const nothing = { amount: 0n, currency: 'EUR' } as const;
    const order = () =>
      send(test, {
        type: 'PlaceOrder',
        orderId: randomUUID(),
        number: `GL-${randomUUID().slice(0, 8)}`,
        customerId: customer.customerId,
        walletId: customer.wallets.EUR,
        currency: 'EUR',
        lines: [
          {
            lineId: randomUUID(),
            productId,
            variantId,
            productName: 'Gift card',
            variantName: '10',
            brandName: 'Brand',
            region: 'Global',
            quantity: 1,
            unitPrice: price,
            discount: nothing,
            conversionFee: nothing,
            total: price,
          },
        ],
        placedAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + HOURS_49_MS).toISOString(),
      });

    const [withdrawals] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => patiently((headers) => withdraw(customer, '10', headers)))),
      Promise.all(Array.from({ length: 50 }, order)),
    ]);

    for (const answer of withdrawals) assert.ok([201, 422].includes(answer.statusCode), answer.body);
    const held = withdrawals.filter((answer) => answer.statusCode === 201).length;
    await eventually(async () => {
      const orders = await ordersOf(customer);
      assert.equal(orders.length, 50);
      const paid = orders.filter(({ payment_status }) => payment_status === 'completed').length;
      assert.equal(paid + held, 10);
      const wallet = await euros(customer);
      assert.deepEqual(wallet, {
        balance: 10_000n - 1_000n * BigInt(paid),
        available: 0n,
        held: 1_000n * BigInt(held),
      });
    });
    const listed = await get(customer, '/api/withdrawals?per_page=100', WithdrawalPage);
    assert.equal(listed.data.filter(({ status }) => status === 'pending').length, held);
  });

  it('credits what one of two administrators approves when they approve different amounts', async () => {
    const customer = await createCustomer(test);
    for (let round = 0; round < 5; round += 1) {
      const before = (await euros(customer)).balance;
      const asked = await post(customer, '/api/deposits', { wallet_id: customer.wallets.EUR, amount: '100' });
      assertStatus(asked, 201);
      await send(test, proofOf(asked.json().data.id));
      const amounts = ['100', '60'];
      const answers = await Promise.all(
        administrators.map((administrator, index) =>
          administrator.send('POST', `/api/admin/deposits/${asked.json().data.id}/approve`, {
            approved_amount: amounts[index],
            admin_notes: 'Seen',
          }),
        ),
      );
      assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [200, 409]);
      const won = amounts[answers.findIndex((answer) => answer.statusCode === 200)];
      assert.equal((await euros(customer)).balance - before, BigInt(won ?? 0) * 100n);
    }
  });

  it('pays or rejects a withdrawal, when two administrators do both', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 50_000n);
    for (let round = 0; round < 5; round += 1) {
      const before = (await euros(customer)).balance;
      const asked = await withdraw(customer, '100');
      assertStatus(asked, 201);
      const url = `/api/admin/withdrawals/${asked.json().data.id}`;
      const [completed, rejected] = await Promise.all([
        administrators[0]?.send('POST', `${url}/complete`, {}),
        administrators[1]?.send('POST', `${url}/reject`, { admin_notes: 'No such account' }),
      ]);
      assert.deepEqual([completed?.statusCode, rejected?.statusCode].toSorted(), [200, 409]);
      const paid = completed?.statusCode === 200 ? 10_000n : 0n;
      const wallet = await euros(customer);
      assert.deepEqual(wallet, { balance: before - paid, available: before - paid, held: 0n });
    }
  });

  it('pays or expires an order whose money comes in the moment in which its time is over', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 5_000n, currency: 'EUR' });
    const customers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(test)));
    for (const customer of customers) {
      await fillCart(customer, variantId);
      const placed = await checkout(customer);
      assertStatus(placed, 201);
      assert.equal(placed.json().order.payment_status, 'pending');
    }
    test.advance(HOURS_49_MS);
    try {
      await Promise.all([
        expireOrders(test.deps),
        ...customers.map((customer) => fund(test, customer, 'EUR', 5_000n)),
        expireOrders(test.deps),
      ]);
    } finally {
      test.advance(-HOURS_49_MS);
    }
    for (const customer of customers) {
      await eventually(async () => {
        const [order] = await ordersOf(customer);
        assert.ok(order);
        const isPaid = order.payment_status === 'completed';
        assert.equal(order.fulfillment_status, isPaid ? 'completed' : 'cancelled');
        assert.equal((await euros(customer)).balance, isPaid ? 0n : 5_000n);
      });
    }
  });

  it('gives the money to a purchase or to a withdrawal, never to both', async () => {
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 6_000n, currency: 'EUR' });
    const customers = await Promise.all(Array.from({ length: 10 }, () => createCustomer(test)));
    await Promise.all(
      customers.map(async (customer) => {
        await fund(test, customer, 'EUR', 10_000n);
        await fillCart(customer, variantId);
      }),
    );
    const outcomes = await Promise.all(
      customers.map((customer) => Promise.all([checkout(customer), withdraw(customer, '60')])),
    );
    for (const [index, [bought, withdrawn]] of outcomes.entries()) {
      const customer = customers[index];
      assert.ok(customer);
      assertStatus(bought, 201);
      assert.ok([201, 422].includes(withdrawn.statusCode), withdrawn.body);
      await eventually(async () => {
        const wallet = await euros(customer);
        const [order] = await ordersOf(customer);
        if (withdrawn.statusCode === 201) {
          assert.equal(order?.payment_status, 'pending');
          assert.deepEqual(wallet, { balance: 10_000n, available: 4_000n, held: 6_000n });
        } else {
          assert.equal(order?.payment_status, 'completed');
          assert.deepEqual(wallet, { balance: 4_000n, available: 4_000n, held: 0n });
        }
      });
    }
  });

  it('loses and doubles nothing of a cart that is filled in one tab and checked out in another', async () => {
    const products = await Promise.all(
      Array.from({ length: 6 }, () => createProduct(test, { codes: 10, priceMinor: 100n, currency: 'EUR' })),
    );
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const [first, ...others] = products;
    assert.ok(first);
    await fillCart(customer, first.variantId);
    await Promise.all([
      ...others.map(({ variantId }) => fillCart(customer, variantId)),
      checkout(customer),
      checkout(customer),
    ]);
    const ordered = (await ordersOf(customer)).reduce((sum, order) => sum + order.items_count, 0);
    const cart = await get(customer, `/api/cart?wallet_id=${customer.wallets.EUR}`, Cart);
    assert.equal(ordered + cart.data.length, products.length);
    assert.equal((await euros(customer)).balance, 100_000n - 100n * BigInt(ordered));
  });

  it('does once what is asked five times at once under one Idempotency-Key', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const { variantId } = await createProduct(test, { codes: 10, priceMinor: 1_000n, currency: 'EUR' });
    const [administrator] = administrators;
    assert.ok(administrator);
    const five = async (ask: (headers: Record<string, string>) => ReturnType<typeof post>) => {
      const headers = { 'idempotency-key': randomUUID() };
      // A request that waits too long for the first one on a busy machine is refused for now.
      const answers = await Promise.all(Array.from({ length: 5 }, () => patiently(() => ask(headers))));
      const [firstAnswer] = answers;
      assert.ok(firstAnswer);
      for (const answer of answers) {
        assert.ok(answer.statusCode < 300, answer.body);
        assert.deepEqual(answer.json(), firstAnswer.json());
      }
      return firstAnswer.json();
    };
    const deposit = await five((headers) =>
      post(customer, '/api/deposits', { wallet_id: customer.wallets.EUR, amount: '50' }, headers),
    );
    await send(test, proofOf(deposit.data.id));
    await five((headers) =>
      administrator.send(
        'POST',
        `/api/admin/deposits/${deposit.data.id}/approve`,
        { approved_amount: '50', admin_notes: 'Seen' },
        headers,
      ),
    );
    assert.equal((await euros(customer)).balance, 105_000n);
    await five((headers) => withdraw(customer, '20', headers));
    assert.equal((await euros(customer)).held, 2_000n);
    await five((headers) =>
      post(customer, '/api/cart', { wallet_id: customer.wallets.EUR, variant_id: variantId, quantity: 2 }, headers),
    );
    await five((headers) => checkout(customer, headers));
    assert.equal((await ordersOf(customer)).length, 1);
    assert.deepEqual(await euros(customer), { balance: 103_000n, available: 101_000n, held: 2_000n });
  });
});
