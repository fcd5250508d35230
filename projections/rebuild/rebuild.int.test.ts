import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createEngineStack } from '#infra/proof/testing/engine-stack.ts';
import { dump } from '#infra/proof/testing/read-models.ts';
import { assertSameLists } from '#infra/proof/testing/same-lists.ts';
import { listCustomers } from '#projections/models/customers.ts';
import { createLog, id } from '#projections/testing/log.ts';
import { ALICE_USD, wholeStory } from '#projections/testing/story.ts';
import { waitForPosition } from '../kernel/freshness.ts';
import { type RebuildOptions, rebuildAndCompare } from './rebuild.ts';
import { describeDifferences } from './report.ts';

// Several at once, each on its own stack: they mostly wait for Postgres.
describe('a rebuild', { concurrency: 3 }, () => {
  /** Read models of the whole story, which stay live during the rebuild. */
  async function projectedStack() {
    const { databaseUrl, store, pool, common, start } = await createEngineStack();
    const position = await wholeStory().appendTo(store);
    start();
    assert.ok(await waitForPosition(pool, position, PATIENCE_MS));
    return {
      databaseUrl,
      pool,
      version: common.version,
      rebuild: (options: Partial<RebuildOptions> = {}) =>
        rebuildAndCompare({ ...common, signal: AbortSignal.timeout(2 * PATIENCE_MS), ...options }),
      async query(text: string) {
        const plain = new pg.Client({ connectionString: databaseUrl });
        await plain.connect();
        const { rows } = await plain.query(text);
        await plain.end();
        return rows;
      },
      async register(from: number, count: number): Promise<bigint> {
        const log = createLog('2026-05-01T00:00:00.000Z', `late-${from}`);
        for (let number = from; number < from + count; number += 1) {
          log.add(`customer-${id('late', number)}`, 'CustomerRegistered', { customerId: id('late', number) });
        }
        return log.appendTo(store);
      },
    };
  }

  it('finds nothing to complain of, takes the place of the live tables, and live projecting goes on', async () => {
    const { databaseUrl, pool, rebuild, query, register } = await projectedStack();
    const [before] = await query('select generation from read.checkpoint');
    const rows = await dump(databaseUrl, 'read');
    const report = await rebuild();
    assert.deepEqual(report.differences, []);
    assert.equal(report.isSwitched, true);
    assert.notDeepEqual(await query('select generation from read.checkpoint'), [before]);
    assertSameLists(await dump(databaseUrl, 'read'), rows);

    assert.ok(await waitForPosition(pool, await register(1, 1), PATIENCE_MS));
    assert.equal((await listCustomers(pool, { status: 'registered' })).total, 2);
    const left = await query("select nspname from pg_namespace where nspname like 'read\\_%'");
    assert.deepEqual(left, []);
    const indexes = await query("select count(*)::int as count from pg_indexes where schemaname = 'read'");
    assert.ok(indexes[0].count > 40);
  });

  it('misses nothing that is written while it runs', async () => {
    const { pool, rebuild, register } = await projectedStack();
    let last: Promise<bigint> | undefined;
    const report = await rebuild({
      onProgress: ({ step }) => {
        last ??= step === 'indexing' ? register(100, 200) : undefined;
      },
    });
    assert.equal(report.isSwitched, true);
    assert.ok(last);
    assert.ok(await waitForPosition(pool, await last, PATIENCE_MS));
    assert.equal((await listCustomers(pool, {})).total, 202);
    assert.deepEqual((await rebuild({ isDryRun: true })).differences, []);
  });

  it('holds live projecting back for a moment only, though much was written while it compared', async () => {
    const { databaseUrl, pool, rebuild, register, query } = await projectedStack();
    await eventually(async () =>
      assert.deepEqual(await query('select indexed from read.checkpoint'), [{ indexed: true }]),
    );
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    // The comparison stops at this table, which what is written meanwhile does not change.
    await blocker.query('begin; lock table read.periods in access exclusive mode');
    const comparing = Promise.withResolvers<void>();
    const rebuilding = rebuild({ onProgress: ({ step }) => step === 'comparing' && comparing.resolve() });
    await Promise.race([comparing.promise, rebuilding]);
    assert.ok(await waitForPosition(pool, await register(1_000, 1_500), PATIENCE_MS));
    await blocker.end();
    const report = await rebuilding;
    assert.equal(report.isSwitched, true);
    assert.ok(report.heldBack <= 1_000, `it waited for ${report.heldBack} events`);
    assert.deepEqual((await rebuild({ isDryRun: true })).differences, []);
  });

  it('names every kind of difference with its key, and does not switch', async () => {
    const { rebuild, query } = await projectedStack();
    await query(`update read.wallets set balance = balance + 1 where wallet_id = '${ALICE_USD}'`);
    await query("delete from read.orders where number = 'GL-000001'");
    await query(`insert into read.customer_discounts values ('${id('customer', 9)}', 'p9', 1, now())`);
    const report = await rebuild();
    assert.equal(report.isSwitched, false);
    const text = describeDifferences(report.differences);
    assert.match(text, new RegExp(`wallet_id=${ALICE_USD}: live → rebuilt: balance 60000 → 59999`));
    assert.match(text, /orders: 1 row differs\n {2}order_id=.*: missing in the live table/);
    assert.match(text, /product_id=p9: only in the live table/);
    assert.deepEqual(report.differences.map((difference) => difference.table).sort(), [
      'customer_discounts',
      'orders',
      'wallets',
    ]);

    const accepted = await rebuild({ acceptDifferences: true });
    assert.equal(accepted.isSwitched, true);
    assert.deepEqual((await rebuild({ isDryRun: true })).differences, []);
  });

  it('does not take the place of tables that are defined otherwise, though no row differs, unless it is told to', async () => {
    const { rebuild, query, version } = await projectedStack();
    await query(`update read.checkpoint set release = '0.2.1'`);
    const refused = await rebuild({ version: version + 1 });
    assert.deepEqual([refused.differences, refused.otherDefinition, refused.isSwitched], [[], 'Release 0.2.1', false]);
    const accepted = await rebuild({ version: version + 1, acceptDifferences: true });
    assert.deepEqual([accepted.otherDefinition, accepted.isSwitched], ['Release 0.2.1', true]);
  });

  it('compares with read models of an earlier version, whose checkpoint is a position alone', async () => {
    const { rebuild, query } = await projectedStack();
    await query(`alter table read.checkpoint drop column event_stream, drop column event_revision, drop column event_hash;
      update read.checkpoint set position = position + 7`);
    const report = await rebuild();
    assert.deepEqual([report.differences, report.otherLog, report.isSwitched], [[], null, true]);
  });

  it('changes nothing in a dry run, and nothing when it is interrupted', async () => {
    const { rebuild, query } = await projectedStack();
    const before = await query('select generation from read.checkpoint');
    assert.equal((await rebuild({ isDryRun: true })).isSwitched, false);
    const interrupted = new AbortController();
    await assert.rejects(
      rebuild({
        signal: interrupted.signal,
        onProgress: ({ step }) => {
          if (step === 'projecting') interrupted.abort();
        },
      }),
      /interrupted/,
    );
    assert.deepEqual(await query('select generation from read.checkpoint'), before);
    assert.deepEqual(await query("select nspname from pg_namespace where nspname like 'read\\_%'"), []);
  });

  it('refuses to run twice at once', async () => {
    const { rebuild } = await projectedStack();
    const [one, two] = await Promise.allSettled([rebuild({ isDryRun: true }), rebuild({ isDryRun: true })]);
    const failed = [one, two].filter((result) => result.status === 'rejected');
    assert.equal(failed.length, 1);
    assert.match(String(failed[0]?.reason), /Another rebuild is running/);
  });
});
