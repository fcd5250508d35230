import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { NotificationPage } from '#bff/contract/notification.ts';
import { adminFetch, apiFetch } from '../api.ts';
import { keys } from '../query-keys.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';

/** What the dropdown asks for at a time. */
const DROPDOWN_PAGE_SIZE = 4;
/** How often the bell looks for news while the page is in view. */
export const POLL_MILLISECONDS = 60_000;

/** Keys of the bell's first page and of the dropdown's list; both below the realm's `notifications`. */
export function notificationKeys(realm: Realm) {
  const base = realm === 'customer' ? keys.notifications : keys.admin.notifications;
  return { first: [...base, 'first'] as const, list: [...base, 'list'] as const };
}

/** One page of a realm's notifications. */
export const fetchNotifications = (realm: Realm, page: number, signal: AbortSignal): Promise<NotificationPage> =>
  (realm === 'customer' ? apiFetch : adminFetch)<NotificationPage>('/notifications', {
    query: { page, per_page: DROPDOWN_PAGE_SIZE },
    signal,
  });

/** How many notifications are unread; all that the bell itself must know. */
export function useUnreadCount(realm: Realm): number {
  const session = useAtomValue(sessionAtoms[realm]);
  const { data } = useQuery({
    queryKey: notificationKeys(realm).first,
    queryFn: ({ signal }) => fetchNotifications(realm, 1, signal),
    enabled: session.status === 'signed-in',
    refetchInterval: POLL_MILLISECONDS,
  });
  return session.status === 'signed-in' ? (data?.meta.unread_count ?? 0) : 0;
}
