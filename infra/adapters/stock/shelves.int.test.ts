import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import type { StockRequest } from '#core/processes/ports.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '#infra/proof/testing/database.ts';
import { createRandom } from '#infra/seed/random.ts';
import { createCodeStore } from './codes.ts';
import { findWrongShelves } from './shelves.ts';
import { createStock } from './stock.ts';

const WORKERS = 6;
const STEPS_EACH = 60;
const KILLS = 25;
/** The name of the connections that are killed. */
const LOAD = 'shelves-load';
const keys = { current: { id: 1, key: randomBytes(32) }, retired: [] };

let database: TestDatabase;
/** For the checks and the kills; it is never killed itself. */
let pool: pg.Pool;

before(async () => {
  database = await createTestDatabase();
  pool = connect('shelves-look');
});
after(async () => {
  await pool.end();
  await database.drop();
});

const connect = (applicationName: string) =>
  createPgPool(database.url, { maxConnections: 8, applicationName, onIdleError: () => undefined });

async function addVariant(): Promise<string> {
  const [productId, variantId] = [randomUUID(), randomUUID()];
  await pool.query("insert into app.product (id, name, category, region) values ($1, 'Steam', 'Games', 'eu')", [
    productId,
  ]);
  await pool.query(
    "insert into app.product_variant (id, product_id, name, price_minor, currency) values ($1, $2, '50', 4900, 'EUR')",
    [variantId, productId],
  );
  return variantId;
}

/**
 * The work of one process: it requests, imports, reveals, lets orders expire, and serves those that wait, over and
 * over.
 */
function createWorker(
  loadPool: pg.Pool,
  variants: readonly string[],
  seed: number,
  state: { next: bigint; killed: number },
) {
  const random = createRandom(seed);
  const stock = createStock({ pool: loadPool });
  const codes = createCodeStore({ pool: loadPool, keys });
  const asked: StockRequest[] = [];
  const known = Array.from({ length: 30 }, () => randomBytes(8).toString('hex'));

  const ask = () => {
    state.next += 1n;
    const lines = variants
      .filter(() => random.chance(0.6))
      .map((variantId) => ({ lineId: randomUUID(), variantId, quantity: random.int(1, 4) }));
    if (lines.length === 0) return Promise.resolve();
    const request = { orderId: randomUUID(), position: state.next, lines };
    asked.push(request);
    return stock.allocate(request);
  };
  const steps: readonly (() => Promise<unknown>)[] = [
    ask,
    ask,
    ask,
    async () => {
      const [orderId] = asked.length > 0 ? [random.pick(asked).orderId] : [];
      // It expired, or was cancelled, waiting or with codes. An order whose codes were seen is refused.
      if (orderId !== undefined) await stock.release(orderId);
    },
    () =>
      codes.addCodes(random.pick(variants), [randomBytes(8).toString('hex'), random.pick(known), random.pick(known)]),
    async () => {
      if (asked.length === 0) return;
      await codes.revealOrder(random.pick(asked).orderId);
    },
    async () => {
      for (const { orderId } of await stock.allocateWaiting(5)) await stock.confirmFulfilled(orderId);
    },
  ];
  return async () => {
    let failed = 0;
    // However slow the killer is, each kill meets work.
    for (let step = 0; step < STEPS_EACH || state.killed < KILLS; step += 1) {
      // A killed backend, or a refused release: what was not committed has changed nothing.
      await random
        .pick(steps)()
        .catch(() => {
          failed += 1;
        });
    }
    return failed;
  };
}

describe('the numbers of a shelf', () => {
  it('are what a count says at every moment, while all that changes them runs at once and backends are killed', async () => {
    const variants = [await addVariant(), await addVariant(), await addVariant()];
    const loadPools = Array.from({ length: WORKERS }, () => connect(LOAD));
    const state = { next: 0n, killed: 0, isOver: false };
    const working = Promise.all(loadPools.map((load, seed) => createWorker(load, variants, seed, state)())).finally(
      () => {
        state.isOver = true;
      },
    );
    while (!state.isOver) {
      assert.deepEqual(await findWrongShelves(pool), []);
      if (state.killed >= KILLS) continue;
      // In the middle of a statement, or between two of a transaction.
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where application_name = $1 and datname = current_database() and state <> 'idle' order by random() limit 1) as victim`,
        [LOAD],
      );
      state.killed += rowCount ?? 0;
    }
    const failures = await working;
    for (const load of loadPools) await load.end();

    assert.deepEqual(await findWrongShelves(pool), []);
    assert.ok(failures.reduce((sum, failed) => sum + failed, 0) > 0, 'a killed backend fails its step');
    const { rows } = await pool.query<{ sold: bigint; free: bigint; waiting: bigint }>(
      'select sum(codes - free_codes)::int8 as sold, sum(free_codes)::int8 as free, sum(waiting)::int8 as waiting from app.product_variant',
    );
    assert.ok((rows[0]?.sold ?? 0n) > 0n, 'something was sold');
  });

  it('follow what is done by hand', async () => {
    const variant = await addVariant();
    await createCodeStore({ pool, keys }).addCodes(variant, ['AAAA-BBBB', 'CCCC-DDDD', 'EEEE-FFFF']);
    await pool.query("delete from app.gift_code where variant_id = $1 and last_four = 'BBBB'", [variant]);
    const { rows } = await pool.query('select codes, free_codes, available from app.product_variant where id = $1', [
      variant,
    ]);
    assert.deepEqual(rows, [{ codes: 2n, free_codes: 2n, available: 2n }]);
  });

  it('say, too, that a sale or an order would not find its codes', async () => {
    const [passed, lost] = [await addVariant(), await addVariant()];
    const codes = createCodeStore({ pool, keys });
    await codes.addCodes(passed, ['GGGG-HHHH']);
    await codes.addCodes(lost, ['IIII-JJJJ']);
    const lines = [{ lineId: randomUUID(), variantId: lost, quantity: 1 }];
    await createStock({ pool }).allocate({ orderId: randomUUID(), position: 1n, lines });
    await pool.query(
      "update app.product_variant set free_from = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where id = $1",
      [passed],
    );
    await pool.query(
      'delete from app.allocation where code_id in (select id from app.gift_code where variant_id = $1)',
      [lost],
    );
    assert.deepEqual(
      (await findWrongShelves(pool)).filter((wrong) => wrong.includes(passed) || wrong.includes(lost)).toSorted(),
      [
        `The shelf of variant ${passed} says 1 codes, 1 free, 0 waited for; counted are 1, 0 and 0, and 0 that their orders find`,
        `The shelf of variant ${lost} says 1 codes, 0 free, 0 waited for; counted are 1, 0 and 0, and 0 that their orders find`,
      ].toSorted(),
    );
    await pool.query('delete from app.gift_code where variant_id = any($1)', [[passed, lost]]);
    assert.deepEqual(await findWrongShelves(pool), []);
  });

  it('are found out when they are wrong', async () => {
    const variant = await addVariant();
    await pool.query('update app.product_variant set codes = 3, free_codes = 2 where id = $1', [variant]);
    assert.deepEqual(await findWrongShelves(pool), [
      `The shelf of variant ${variant} says 3 codes, 2 free, 0 waited for; counted are 0, 0 and 0, and 0 that their orders find`,
    ]);
  });
});
