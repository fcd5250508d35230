import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type pg from 'pg';
import { InvalidCodeError } from '#bff/kit/ports/code-store.ts';
import type { StockAllocation, StockRequest } from '#core/processes/ports.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createCodeStore } from './codes.ts';
import { findWrongShelves } from './shelves.ts';
import { createStock, RevealedStockError, StockRequestMismatchError } from './stock.ts';

let lastPosition = 0n;
let isOver = false;
const keys = { current: { id: 1, key: randomBytes(32) }, retired: [] };

const database = await createTestDatabase();
const pool = createPgPool(database.url, { maxConnections: 20, applicationName: 'test', onIdleError });
const stock = createStock({ pool });
const codes = createCodeStore({ pool, keys });
after(async () => {
  isOver = true;
  await pool.end();
  await database.drop();
});

/** The pool ends before its connections do: dropping the database may still break one. */
function onIdleError(error: Error): void {
  if (!isOver) assert.ifError(error);
}

async function variantWith(count: number): Promise<string> {
  const [productId, variantId] = [randomUUID(), randomUUID()];
  await pool.query("insert into app.product (id, name, category, region) values ($1, 'Steam', 'Games', 'Europe')", [
    productId,
  ]);
  await pool.query(
    "insert into app.product_variant (id, product_id, name, price_minor, currency) values ($1, $2, '50 EUR', 4900, 'EUR')",
    [variantId, productId],
  );
  await addCodes(variantId, count);
  return variantId;
}

const addCodes = (variantId: string, count: number) =>
  codes.addCodes(
    variantId,
    Array.from({ length: count }, () => randomBytes(8).toString('hex')),
  );

function order(...wanted: [variantId: string, quantity: number][]): StockRequest {
  lastPosition += 1n;
  return {
    orderId: randomUUID(),
    position: lastPosition,
    lines: wanted.map(([variantId, quantity]) => ({ lineId: randomUUID(), variantId, quantity })),
  };
}

/** The pool, and a list of the statements that it runs. */
function listenToPool(): { readonly asked: string[]; readonly listening: pg.Pool } {
  const asked: string[] = [];
  const listening: pg.Pool = Object.create(pool, {
    query: {
      value: (query: { text: string }, ...rest: []) => {
        asked.push(query.text ?? query);
        return pool.query(query, ...rest);
      },
    },
  });
  return { asked, listening };
}

/** Those of these orders that the queue's next round returns; others of this database may be returned too. */
async function servedOf(requests: readonly StockRequest[]): Promise<string[]> {
  const served = await stock.allocateWaiting(1_000);
  const own = new Set(requests.map((request) => request.orderId));
  return served.map((allocation) => allocation.orderId).filter((orderId) => own.has(orderId));
}

async function freeCodes(variantId: string): Promise<bigint | undefined> {
  return (await codes.available([variantId]))[0]?.free;
}

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

describe('codes', () => {
  it('are refused when they are in stock already, came twice, or were sold', async () => {
    const variant = await variantWith(0);
    const first = await codes.addCodes(variant, ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF', 'AAAA-BBBB-CCCC']);
    assert.deepEqual(first, { added: 2, duplicates: 1, duplicateIndexes: [2] });
    await stock.allocate(order([variant, 2]));
    const second = await codes.addCodes(variant, ['  aaaabbbbcccc ', 'GGGG-HHHH-IIII']);
    assert.deepEqual(second, { added: 1, duplicates: 1, duplicateIndexes: [0] });
  });

  it('are all left out when one of them cannot be a code', async () => {
    const variant = await variantWith(0);
    await assert.rejects(codes.addCodes(variant, ['AAAA-BBBB', ' ']), InvalidCodeError);
    assert.equal(await freeCodes(variant), 0n);
  });

  it('are never stored in the clear, and open to what was uploaded', async () => {
    const variant = await variantWith(0);
    await codes.addCodes(variant, ['WXYZ-1234-5678']);
    const { rows } = await pool.query('select code_sealed, last_four from app.gift_code where variant_id = $1', [
      variant,
    ]);
    assert.equal(rows[0].last_four, '5678');
    assert.equal(rows[0].code_sealed.includes('WXYZ'), false);
    const request = order([variant, 1]);
    await stock.allocate(request);
    assert.equal((await codes.revealOrder(request.orderId))[0]?.code, 'WXYZ-1234-5678');
  });

  it('of several orders are opened together, each for its own, and noted as seen with one statement', async () => {
    const { asked, listening } = listenToPool();
    const together = createCodeStore({ pool: listening, keys });
    const variant = await variantWith(3);
    const [first, second, nothing] = [order([variant, 1]), order([variant, 2]), order([variant, 1])];
    for (const request of [first, second, nothing]) await stock.allocate(request);
    // Its salts are looked up before.
    await together.openOrder(first.orderId);
    asked.length = 0;

    const looks = await Promise.allSettled(
      [first, second, second, nothing].map(({ orderId }) => together.revealOrder(orderId)),
    );
    const seen = looks.map((look) =>
      look.status === 'fulfilled' ? look.value.map(({ orderId }) => orderId) : 'refused',
    );
    const ofSecond = [second.orderId, second.orderId];
    assert.deepEqual(seen, [[first.orderId], ofSecond, ofSecond, 'refused']);
    const { rows } = await pool.query(
      'select count(*)::int as seen from app.gift_code where variant_id = $1 and first_revealed_at is not null',
      [variant],
    );
    assert.deepEqual(rows, [{ seen: 3 }]);
    assert.equal(asked.length, 2, asked.join('\n'));
  });

  it('are not revealed before they are sold', async () => {
    const variant = await variantWith(1);
    const request = order([variant, 2]);
    assert.equal((await stock.allocate(request)).status, 'waiting');
    await assert.rejects(codes.revealOrder(request.orderId), /no codes/);
    const seen = 'update app.gift_code set first_revealed_at = now() where variant_id = $1';
    await assert.rejects(pool.query(seen, [variant]), /violates check constraint/);
  });
});
