import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { id } from '#projections/testing/log.ts';
import { ALICE, BRUNO, wholeStory } from '#projections/testing/story.ts';
import { findInvoiceOfOrder, listInvoicesAfter, listInvoicesOfOrder } from './invoices.ts';
import { findOrderWithLines, listMostPurchased, listOrderLines } from './order-lines.ts';
import { findOrder, listOrders, listOrdersToExpire, listOwnOrders } from './orders.ts';

describe('the orders read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = wholeStory();
  await project(log.events);

  it('follows payment and fulfilment apart', async () => {
    const { items, total } = await listOrders(pool, { sortOrder: 'asc' });
    assert.equal(total, 4);
    assert.deepEqual(
      items.map((order) => [order.number, order.paymentStatus, order.fulfilmentStatus, order.isAwaitingStock]),
      [
        ['GL-000001', 'completed', 'completed', false],
        ['GL-000002', 'completed', 'pending', true],
        ['GL-000003', 'cancelled', 'cancelled', false],
        ['GL-000004', 'cancelled', 'cancelled', false],
      ],
    );
    const [fulfilled, , expired, refunded] = items;
    assert.equal(fulfilled?.reveals, 1);
    assert.equal(fulfilled?.items, 2);
    assert.equal(expired?.cancelReason, 'expired');
    assert.equal(refunded?.isRefunded, true);
    assert.equal(refunded?.refundedAmount, 20_000n);
  });

  it('keeps the lines as they were placed', async () => {
    const lines = await listOrderLines(pool, id('order', 1));
    assert.deepEqual(
      lines.map((line) => [line.lineNumber, line.productId, line.total]),
      [
        [1, 'p1', 10_000n],
        [2, 'p2', 20_001n],
      ],
    );
  });

  it('gives a paid order the next invoice of the year, and a refund a credit note of it', async () => {
    const invoiced = async (order: number) => {
      const found = await findOrderWithLines(pool, id('order', order));
      return found?.order.invoices.map(({ number, amount }) => [number, amount]);
    };
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(invoiced)), [
      [['INV-2026-000001', 30_001n]],
      [['INV-2026-000002', 9_000n]],
      [],
      [
        ['INV-2026-000003', 20_000n],
        ['CN-2026-000001', 20_000n],
      ],
    ]);
    const [, note] = await listInvoicesOfOrder(pool, id('order', 4));
    assert.equal(note?.credits, 'INV-2026-000003');
    const [first, ...more] = await listInvoicesAfter(pool, -1n, 1);
    assert.deepEqual([first?.orderId, more], [id('order', 1), []]);
    assert.equal(await findInvoiceOfOrder(pool, id('order', 1), id('order', 2)), null, 'of another order');
  });

  it('filters by customer and both statuses, and hides other customers', async () => {
    assert.equal((await listOwnOrders(pool, BRUNO, {})).total, 2);
    assert.equal((await listOrders(pool, { paymentStatus: 'completed', fulfilmentStatus: 'pending' })).total, 1);
    assert.equal(
      (await listOrders(pool, { fulfilmentStatus: 'cancelled', from: '2026-01-12', to: '2026-01-12' })).total,
      1,
    );
    assert.equal((await listOrders(pool, { search: '004' })).items[0]?.number, 'GL-000004');
    for (const search of ['inv-2026-000003', 'CN-2026-000001', '200.00']) {
      const found = await listOrders(pool, { search });
      assert.ok(
        found.items.some(({ number }) => number === 'GL-000004'),
        search,
      );
    }
    assert.equal(await findOrder(pool, id('order', 2), ALICE), null);
  });

  it('says what waits for stock and what must expire', async () => {
    assert.deepEqual(
      (await listOrders(pool, {})).items.filter((order) => order.isAwaitingStock).map((order) => order.number),
      ['GL-000002'],
    );
    assert.deepEqual(await listOrdersToExpire(pool, new Date('2030-01-01'), 10), []);
  });

  it('counts delivered codes by product', async () => {
    assert.deepEqual(await listMostPurchased(pool, 5), [
      { productId: 'p1', quantity: 1n },
      { productId: 'p2', quantity: 1n },
    ]);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
