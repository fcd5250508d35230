import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNews } from '#web/lib/notifications/unread.ts';
import { invalidate } from '#web/lib/query-key.ts';

/** What a notification may be about. */
const CONCERNED = ['GET /user', '/wallets', '/transactions', '/deposits', '/orders', '/withdrawals'] as const;

/** A new notification means that something changed without this page's doing: balances and lists are asked for again. */
export function useRefreshOnNews(): void {
  const client = useQueryClient();
  const { newestId: newest } = useNews('customer');
  const known = useRef(newest);
  useEffect(() => {
    if (newest === undefined || newest === known.current) return;
    const isFirstLook = known.current === undefined;
    known.current = newest;
    if (isFirstLook) return;
    void invalidate(client, ...CONCERNED);
  }, [newest, client]);
}
