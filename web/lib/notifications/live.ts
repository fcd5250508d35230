import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { News } from '#bff/contract/notification.ts';
import { cartKey } from '../cart-key.ts';
import { invalidate, type Stale } from '../query-key.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';
import { liveAtoms } from './poll-interval.ts';
import { notificationsQuery } from './unread.ts';

/** The delay lets the page's own requests come first. */
const FIRST_AFTER_MILLISECONDS = 2_000;
/** The pause before the code is asked for again. */
const RETRY_MILLISECONDS = 60_000;

const STREAMS = { customer: 'GET /notifications/stream', admin: 'GET /admin/notifications/stream' } as const;
const STALE = {
  customer: { notifications: '/notifications', orders: '/orders' },
  admin: { notifications: '/admin/notifications', orders: '/admin/orders', approvals: '/admin/approvals' },
} as const satisfies Record<Realm, Record<'notifications' | 'orders', Stale> & { approvals?: Stale }>;

/**
 * Keeps the realm's event stream open while somebody is signed in and the page is visible, and reloads what its events concern. Where there
 * is no stream, the screens poll: see poll-interval.ts.
 */
export function useLiveNews(realm: Realm): void {
  const client = useQueryClient();
  const isSignedIn = useAtomValue(sessionAtoms[realm]).status === 'signed-in';
  const setLive = useSetAtom(liveAtoms[realm]);
  useEffect(() => {
    if (!isSignedIn) return;
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
    const onClose = () => setLive(false);
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      try {
        const { listenInView } = await import('./listen.ts');
        if (!isOver) stop = listenInView(STREAMS[realm], { onOpen, hear, onClose });
      } catch {
        // The code could not be loaded: the screens poll until it is there.
        if (!isOver) timer = setTimeout(start, RETRY_MILLISECONDS);
      }
    };
    let timer = setTimeout(start, FIRST_AFTER_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [realm, isSignedIn, client, setLive]);
}
