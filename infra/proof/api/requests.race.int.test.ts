import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator, formOf } from './administrators.ts';
import { auditBooks } from './books.ts';
import { createProduct } from './catalogue.ts';
import { createCustomer, fund, proofOf, send, type TestCustomer } from './customers.ts';
import { patiently } from './patiently.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const ROUNDS = 4;
const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: 'DE89370400440532013000', swiftCode: 'COBADEFF' };

/** Broken connections, and people who change the same thing: each request takes effect once, and nobody's work is lost. */
describe('races of requests', async () => {
  const test = await startTestApp();
  const staff = [await createAdministrator(test), await createAdministrator(test)] as const;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const port = (test.app.server.address() as AddressInfo).port;
  after(async () => {
    try {
      await auditBooks(test);
    } finally {
      await test.stop();
    }
  });

  type Headers = Readonly<Record<string, string>>;
  const post = (url: string, payload: object, headers: Headers) =>
    test.app.inject({ method: 'POST', url, payload, headers: { ...headers } });
  /** Sends a request, and disconnects once it is sent. */
  const sendAndHangUp = (url: string, payload: object, headers: Headers) =>
    new Promise<void>((resolve) => {
      const body = JSON.stringify(payload);
      const sent: ClientRequest = httpRequest({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: url,
        agent: false,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      sent.on('error', () => undefined).once('close', () => resolve());
      sent.end(body, () => sent.destroy());
    });
  const total = async (url: string, who: TestCustomer) =>
    (await test.app.inject({ url, headers: who.headers })).json().meta.total as number;

  it('given a line that breaks after a request was sent, its repetition under the same key has one effect', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const { variantId } = await createProduct(test, { codes: 20, priceMinor: 1_000n, currency: 'EUR' });
    const walletId = customer.wallets.EUR;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const again = async (url: string, payload: object, headers: Headers) => {
        const keyed = { ...headers, 'idempotency-key': randomUUID() };
        await sendAndHangUp(url, payload, keyed);
        if (round % 2 === 0) await sendAndHangUp(url, payload, keyed);
        const answer = await patiently(() => post(url, payload, keyed));
        assert.ok(answer.statusCode < 300, `${url}: ${answer.body}`);
        return answer.json();
      };
      const deposit = await again('/api/deposits', { wallet_id: walletId, amount: '10' }, customer.headers);
      await send(test, proofOf(deposit.data.id));
      await again(
        `/api/admin/deposits/${deposit.data.id}/approve`,
        { approved_amount: '10', admin_notes: 'Seen' },
        { ...staff[0].headers },
      );
      await again('/api/withdrawals', { amount: '20', currency: 'EUR', bankDetails: BANK }, customer.headers);
      await again('/api/cart', { wallet_id: walletId, variant_id: variantId, quantity: 1 }, customer.headers);
      await again('/api/checkout', { wallet_id: walletId }, customer.headers);

      // One deposit more than requested, which is the funding.
      assert.equal(await total('/api/deposits', customer), round + 1);
      assert.equal(await total('/api/withdrawals', customer), round);
      assert.equal(await total('/api/orders', customer), round);
      const wallets = (await test.app.inject({ url: '/api/wallets', headers: customer.headers })).json().data;
      const euros = wallets.find((wallet: { currency: string }) => wallet.currency === 'EUR');
      assert.equal(euros.balance.amount, String(100_000 + round * 1_000 - round * 1_000));
      assert.equal(euros.held.amount, String(round * 2_000));
    }
  });

  it('given a request that is still under way, its repetition waits for it and gets its answer', async () => {
    const customer = await createCustomer(test);
    const [isWritten, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = await buildApp({
      ...test.deps,
      ledger: {
        ...test.deps.ledger,
        async execute(command, context) {
          const result = await test.deps.ledger.execute(command, context);
          isWritten.resolve();
          await mayAnswer.promise;
          return result;
        },
      },
    });
    try {
      const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
      const payload = { wallet_id: customer.wallets.EUR, amount: '10' };
      const first = slow.inject({ method: 'POST', url: '/api/deposits', payload, headers }).then((answer) => answer);
      await isWritten.promise;

      const second = post('/api/deposits', payload, headers);
      const other = await post('/api/deposits', { ...payload, amount: '11' }, headers);
      mayAnswer.resolve();

      assertStatus(other, 422);
      assertStatus(await first, 201);
      assert.deepEqual((await second).json(), (await first).json());
      assert.equal((await second).headers['idempotency-replayed'], 'true');
      assert.equal(await total('/api/deposits', customer), 1);
    } finally {
      await slow.close();
    }
  });

  it('given a product that two administrators change at once, the second is refused because of the first', async () => {
    const { productId } = await createProduct(test, { name: 'As it was', priceMinor: 1_000n, currency: 'EUR' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const shown = (await staff[0].get(`/api/admin/products/${productId}`)).json().data;
      const form = {
        name: shown.name,
        variant_name: shown.variant.name,
        category_name: shown.category_name,
        brand_name: shown.brand_name,
        region: shown.region,
        currency: 'EUR',
        price: '10',
        is_permanent_out_of_stock: false,
        updated_at: shown.updated_at,
      };

      const answers = await Promise.all([
        staff[0].send('PUT', `/api/admin/products/${productId}`, { ...form, name: `Renamed ${round}` }),
        staff[1].send('PUT', `/api/admin/products/${productId}`, { ...form, price: `${11 + round}` }),
      ]);

      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode).toSorted(),
        [200, 409],
        answers.map(({ body }) => body).join(),
      );
      const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().data;
      const loser = answers.find(({ statusCode }) => statusCode === 409);
      assert.equal(loser?.json().code, 'changed_elsewhere');
      const now = (await staff[0].get(`/api/admin/products/${productId}`)).json().data;
      assert.deepEqual([now.name, now.variant.price], [winner.name, winner.variant.price]);
    }
  });

  it('given a customer whom two administrators change at once, both changes are kept, or one is refused', async () => {
    const customer = await createCustomer(test);
    const url = `/api/admin/users/${customer.customerId}`;
    const products = [await createProduct(test), await createProduct(test)];

    const changed = await Promise.all([
      staff[0].send('POST', `${url}/credit`, { wallet_id: customer.wallets.EUR, credit_limit: '100' }),
      staff[1].send('POST', `${url}/credit`, { wallet_id: customer.wallets.USD, credit_limit: '200' }),
      ...products.map(({ productId }, index) =>
        staff[index % 2]?.send('POST', '/api/admin/discounts', {
          user_id: customer.customerId,
          product_id: productId,
          percentage: 5 + index,
        }),
      ),
    ]);

    for (const answer of changed) assert.ok(answer && answer.statusCode < 300, answer?.body);
    const wallets = (await staff[0].get(`${url}/wallets`)).json().data;
    const limits = wallets.map((wallet: { currency: string; credit_limit: { amount: string } }) => [
      wallet.currency,
      wallet.credit_limit.amount,
    ]);
    assert.deepEqual(Object.fromEntries(limits), { EUR: '10000', USD: '20000' });
    assert.equal((await staff[0].get(`${url}/discounts`)).json().data.length, 2);

    const decided = await Promise.all([
      staff[0].send('POST', `${url}/revoke`, { reason: 'One thinks so' }),
      staff[1].send('POST', `${url}/approve`, {}),
    ]);
    for (const answer of decided) assert.ok([200, 409].includes(answer.statusCode), answer.body);
    const status = await test.deps.database.oneFirst(
      sql.type(z.object({ status: z.string() }))`select status from read.customers
        where customer_id = ${customer.customerId}`,
    );
    assert.ok(['approved', 'revoked'].includes(status), status);
  });

  it('given two proofs uploaded at once, the deposit shows one of them, whole', async () => {
    const customer = await createCustomer(test);
    const deposit = await post('/api/deposits', { wallet_id: customer.wallets.EUR, amount: '10' }, customer.headers);
    const url = `/api/deposits/${deposit.json().data.id}/payment-proof`;
    const widths = [30, 60];
    const proofs = await Promise.all(
      widths.map((width) =>
        sharp({ create: { width, height: 20, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
      ),
    );

    const answers = await Promise.all(
      proofs.map((proof) => post(url, formOf({ payment_proof: proof }, 'proof.png'), customer.headers)),
    );

    for (const answer of answers) assertStatus(answer, 200);
    const shown = await test.app.inject({ url, headers: customer.headers });
    assertStatus(shown, 200);
    const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true });
    assert.ok(widths.includes(info.width) && data.every((part) => part === 255));
  });

  it('given a file of codes sent twice at once, each code is in stock once', async () => {
    const { productId, variantId } = await createProduct(test);
    // Under a heading: a first code that happens to be unlike the others would be taken for one.
    const lines = Array.from({ length: 50 }, (_, index) => `CODE-${randomUUID().slice(0, 8)}-${index}`);
    const codes = ['code', ...lines].join('\n');
    const answers = await Promise.all(
      staff.map((administrator) =>
        administrator.send('POST', `/api/admin/products/${productId}/codes`, formOf({ codes: Buffer.from(codes) })),
      ),
    );
    for (const answer of answers) assert.ok(answer.statusCode < 300, answer.body);
    assert.equal(answers[0]?.json().added + answers[1]?.json().added, 50);
    const stored = await test.deps.database.oneFirst(
      sql.type(z.object({ count: z.int() }))`select count(*)::int as count from app.gift_code
        where variant_id = ${variantId}`,
    );
    assert.equal(stored, 50);
  });
});
