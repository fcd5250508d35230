import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { News } from '#bff/contract/notification.ts';
import { isApiError } from '../api-error.ts';
import { cartKey } from '../cart-key.ts';
import { invalidate, type Stale } from '../query-key.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';
import { liveAtoms } from './poll-interval.ts';
import { notificationsQuery } from './unread.ts';

/** The delay lets the page's own requests come first. */
const FIRST_AFTER_MILLISECONDS = 2_000;
/**
 * The pause between two tries. It doubles each time, up to the longest one, less a random part of up to a half, so that browsers do not all
 * reconnect at once.
 */
const RETRY_MILLISECONDS = 1_000;
const LONGEST_RETRY_MILLISECONDS = 60_000;

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
    return whileInView((signal) => keepListening(STREAMS[realm], { onOpen, hear, onClose, signal }));
  }, [realm, isSignedIn, client, setLive]);
}

/** Runs `work` whenever the page is visible, and aborts it when it is hidden. Returns a function that ends both. */
function whileInView(work: (signal: AbortSignal) => Promise<void>): () => void {
  let running: AbortController | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      running?.abort();
      running = undefined;
    } else if (!running) {
      running = new AbortController();
      void work(running.signal);
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    running?.abort();
  };
}

type Listener = {
  readonly onOpen: () => void;
  readonly hear: (event: string, data: string) => void;
  readonly onClose: () => void;
  readonly signal: AbortSignal;
};

async function keepListening(key: (typeof STREAMS)[Realm], { onOpen, hear, onClose, signal }: Listener) {
  await pause(FIRST_AFTER_MILLISECONDS, signal);
  for (let failures = 0; !signal.aborted; failures += 1) {
    let askedToWaitMilliseconds = 0;
    try {
      // Loaded now, because the page shows without them.
      const [{ openStream }, { readEvents }] = await Promise.all([
        import('../download.ts'),
        import('./event-stream.ts'),
      ]);
      const stream = await openStream(key, { signal });
      onOpen();
      failures = 0;
      for await (const { event, data } of readEvents(stream)) hear(event, data);
    } catch (error) {
      // Refused, cut off or aborted: the screens poll until it works again.
      if (isApiError(error)) askedToWaitMilliseconds = 1_000 * (error.retryAfterSeconds ?? 0);
    }
    onClose();
    const longest = Math.min(RETRY_MILLISECONDS * 2 ** failures, LONGEST_RETRY_MILLISECONDS);
    await pause(Math.max(askedToWaitMilliseconds, longest * (0.5 + Math.random() / 2)), signal);
  }
}

/** Ends early when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
