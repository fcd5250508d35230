import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markRead } from './mark-read.ts';

const item = (id: string, readAt: string | null) => ({
  id,
  type: 'X',
  data: { message: '' },
  read_at: readAt,
  created_at: '',
});
const meta = (unread: number) => ({
  current_page: 1,
  last_page: 2,
  per_page: 2,
  total: 4,
  from: 1,
  to: 2,
  unread_count: unread,
});

describe('marking notifications as read', () => {
  const pages = {
    pages: [
      { data: [item('a', null), item('b', '2025-01-01T00:00:00Z')], meta: meta(3) },
      { data: [item('c', null)], meta: meta(3) },
    ],
    pageParams: [1, 2],
  };

  it('given three unread, when one is marked, then two are left', () => {
    const after = markRead(pages, (id) => id === 'a');
    assert.equal(after.pages[0]?.meta.unread_count, 2);
    assert.notEqual(after.pages[0]?.data[0]?.read_at, null);
    assert.equal(after.pages[1]?.data[0]?.read_at, null);
  });

  it('given one that was read, when it is marked again, then the count stays', () => {
    assert.equal(markRead(pages, (id) => id === 'b').pages[0]?.meta.unread_count, 3);
  });

  it('when all are marked, then none is left, also of those not loaded', () => {
    const after = markRead(pages, () => true);
    assert.equal(after.pages[0]?.meta.unread_count, 0);
    assert.ok(after.pages.every((page) => page.data.every((each) => each.read_at !== null)));
  });

  it('never counts below zero', () => {
    const wrong = { ...pages, pages: pages.pages.map((page) => ({ ...page, meta: meta(0) })) };
    assert.equal(markRead(wrong, (id) => id === 'a').pages[0]?.meta.unread_count, 0);
  });
});
