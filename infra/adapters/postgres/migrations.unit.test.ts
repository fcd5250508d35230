import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMigrations } from './migrate.ts';

describe('the migrations of the store', () => {
  it('have a number each: two that were written at the same time are noticed before a store does not start', async () => {
    const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4));
    assert.equal(new Set(numbers).size, numbers.length);
  });
});
