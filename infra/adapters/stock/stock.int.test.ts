import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { findWrongShelves } from './shelves.ts';
import { createStock, RevealedStockError, StockRequestMismatchError } from './stock.ts';
import { openShelves } from './testing/shelves.ts';

const { pool, stock, codes, variantWith, addCodes, order, listenToPool, servedOf, freeCodes } = await openShelves();

describe('allocation', () => {
  it('gives every line its codes and a digest over their ids', async () => {
    const [a, b] = [await variantWith(5), await variantWith(5)];
    const request = order([a, 2], [b, 3], [a, 1]);
    const allocation = await stock.allocate(request);
    assert.equal(allocation.status, 'allocated');
    const sold = await codes.revealOrder(request.orderId);
    assert.equal(sold.length, 6);
    for (const line of request.lines) {
      const ids: string[] = sold.filter((code) => code.lineId === line.lineId).map((code) => code.codeId);
      assert.ok(sold.every((code) => code.lineId !== line.lineId || code.variantId === line.variantId));
      const got: unknown = allocation.lines.find((candidate) => candidate.lineId === line.lineId);
      assert.deepEqual(got, {
        lineId: line.lineId,
        quantity: line.quantity,
        codesDigest: createHash('sha256').update(ids.sort().join('\n')).digest('hex'),
      });
    }
    assert.equal(await freeCodes(a), 2n);
  });

  it('sells the last code once, to the first of a hundred buyers', async () => {
    const variant = await variantWith(1);
    const requests = Array.from({ length: 100 }, () => order([variant, 1]));
    const answers = await Promise.all(requests.map((request) => stock.allocate(request)));
    const winners = answers.filter((answer) => answer.status === 'allocated');
    assert.equal(winners.length, 1);
    const { rows } = await pool.query(
      'select count(*)::int as sold from app.gift_code where variant_id = $1 and order_id is not null',
      [variant],
    );
    assert.deepEqual(rows, [{ sold: 1 }]);
  });

  it('serves the ninety-nine who waited in the order of their payment', async () => {
    const variant = await variantWith(0);
    const requests = Array.from({ length: 30 }, () => order([variant, 1]));
    await Promise.all(requests.map((request) => stock.allocate(request)));
    await addCodes(variant, 10);
    assert.deepEqual(
      await servedOf(requests),
      requests.slice(0, 10).map((request) => request.orderId),
    );
  });

  it('names an order with codes again until it is confirmed as fulfilled', async () => {
    const variant = await variantWith(1);
    const request = order([variant, 1]);
    await stock.allocate(request);
    assert.deepEqual(await servedOf([request]), [request.orderId]);
    await stock.confirmFulfilled(request.orderId);
    assert.deepEqual(await servedOf([request]), []);
  });

  it('leaves out orders that were refused, and names those behind them', async () => {
    const variant = await variantWith(2);
    const [refused, next] = [order([variant, 1]), order([variant, 1])];
    for (const request of [refused, next]) await stock.allocate(request);
    const served = await stock.allocateWaiting(1_000, [refused.orderId]);
    assert.ok(served.some(({ orderId }) => orderId === next.orderId));
    assert.ok(served.every(({ orderId }) => orderId !== refused.orderId));
    for (const { orderId } of [refused, next]) await stock.confirmFulfilled(orderId);
  });

  it('is all or none: an order that lacks one line gets nothing', async () => {
    const [there, gone] = [await variantWith(5), await variantWith(0)];
    const request = order([there, 2], [gone, 1]);
    assert.deepEqual(await stock.allocate(request), { status: 'waiting', orderId: request.orderId });
    assert.equal(await freeCodes(there), 5n);
    await addCodes(gone, 1);
    assert.deepEqual(await servedOf([request]), [request.orderId]);
    assert.equal(await freeCodes(there), 3n);
  });

  it('keeps codes for an order that waits before a later one', async () => {
    const [there, gone] = [await variantWith(2), await variantWith(0)];
    const first = order([there, 2], [gone, 1]);
    const second = order([there, 1]);
    assert.equal((await stock.allocate(first)).status, 'waiting');
    assert.equal((await stock.allocate(second)).status, 'waiting');
    assert.equal((await codes.available([there]))[0]?.available, 0n);
    await stock.release(first.orderId);
    assert.deepEqual(await servedOf([first, second]), [second.orderId]);
  });

  it('spends nothing on orders that wait in vain behind a larger one', async () => {
    for (const { orderId } of await stock.allocateWaiting(100)) await stock.confirmFulfilled(orderId);
    const variantId = await variantWith(1);
    for (const quantity of [3, 1, 1, 1]) await stock.allocate(order([variantId, quantity]));
    const { asked, listening } = listenToPool();
    assert.deepEqual(await createStock({ pool: listening }).allocateWaiting(50), []);
    assert.deepEqual(
      asked.filter((text) => text.includes('serve_stock_requests')),
      [],
    );
    await addCodes(variantId, 4);
    const served = await createStock({ pool: listening }).allocateWaiting(50);
    assert.equal(served.length, 3);
    assert.equal(asked.filter((text) => text.includes('serve_stock_requests')).length, 3);
    for (const { orderId } of served) await stock.confirmFulfilled(orderId);
    await addCodes(variantId, 1);
    assert.equal((await stock.allocateWaiting(50)).length, 1);
  });

  it('gives a repeated request the same answer, also when both come at once', async () => {
    const variant = await variantWith(10);
    const request = order([variant, 3]);
    const answers = await Promise.all([stock.allocate(request), stock.allocate(request), stock.allocate(request)]);
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[1], answers[2]);
    assert.deepEqual(await stock.allocate(request), answers[0]);
    assert.equal(await freeCodes(variant), 7n);
  });

  it('refuses a repeated request with other lines', async () => {
    const variant = await variantWith(10);
    const request = order([variant, 3]);
    await stock.allocate(request);
    const other = { ...request, lines: [{ lineId: randomUUID(), variantId: variant, quantity: 3 }] };
    await assert.rejects(stock.allocate(other), StockRequestMismatchError);
  });

  it('refuses that one alone, not those that ask together with it', async () => {
    const variant = await variantWith(10);
    const first = order([variant, 1]);
    await stock.allocate(first);
    const other = { ...first, lines: [{ lineId: randomUUID(), variantId: variant, quantity: 1 }] };
    const asked = [order([variant, 1]), order([variant, 2]), other, order([variant, 3])];
    const answers = await Promise.allSettled(asked.map((request) => stock.allocate(request)));
    assert.deepEqual(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : answer.reason.constructor)),
      ['allocated', 'allocated', StockRequestMismatchError, 'allocated'],
    );
  });

  it('goes by the order of payment where there is not enough for all that ask together', async () => {
    const variant = await variantWith(4);
    const requests = [order([variant, 1]), order([variant, 2]), order([variant, 3]), order([variant, 1])];
    const [first, ...others] = requests;
    const asked = [first, ...others.toReversed()].filter((request) => request !== undefined);
    const answers = await Promise.all(asked.map((request) => stock.allocate(request)));
    // The second gets what is left; the third lacks two, and the last may not overtake it.
    assert.deepEqual(
      answers.map((answer) => answer.status),
      ['allocated', 'waiting', 'waiting', 'allocated'],
    );
    assert.equal(await freeCodes(variant), 1n);
  });

  it('finds codes that are added or given back before those that were sold meanwhile', async () => {
    const variant = await variantWith(3);
    const [first, second] = [order([variant, 1]), order([variant, 2])];
    await stock.allocate(first);
    await stock.allocate(second);
    // From a server whose clock is behind.
    await pool.query(
      `insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint)
       values (uuidv7(interval '-1 day'), $1, '', 'LATE', uuid_send(gen_random_uuid()))`,
      [variant],
    );
    assert.equal((await stock.allocate(order([variant, 1]))).status, 'allocated');
    await stock.release(first.orderId);
    assert.equal((await stock.allocate(order([variant, 1]))).status, 'allocated');
    assert.equal(await freeCodes(variant), 0n);
    assert.deepEqual(await findWrongShelves(pool), []);
  });

  it('changes a code in its page alone: no index has what a sale or a look changes', async () => {
    const { rows } = await pool.query(
      `select objid::regclass::text as index, attname from pg_depend
       join pg_index on indexrelid = objid and indrelid = refobjid
       join pg_attribute on attrelid = refobjid and attnum = refobjsubid
       where classid = 'pg_class'::regclass and refobjid = 'app.gift_code'::regclass
         and attname in ('order_id', 'line_id', 'allocated_at', 'first_revealed_at')`,
    );
    assert.deepEqual(rows, []);
  });

  it('does not deadlock when orders name the same variants in other orders', async () => {
    const [a, b] = [await variantWith(40), await variantWith(40)];
    const requests = Array.from({ length: 40 }, (_, index) =>
      index % 2 ? order([a, 1], [b, 1]) : order([b, 1], [a, 1]),
    );
    const answers = await Promise.all(requests.map((request) => stock.allocate(request)));
    assert.ok(answers.every((answer) => answer.status === 'allocated'));
    assert.equal(await freeCodes(a), 0n);
  });
});

describe('release', () => {
  it('gives codes back, once, and a cancelled order gets none again', async () => {
    const variant = await variantWith(3);
    const request = order([variant, 2]);
    await stock.allocate(request);
    await stock.release(request.orderId);
    await stock.release(request.orderId);
    assert.equal(await freeCodes(variant), 3n);
    assert.equal((await stock.allocate(request)).status, 'waiting');
    assert.equal(await freeCodes(variant), 3n);
  });

  it('holds also when it overtakes the request', async () => {
    const variant = await variantWith(3);
    const request = order([variant, 2]);
    await stock.release(request.orderId);
    assert.equal((await stock.allocate(request)).status, 'waiting');
    assert.equal(await freeCodes(variant), 3n);
  });

  it('is refused once a code was seen', async () => {
    const variant = await variantWith(1);
    const request = order([variant, 1]);
    await stock.allocate(request);
    await codes.revealOrder(request.orderId);
    await assert.rejects(stock.release(request.orderId), RevealedStockError);
    assert.equal(await freeCodes(variant), 0n);
  });
});
