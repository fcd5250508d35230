import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterQuery, productLink, readFilters } from './catalogue-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

describe('filters of the catalogue', () => {
  it('a bare address shows the first page of everything by name', () => {
    assert.deepEqual(read(''), { term: '', brands: [], regions: [], sortBy: 'name', descending: false, page: 1 });
    assert.equal(filterQuery(read('')).toString(), '');
  });

  it('an address with nonsense is read as if it were not there', () => {
    assert.deepEqual(read('page=-2&sort_by=id&sort_order=up&brand_name=,,'), read(''));
    assert.equal(read('page=two').page, 1);
  });

  it('all brands and all regions are no filter', () => {
    assert.deepEqual(read('brand_name=All Brands&region=all').brands, []);
    assert.deepEqual(read('region=us,all').regions, []);
  });

  it('an address that is written is read back the same, commas in names included', () => {
    const filters = {
      term: 'gift & more',
      brands: ['Steam', 'Microsoft (Games, Software, Xbox)', 'Acme, Inc.'],
      regions: ['us', 'eu'],
      sortBy: 'price' as const,
      descending: true,
      page: 3,
    };
    assert.deepEqual(read(filterQuery(filters).toString()), filters);
  });

  it('the link to a product carries the page, and filters only when there are any', () => {
    assert.equal(productLink('p1', read('')), '/products/p1?page=1');
    assert.equal(productLink('p1', read('page=2&region=us')), '/products/p1?page=2&region=us');
  });
});
