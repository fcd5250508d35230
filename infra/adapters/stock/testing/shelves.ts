import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type pg from 'pg';
import type { StockRequest } from '#core/processes/ports.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createCodeStore } from '../codes.ts';
import { createStock } from '../stock.ts';

/** Stock and codes on a database of a test file's own. */
export async function openShelves() {
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

  return { pool, keys, stock, codes, variantWith, addCodes, order, listenToPool, servedOf, freeCodes };
}
