import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNews } from '#web/lib/notifications/unread.ts';
import { keys } from '#web/lib/query-keys.ts';

/** What a notification may be about. */
const CONCERNED = [
  keys.user,
  keys.wallets,
  keys.transactions.all,
  keys.deposits.all,
  keys.orders.all,
  keys.withdrawals.all,
];

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
    for (const queryKey of CONCERNED) void client.invalidateQueries({ queryKey });
  }, [newest, client]);
}
