import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { countsOf, weeklyCounts } from '#projections/lists/tally.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { flowOf, flowSeries, growthPercentage, monthlyGrowth } from './dashboard.ts';

describe('the dashboard read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = wholeStory();
  await project(log.events);

  it('sums what flowed in and out of wallets, in total and in a period', async () => {
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
    assert.deepEqual(await monthlyGrowth(pool, ['order', 'withdrawal'], '2026-02-20'), {
      order: { current: 0, previous: 4, percentage: -100 },
      withdrawal: { current: 2, previous: 0, percentage: 100 },
    });
    const january = await monthlyGrowth(pool, ['order'], '2026-01-20');
    assert.deepEqual(january.order, { current: 4, previous: 0, percentage: 100 });
    const march = await monthlyGrowth(pool, ['order', 'withdrawal'], '2026-03-01');
    assert.deepEqual([march.order.previous, march.withdrawal.previous], [0, 2]);
    assert.equal(growthPercentage(4, 3), 33.3);
    assert.equal(growthPercentage(0, 0), 0);
  });

  it('shows real distributions', async () => {
    const counts = await countsOf(pool, ['transaction', 'order', 'customer']);
    assert.deepEqual(counts.transaction.byType, { deposit: 2, payment: 4, refund: 1, withdrawal: 2 });
    assert.deepEqual(counts.order.byStatus, { completed: 2, cancelled: 2 });
    assert.deepEqual(counts.customer.byStatus, { approved: 1, registered: 1 });
  });

  it('counts by the week, each subject by itself', async () => {
    const weeks = await weeklyCounts(pool, ['order', 'withdrawal'], '2026-01-18', 3);
    assert.equal(weeks.order.length, 3);
    assert.equal(weeks.withdrawal.length, 3);
    assert.equal(
      weeks.order.reduce((sum, count) => sum + count, 0),
      4,
    );
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
