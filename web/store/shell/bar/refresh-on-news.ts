import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { useNews } from '#web/shared/notifications/unread.ts';

/** The reads that a notification may concern. */
const CONCERNED = ['GET /user', '/wallets', '/transactions', '/deposits', '/orders', '/withdrawals'] as const;

/** A new notification means that something changed outside this page, so balances and lists are reloaded. */
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
