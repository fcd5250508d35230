import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ALICE, ALICE_USD, BRUNO, BRUNO_USD, wholeStory } from '#projections/testing/story.ts';
import { exportTransactions, listOwnTransactions, listTransactions } from './transactions.ts';

describe('the transactions read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = wholeStory();
  await project(log.events);

  it('shows each movement once, with its sign, its state and the balance it left', async () => {
    const { items, total } = await listOwnTransactions(pool, ALICE, { sortOrder: 'asc' });
    assert.equal(total, 6);
    assert.deepEqual(
      items.map((one) => [one.type, one.amount, one.status, one.balanceAfter, one.description]),
      [
        ['deposit', 100_000n, 'completed', 100_000n, 'Deposit DEP-000001'],
        ['payment', -30_001n, 'completed', 69_999n, 'Order GL-000001'],
        ['payment', -20_000n, 'completed', 49_999n, 'Order GL-000004'],
        ['refund', 20_000n, 'completed', 69_999n, 'Refund of order GL-000004'],
        ['withdrawal', -10_000n, 'completed', 59_999n, 'Withdrawal WD-000001'],
        ['withdrawal', -5_000n, 'failed', null, 'Withdrawal WD-000002'],
      ],
    );
  });

  it('keeps a payment that waited for funds as one, from queued to paid or given up', async () => {
    const { items } = await listOwnTransactions(pool, BRUNO, { type: 'payment', sortOrder: 'asc' });
    assert.deepEqual(
      items.map((one) => [one.documentNumber, one.status, one.balanceAfter]),
      [
        ['GL-000002', 'completed', -4_500n],
        ['GL-000003', 'failed', null],
      ],
    );
    const [paid] = items;
    assert.ok(paid?.settledAt && paid.settledAt > paid.createdAt);
    const queued = log.events.find((event) => event.type === 'WalletPaymentQueued');
    assert.equal(paid.id, queued?.id);
  });

  it('counts every combination of filters as the rows themselves do', async () => {
    const everything = (await listTransactions(pool, { perPage: 100 })).items;
    assert.equal(everything.length, 9);
    const days = [{}, { from: '2026-01-11', to: '2026-01-12' }, { to: '2026-01-11' }, { from: '2026-02-02' }];
    const owners = [
      {},
      { customerId: ALICE },
      { walletId: BRUNO_USD },
      { customerId: ALICE, walletId: ALICE_USD },
      { customerId: ALICE, walletId: BRUNO_USD },
    ];
    for (const period of days as { from?: string; to?: string }[]) {
      for (const owner of owners as { customerId?: string; walletId?: string }[]) {
        for (const type of [undefined, 'deposit', 'payment', 'refund', 'withdrawal'] as const) {
          for (const status of [undefined, 'completed', 'pending', 'failed'] as const) {
            const expected = everything.filter(
              (one) =>
                (owner.customerId === undefined || one.customerId === owner.customerId) &&
                (owner.walletId === undefined || one.walletId === owner.walletId) &&
                (type === undefined || one.type === type) &&
                (status === undefined || one.status === status) &&
                one.createdAt.toISOString().slice(0, 10) >= (period.from ?? '') &&
                one.createdAt.toISOString().slice(0, 10) <= (period.to ?? '9999'),
            );
            const page = await listTransactions(pool, { ...period, ...owner, type, status });
            assert.equal(page.total, expected.length, JSON.stringify({ period, owner, type, status }));
            assert.equal(page.items.length, expected.length);
          }
        }
      }
    }
  });

  it('gives pages without gaps or repeats, from both ends', async () => {
    const all = (await listTransactions(pool, { perPage: 100, sortBy: 'amount', sortOrder: 'asc' })).items;
    const paged = [];
    for (let page = 1; page <= 5; page += 1) {
      paged.push(...(await listTransactions(pool, { page, perPage: 2, sortBy: 'amount', sortOrder: 'asc' })).items);
    }
    assert.deepEqual(paged, all);
    assert.deepEqual((await listTransactions(pool, { page: 6, perPage: 2 })).items, []);
  });

  it('exports a wallet chunk by chunk in the order of time', async () => {
    const all = await exportTransactions(pool, { customerId: ALICE, walletId: ALICE_USD });
    assert.equal(all.length, 6);
    const third = all[2];
    const rest = await exportTransactions(pool, { customerId: ALICE, walletId: ALICE_USD, after: third });
    assert.deepEqual(rest, all.slice(3));
    assert.deepEqual(await exportTransactions(pool, { customerId: BRUNO, walletId: ALICE_USD }), []);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
