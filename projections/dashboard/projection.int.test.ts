import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDatabasePool, type DatabasePool } from '#infra/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '#infra/testing/database.ts';
import { assertIndependentOfDelivery, project } from '../kernel/testing/read-models.ts';
import { wholeStory } from '../kernel/testing/story.ts';
import {
  countsByStatus,
  flowOf,
  flowSeries,
  growthPercentage,
  monthlyGrowth,
  orderDistribution,
  transactionDistribution,
} from './queries.ts';

describe('the dashboard read model', () => {
  let database: TestDatabase;
  let pool: DatabasePool;
  before(async () => {
    database = await createTestDatabase();
    pool = await createDatabasePool(database.url, { maxConnections: 2 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const log = wholeStory();
  before(() => project(database.url, log.events));

  it('sums what flowed in and out of wallets, all told and in a period', async () => {
    const all = await flowOf(pool, 'USD');
    assert.equal(all.inflow, 100_000n + 4_500n + 20_000n);
    assert.equal(all.outflow, 30_001n + 9_000n + 20_000n + 10_000n);
    assert.equal((await flowOf(pool, 'USD', { from: '2026-02-01' })).outflow, 10_000n);
    assert.equal((await flowOf(pool, 'EUR')).inflow, 0n);
  });

  it('counts a withdrawal in the week in which it was paid out, and shows empty weeks too', async () => {
    const series = await flowSeries(pool, 'USD', { from: '2026-01-12', to: '2026-02-08' });
    assert.deepEqual(
      series.map((point) => [point.start, point.inflow, point.outflow]),
      [
        ['2026-01-12', 20_000n, 20_000n],
        ['2026-01-19', 0n, 0n],
        ['2026-01-26', 0n, 0n],
        ['2026-02-02', 0n, 10_000n],
      ],
    );
  });

  it('compares calendar months', async () => {
    assert.deepEqual(await monthlyGrowth(pool, 'order', '2026-02-20'), { current: 0, previous: 4, percentage: -100 });
    assert.deepEqual(await monthlyGrowth(pool, 'order', '2026-01-20'), { current: 4, previous: 0, percentage: 100 });
    assert.equal((await monthlyGrowth(pool, 'withdrawal', '2026-03-01')).previous, 2);
    assert.equal(growthPercentage(4, 3), 33.3);
    assert.equal(growthPercentage(0, 0), 0);
  });

  it('shows real distributions', async () => {
    assert.deepEqual(await transactionDistribution(pool), [
      { name: 'deposit', count: 2 },
      { name: 'payment', count: 5 },
      { name: 'withdrawal', count: 2 },
    ]);
    assert.deepEqual(await orderDistribution(pool), [
      { name: 'completed', count: 3 },
      { name: 'pending', count: 0 },
      { name: 'cancelled', count: 0 },
      { name: 'failed', count: 1 },
    ]);
    assert.deepEqual(await countsByStatus(pool, 'customer'), { approved: 1, registered: 1 });
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(database.url, log.events));
});
