import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { listCustomers } from '#projections/models/customers.ts';
import { createLog, id } from '#projections/testing/log.ts';
import { MAX_PAGE_SIZE } from './page.ts';

const CUSTOMERS = 2_345;

describe('pages of a long list', async () => {
  const { pool, project } = await openReadModels();
  const log = createLog();
  for (let number = 0; number < CUSTOMERS; number += 1) {
    // Five at a time register in the same second: only the tie-breaker orders them.
    const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 5) * 1_000).toISOString();
    log.add(`customer-${id('c', number)}`, 'CustomerRegistered', { customerId: id('c', number) }, { time });
  }
  await project(log.events);

  for (const sortOrder of ['asc', 'desc'] as const) {
    it(`show every row once, ${sortOrder}, whichever end they are read from`, async () => {
      const seen: string[] = [];
      const lastPage = Math.ceil(CUSTOMERS / MAX_PAGE_SIZE);
      for (let page = 1; page <= lastPage; page += 1) {
        const result = await listCustomers(pool, { page, perPage: MAX_PAGE_SIZE, sortOrder });
        assert.equal(result.total, CUSTOMERS);
        assert.equal(result.lastPage, lastPage);
        seen.push(...result.items.map((customer) => customer.customerId));
      }
      const expected = Array.from({ length: CUSTOMERS }, (_, number) => id('c', number));
      assert.deepEqual(seen, sortOrder === 'asc' ? expected : expected.reverse());
    });
  }

  it('end after the last one, and are never larger than allowed', async () => {
    assert.deepEqual((await listCustomers(pool, { page: 1_000, perPage: 100 })).items, []);
    assert.equal((await listCustomers(pool, { perPage: 5_000 })).items.length, MAX_PAGE_SIZE);
    assert.equal((await listCustomers(pool, { page: -3 })).page, 1);
  });
});
