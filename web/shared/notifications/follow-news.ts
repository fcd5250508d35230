import type { QueryClient } from '@tanstack/react-query';
import type { News } from '#bff/contract/people/notification.ts';
import { cartKey } from '#web/lib/cache/cart-key.ts';
import { invalidate, type Stale } from '#web/lib/cache/query-key.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { listenInView } from './listen.ts';
import { notificationsQuery } from './unread.ts';

const STREAMS = { customer: 'GET /notifications/stream', admin: 'GET /admin/notifications/stream' } as const;
const STALE = {
  customer: { notifications: '/notifications', orders: '/orders' },
  admin: { notifications: '/admin/notifications', orders: '/admin/orders', approvals: '/admin/approvals' },
} as const satisfies Record<Realm, Record<'notifications' | 'orders', Stale> & { approvals?: Stale }>;

/** Follows the realm's event stream while the page is visible, and reloads what its events concern. Returns the function that ends it. */
export function followNews(realm: Realm, client: QueryClient, setLive: (isLive: boolean) => void): () => void {
  const { notifications, ...lists }: { notifications: Stale } & Readonly<Record<string, Stale>> = STALE[realm];
  const { queryKey } = notificationsQuery(realm, 1);
  const hear = (event: string, data: string) => {
    const list = lists[event];
    if (list) return void invalidate(client, list);
    const news: News = JSON.parse(data);
    for (const [walletId, total] of Object.entries(news.cart_totals ?? {})) {
      const cart = client.getQueryData(cartKey(walletId));
      // Another window, device or key has changed it.
      if (cart && cart.meta.totals.total.amount !== total) void invalidate(client, '/cart');
    }
    const shown = client.getQueryData(queryKey);
    const isShown = shown?.meta.unread_count === news.unread_count && (shown.data[0]?.id ?? null) === news.newest_id;
    if (!isShown) void invalidate(client, notifications);
  };
  let hasListened = false;
  const onOpen = () => {
    setLive(true);
    // The lists may have changed meanwhile. The bell's state is the first event of each stream.
    if (hasListened) void invalidate(client, ...Object.values(lists));
    hasListened = true;
  };
  return listenInView(STREAMS[realm], { onOpen, hear, onClose: () => setLive(false) });
}
