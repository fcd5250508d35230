import type { InfiniteData } from '@tanstack/react-query';
import type { NotificationPage } from '#bff/contract/people/notification.ts';

export type Pages = InfiniteData<NotificationPage, number>;

/** The pages with the marked ones read, and a smaller count, never below zero. */
export function markRead(pages: Pages, isMarked: (id: string) => boolean): Pages {
  const all = pages.pages.flatMap((page) => page.data);
  const newlyRead = all.filter((item) => item.read_at === null && isMarked(item.id)).length;
  const allMarked = all.every((item) => isMarked(item.id));
  const readAt = new Date().toISOString();
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      data: page.data.map((item) => (item.read_at === null && isMarked(item.id) ? { ...item, read_at: readAt } : item)),
      meta: { ...page.meta, unread_count: allMarked ? 0 : Math.max(0, page.meta.unread_count - newlyRead) },
    })),
  };
}
