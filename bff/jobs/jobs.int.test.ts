import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { sql } from '#bff/lib/sql.ts';
import { expireOrders } from '#bff/orders/expire-orders.ts';
import { createCustomer, send } from '#bff/testing/customers.ts';
import { startTestApp, type TestApp } from '#bff/testing/test-app.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { findOrder } from '#projections/orders/queries.ts';
import { cleanUp } from './clean-up.ts';

describe('jobs', () => {
  let test: TestApp;
  before(async () => {
    test = await startTestApp();
  });
  after(() => test.stop());

  it('cancel an unpaid order when its time is over, and not before', async () => {
    const customer = await createCustomer(test);
    const orderId = randomUUID();
    const usd = (amount: bigint) => ({ amount, currency: 'USD' as const });
    const placedAt = test.deps.clock();
    await send(test, {
      type: 'PlaceOrder',
      orderId,
      number: 'GL-T1',
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      currency: 'USD',
      lines: [
        {
          lineId: randomUUID(),
          productId: randomUUID(),
          variantId: randomUUID(),
          productName: 'Steam',
          variantName: '50',
          brandName: 'Steam',
          region: 'us',
          quantity: 1,
          unitPrice: usd(5_000n),
          discount: usd(0n),
          conversionFee: usd(0n),
          total: usd(5_000n),
        },
      ],
      placedAt: placedAt.toISOString(),
      expiresAt: new Date(placedAt.getTime() + 48 * 3_600_000).toISOString(),
    });
    assert.equal(await expireOrders(test.deps), 0);
    test.advance(48 * 3_600_000 + 1_000);
    assert.equal(await expireOrders(test.deps), 1);
    await eventually(async () => {
      const order = await findOrder(test.deps.database, orderId);
      assert.equal(order?.fulfilmentStatus, 'cancelled');
    });
    assert.equal(await expireOrders(test.deps), 0);
  });

  it('clean up what has served its time, and nothing else', async () => {
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.idempotency_key (actor, key, call, body_hash, created_at)
        values ('customer:1', 'old', 'POST /x', 'h', now() - interval '8 days'), ('customer:1', 'new', 'POST /x', 'h', now())`,
    );
    await cleanUp(test.deps);
    const left = await test.deps.database.any(
      sql.type(z.object({ key: z.string() }))`select key from app.idempotency_key where actor = 'customer:1'`,
    );
    assert.deepEqual(
      left.map(({ key }) => key),
      ['new'],
    );
  });
});
