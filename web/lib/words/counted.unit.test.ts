import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counted } from './counted.ts';

describe('a number of things', () => {
  it('is in the singular for one alone', () => {
    assert.equal(counted(1, 'lines'), '1 line');
    assert.equal(counted(1, 'deliveries'), '1 delivery');
    assert.equal(counted(0, 'lines'), '0 lines');
    assert.equal(counted(1_204, 'deliveries'), '1,204 deliveries');
  });
});
