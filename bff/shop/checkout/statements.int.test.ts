import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { watchStatements } from '#infra/proof/api/watch-statements.ts';

/** Statements of the BFF alone: the caller, the key, the cart, the order, its codes. Those of the event store and the read models are not counted. */
const MAX_STATEMENTS = 20;

const KEPT = sql.type(z.object({ count: z.bigint() }))`
  select count(*) as count from app.idempotency_key as kept_answers where status is not null`;
const test = await startTestApp();
after(() => test.stop());

it(`a purchase takes at most ${MAX_STATEMENTS} statements: into the cart, checked out, codes shown`, async () => {
  const customer = await createCustomer(test);
  const { variantId } = await createProduct(test, { codes: 5 });
  await fund(test, customer, 'EUR', 100_000n);
  const post = async (url: string, payload: object) => {
    const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
    const answer = await test.app.inject({ method: 'POST', url, headers, payload });
    assertStatus(answer, 201);
    return answer.json();
  };
  const buy = async () => {
    await post('/api/cart', { wallet_id: customer.wallets.EUR, variant_id: variantId, quantity: 1 });
    const { order } = await post('/api/checkout', { wallet_id: customer.wallets.EUR });
    assert.equal(order.fulfillment_status, 'completed');
    const url = `/api/orders/${order.id}/download-codes`;
    assertStatus(await test.app.inject({ url, headers: customer.headers }), 200);
  };
  // The first one makes the cart.
  await buy();
  await assertAnswersAreKept(2);

  // The connections of the BFF; slonik's have no name.
  const watch = watchStatements((name) => name === undefined || name.startsWith('giftledger-bff'));
  await buy();
  // Answers are stored after the caller has them.
  await assertAnswersAreKept(4);
  watch.stop();

  const own = watch.texts.filter((text) => !text.includes('as kept_answers'));
  assert.ok(own.length <= MAX_STATEMENTS, `${own.length} statements:\n${own.join('\n')}`);
  assert.ok(
    own.some((text) => text.includes('allocate_stock')),
    'the watch sees what it should count',
  );
});

async function assertAnswersAreKept(count: number): Promise<void> {
  const { database } = test.deps;
  await eventually(async () => {
    const kept = await database.oneFirst(KEPT);
    assert.equal(kept, BigInt(count));
  });
}
