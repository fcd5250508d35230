import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageSlots } from './page-window.ts';

describe('the pages a pager shows', () => {
  it('shows none with one page or fewer', () => {
    assert.deepEqual(pageSlots(1, 0), []);
    assert.deepEqual(pageSlots(1, 1), []);
  });

  it('shows all of five pages or fewer', () => {
    assert.deepEqual(pageSlots(2, 2), [1, 2]);
    assert.deepEqual(pageSlots(3, 5), [1, 2, 3, 4, 5]);
  });

  it('shows the first, the last and a window around the current page of more', () => {
    assert.deepEqual(pageSlots(1, 12), [1, 2, 3, 4, 'gap-after', 12]);
    assert.deepEqual(pageSlots(6, 12), [1, 'gap-before', 5, 6, 7, 'gap-after', 12]);
    assert.deepEqual(pageSlots(12, 12), [1, 'gap-before', 9, 10, 11, 12]);
  });

  it('always holds the current page, without repeats', () => {
    for (let last = 2; last <= 30; last += 1) {
      for (let current = 1; current <= last; current += 1) {
        const slots = pageSlots(current, last);
        assert.ok(slots.includes(current), `${current} of ${last}`);
        assert.equal(new Set(slots).size, slots.length, `${current} of ${last}`);
      }
    }
  });
});
