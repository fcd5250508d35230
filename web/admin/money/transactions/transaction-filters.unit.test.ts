import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysRefusal } from '#bff/contract/base/days.ts';
import { hasFilters, readFilters } from './transaction-filters.ts';

const USER = '5f859169-b762-5d55-9bad-eb7a59b5b6e1';
const WALLET = '39515f03-9f3d-52d1-ba6f-767a845181e8';
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('filters of the transaction list', () => {
  it('given none, then nothing is filtered', () => {
    assert.equal(hasFilters(read('page=2')), false);
  });

  it('given all of them, then all are read', () => {
    const filters = read(`start_date=2026-01-02&end_date=2026-02-01&user_id=${USER}&wallet_id=${WALLET}`);
    assert.deepEqual(filters, {
      start_date: '2026-01-02',
      end_date: '2026-02-01',
      user_id: USER,
      wallet_id: WALLET,
    });
  });

  it('given a wallet without its user, then the wallet does not filter unseen', () => {
    assert.equal(read(`wallet_id=${WALLET}`).wallet_id, '');
  });

  it('given words where a date or an id belongs, then they count as not given', () => {
    assert.equal(hasFilters(read('start_date=yesterday&end_date=2026-02-30&user_id=me')), false);
  });

  it('given an end before the start, then that is said', () => {
    assert.match(daysRefusal(read('start_date=2026-02-02&end_date=2026-02-01')) ?? '', /must not be before/);
    assert.equal(daysRefusal(read('start_date=2026-02-01&end_date=2026-02-01')), undefined);
  });
});
