import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidCodeError } from '#bff/kit/ports/code-store.ts';
import { createCodeStore } from './codes.ts';
import { openShelves } from './testing/shelves.ts';

const { pool, keys, stock, codes, variantWith, order, listenToPool, freeCodes } = await openShelves();

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
