import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StockAllocation, StockRequest } from '#core/processes/ports.ts';
import { findWrongShelves } from './shelves.ts';
import { RevealedStockError } from './stock.ts';
import { openShelves } from './testing/shelves.ts';

const { pool, stock, codes, variantWith, addCodes, order, servedOf, freeCodes } = await openShelves();

describe('an order that takes parts', () => {
  const inPart = (request: StockRequest): StockRequest => ({ ...request, inPart: true });
  const codesIn = (answer: StockAllocation) =>
    answer.status === 'waiting' ? 0 : answer.lines.reduce((sum, line) => sum + line.quantity, 0);
  const idsOf = async (orderId: string) => {
    const { rows } = await pool.query<{ id: string }>('select id from app.gift_code where order_id = $1', [orderId]);
    return rows.map(({ id }) => id).sort();
  };

  it('takes what is there, keeps its place for the rest, and gets each code once', async () => {
    const [a, b] = [await variantWith(2), await variantWith(0)];
    const first = inPart(order([a, 3], [b, 1], [a, 1]));
    const part = await stock.allocate(first);
    assert.equal(part.status, 'partly');
    assert.equal(codesIn(part), 2);
    assert.deepEqual(await stock.allocate(first), part, 'a repetition is answered the same');
    const behind = order([a, 1]);
    assert.equal((await stock.allocate(behind)).status, 'waiting');
    await stock.confirmPartly(first.orderId, 2);
    assert.deepEqual(await servedOf([first, behind]), [], 'nothing is there, and what was given is confirmed');

    await addCodes(a, 2);
    await stock.allocateWaiting(1_000);
    // As after a crash: returned again until its codes are booked, and a late confirmation of fewer codes has no
    // effect.
    await stock.confirmPartly(first.orderId, 2);
    assert.deepEqual(await servedOf([first, behind]), [first.orderId]);
    await stock.confirmPartly(first.orderId, 4);
    assert.deepEqual(await servedOf([first, behind]), []);

    await addCodes(b, 1);
    await addCodes(a, 1);
    assert.deepEqual(await servedOf([first, behind]), [first.orderId, behind.orderId]);
    assert.equal((await stock.allocate(first)).status, 'allocated');
    assert.equal((await idsOf(first.orderId)).length, 5);
    await stock.confirmFulfilled(first.orderId);
    await stock.confirmFulfilled(behind.orderId);
    assert.deepEqual(await findWrongShelves(pool), []);
  });

  it('leaves to those who came first what they wait for', async () => {
    const variant = await variantWith(3);
    const whole = order([variant, 4]);
    const part = inPart(order([variant, 2]));
    assert.equal((await stock.allocate(whole)).status, 'waiting');
    assert.equal((await stock.allocate(part)).status, 'waiting');
    await addCodes(variant, 2);
    assert.deepEqual(await servedOf([whole, part]), [whole.orderId, part.orderId]);
    assert.equal(codesIn(await stock.allocate(part)), 1);
    assert.deepEqual(await findWrongShelves(pool), []);
  });

  it('shows what is booked, keeps it when the rest is released, and gives back what is not', async () => {
    const variant = await variantWith(2);
    const request = inPart(order([variant, 6]));
    const [line] = request.lines;
    assert.ok(line);
    await stock.allocate(request);
    const booked = await idsOf(request.orderId);
    // The database's clock may go back: the second part still comes after the first.
    await pool.query("update app.gift_code set allocated_at = now() + interval '1 hour' where order_id = $1", [
      request.orderId,
    ]);
    await addCodes(variant, 2);
    await stock.allocateWaiting(1_000);
    assert.equal((await idsOf(request.orderId)).length, 4);
    const parts = new Map([[line.lineId, 2]]);
    const seen = await codes.revealOrder(request.orderId, parts);
    assert.deepEqual(seen.map(({ codeId }) => codeId as string).sort(), booked);

    const behind = order([variant, 2]);
    assert.equal((await stock.allocate(behind)).status, 'waiting');
    await stock.releaseRest(request.orderId, parts);
    await stock.releaseRest(request.orderId, parts);
    assert.deepEqual(await idsOf(request.orderId), booked);
    assert.deepEqual(await servedOf([request, behind]), [behind.orderId]);
    await stock.confirmFulfilled(behind.orderId);
    await addCodes(variant, 2);
    assert.deepEqual(await servedOf([request]), [], 'it waits for nothing more');
    assert.equal(codesIn(await stock.allocate(request)), 2, 'however late its request is repeated');
    await assert.rejects(stock.releaseRest(request.orderId, new Map([[line.lineId, 1]])), RevealedStockError);
    assert.deepEqual(await findWrongShelves(pool), []);
  });

  it('never gets a code that another gets, however many ask at once', async () => {
    const variant = await variantWith(20);
    const requests = Array.from({ length: 30 }, (_, at) => ({ ...order([variant, 3]), inPart: at % 2 === 0 }));
    await Promise.all(requests.map((request) => stock.allocate(request)));
    await addCodes(variant, 71);
    await Promise.all([stock.allocateWaiting(1_000), stock.allocateWaiting(1_000)]);
    const { rows } = await pool.query<{ sold: number; most: number }>(
      `select sum(count)::int as sold, max(count)::int as most from (
         select count(*) from app.gift_code where order_id = any($1) group by order_id) as held`,
      [requests.map(({ orderId }) => orderId)],
    );
    assert.deepEqual(rows, [{ sold: 90, most: 3 }]);
    assert.equal(await freeCodes(variant), 1n);
    assert.deepEqual(await findWrongShelves(pool), []);
  });
});
