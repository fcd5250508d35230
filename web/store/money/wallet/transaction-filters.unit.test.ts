import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTransactionFilters, transactionTypeLabel } from './transaction-filters.ts';

const read = (query: string) => readTransactionFilters(new URLSearchParams(query));
const none = { type: undefined, from: undefined, to: undefined, oldestFirst: false, page: 1 };

describe('filters of the movements', () => {
  it('a bare address shows everything, newest first', () => {
    assert.deepEqual(read(''), none);
  });

  it('what the server would refuse is left out', () => {
    assert.deepEqual(read('type=gift&from=2026-02-30&to=yesterday&page=0&order=up'), none);
  });

  it('what it knows is kept', () => {
    assert.deepEqual(read('type=deposit_fee&from=2026-02-01&to=2026-02-28&order=asc&page=2'), {
      type: 'deposit_fee',
      from: '2026-02-01',
      to: '2026-02-28',
      oldestFirst: true,
      page: 2,
    });
  });

  it('types have words', () => {
    assert.equal(transactionTypeLabel('deposit_fee'), 'Deposit fee');
  });
});
